use std::fmt;

use crate::Side;

/// Who won a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// White won.
    WhiteWins,
    /// Nobody won.
    Draw,
    /// Black won.
    BlackWins,
}

impl Outcome {
    /// The win of a side.
    pub const fn win_of(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// The side that won, or `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::WhiteWins => Some(Side::White),
            Self::Draw => None,
            Self::BlackWins => Some(Side::Black),
        }
    }

    /// +1 if `side` won, 0 for a draw, −1 if it lost.
    pub const fn sign_for(self, side: Side) -> i8 {
        match (self, side) {
            (Self::Draw, _) => 0,
            (Self::WhiteWins, Side::White) | (Self::BlackWins, Side::Black) => 1,
            _ => -1,
        }
    }
}

/// `1-0`, `1/2-1/2` or `0-1`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
        })
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A kazan holds more than half of all stones.
    Majority,
    /// The side to move has no stone to move with.
    Atsyrau,
    /// The position occurred as often as the rules allow.
    Repetition,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player ran out of time.
    TimeForfeit,
}

impl Ending {
    /// Every way to end a game.
    pub const ALL: [Self; 6] = [
        Self::Majority,
        Self::Atsyrau,
        Self::Repetition,
        Self::Resignation,
        Self::Agreement,
        Self::TimeForfeit,
    ];

    /// Lower-case name, as in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Majority => "majority",
            Self::Atsyrau => "atsyrau",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::TimeForfeit => "time forfeit",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
