use std::fmt;

use kumalak_env::{Ending, Outcome, Side};

/// What ended a game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The rules, as the game itself tells: with a result, or cut off by the ply cap.
    Rules,
    /// A side took too long.
    Time {
        /// Who lost.
        loser: Side,
    },
    /// A player made an illegal move or failed, see [`FaultPolicy::LoseGame`](crate::FaultPolicy::LoseGame).
    Fault {
        /// Who lost.
        loser: Side,
        /// What happened.
        reason: String,
    },
    /// Both players said that one side wins, see [`Adjudication`](crate::Adjudication).
    Adjudication {
        /// Who won.
        winner: Side,
    },
}

impl Termination {
    /// The result, unless the rules say it.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match *self {
            Self::Rules => None,
            Self::Time { loser } | Self::Fault { loser, .. } => Some(Outcome::win_of(!loser)),
            Self::Adjudication { winner } => Some(Outcome::win_of(winner)),
        }
    }

    /// The ending that records can state, unless the rules say it.
    pub(crate) const fn ending(&self) -> Option<Ending> {
        match self {
            Self::Time { .. } => Some(Ending::TimeForfeit),
            Self::Rules | Self::Fault { .. } | Self::Adjudication { .. } => None,
        }
    }
}

/// `rules`, `time forfeit of White`, `fault of Black: …`, `adjudicated to White`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Time { loser } => write!(f, "time forfeit of {loser}"),
            Self::Fault { loser, reason } => write!(f, "fault of {loser}: {reason}"),
            Self::Adjudication { winner } => write!(f, "adjudicated to {winner}"),
        }
    }
}
