mod names;
mod text;
mod text_error;
mod text_serde;

use thiserror::Error;

use crate::pit::MAX_PITS;

pub use text_error::RulesTextError;

/// The most stones a board can hold, so that every count fits a byte.
pub const MAX_STONES: usize = 254;

/// A rule set: the size of the board and every switch in which known ways of playing differ.
///
/// [`Rules::STANDARD`] is the tournament game; the `with_…` methods change one switch each. As text a rule set is the name of
/// a preset, or a preset and the switches in which it differs: `bestemshe`, `standard,pits=5,stones=5`. The text is read back
/// as the same rules, and it is what files and settings hold.
///
/// ```
/// use kumalak_env::{Position, Rules, TuzdikRule, perft};
///
/// let bestemshe = Rules::new(5, 5)?.with_tuzdik(TuzdikRule::None);
/// assert_eq!(perft(&Position::start(&bestemshe), &bestemshe, 3), 91);
/// assert_eq!(bestemshe.to_string(), "bestemshe");
/// # Ok::<(), kumalak_env::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    pits: u8,
    stones: u8,
    tuzdik: TuzdikRule,
    last_pit_tuzdik: LastPitTuzdik,
    same_number_tuzdik: SameNumberTuzdik,
    majority: MajorityRule,
    atsyrau: AtsyrauRule,
    first_stone: FirstStone,
    goal: Goal,
    repetition: RepetitionRule,
    ply_cap: Option<u32>,
}

/// Whether there are tuzdiks at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TuzdikRule {
    /// Three stones in an allowed pit of the opponent become a tuzdik; the mover has no choice.
    #[default]
    Compulsory,
    /// No tuzdik (Bestemshe, Qozdatu).
    None,
}

/// Whether the opponent's last pit may become a tuzdik.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LastPitTuzdik {
    /// The last pit never becomes a tuzdik.
    #[default]
    Forbidden,
    /// The last pit is like any other.
    Allowed,
}

/// Which pits the opponent's own tuzdik bars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SameNumberTuzdik {
    /// The pit with the same number, counted by each owner, is barred.
    #[default]
    Forbidden,
    /// Nothing is barred.
    Allowed,
    /// The pit that lies physically opposite is barred instead (Russ 1984).
    OppositeForbidden,
}

/// What more than half of all stones in one kazan means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MajorityRule {
    /// The game ends at once.
    #[default]
    EndsGame,
    /// The game goes on, for an exact score (Kazakh club texts).
    PlayToTheEnd,
}

/// What happens when the side to move has no stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AtsyrauRule {
    /// The other side takes all stones that are left, and the kazans decide.
    #[default]
    OwnerTakesRest,
    /// The side to move loses (Polish texts). The stones still go to the other kazan.
    StuckPlayerLoses,
}

/// Where the first stone of a sowing of two or more falls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FirstStone {
    /// In the pit of origin.
    #[default]
    PitOfOrigin,
    /// In the next pit (play before 1949, as reported).
    NextPit,
}

/// What the players play for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// More stones win.
    #[default]
    MostStones,
    /// More stones lose, and a move that wins stones is compulsory where there is one (Toguz Poddavki).
    Giveaway,
}

/// After how many occurrences of a position the game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RepetitionRule {
    /// Drawn at the n-th occurrence, n ≥ 2.
    DrawAt(u8),
    /// Never.
    None,
}

impl Default for RepetitionRule {
    fn default() -> Self {
        Self::DrawAt(3)
    }
}

/// Why a rule set was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// The number of pits is out of range.
    #[error("pits must be from 2 to {MAX_PITS} a side, got {0}")]
    Pits(usize),
    /// The number of stones is out of range.
    #[error("stones must be from 1 to 20 a pit, got {0}")]
    Stones(usize),
    /// The board holds too many stones.
    #[error("the board may hold at most {MAX_STONES} stones, got {0}")]
    TooManyStones(usize),
    /// A repetition rule that would end every game at its start.
    #[error("repetition must draw at the 2nd occurrence or later, got {0}")]
    Repetition(u8),
}

impl Rules {
    /// The tournament game: 2×9 pits, 9 stones in each.
    pub const STANDARD: Self = Self {
        pits: 9,
        stones: 9,
        tuzdik: TuzdikRule::Compulsory,
        last_pit_tuzdik: LastPitTuzdik::Forbidden,
        same_number_tuzdik: SameNumberTuzdik::Forbidden,
        majority: MajorityRule::EndsGame,
        atsyrau: AtsyrauRule::OwnerTakesRest,
        first_stone: FirstStone::PitOfOrigin,
        goal: Goal::MostStones,
        repetition: RepetitionRule::DrawAt(3),
        ply_cap: None,
    };

    /// The standard switches on a board of `pits` pits a side with `stones` stones in each.
    ///
    /// # Errors
    /// If `pits` is not in 2..=9, `stones` not in 1..=20, or the board holds more than [`MAX_STONES`].
    pub const fn new(pits: usize, stones: usize) -> Result<Self, RulesError> {
        if pits < 2 || pits > MAX_PITS {
            return Err(RulesError::Pits(pits));
        }
        if stones < 1 || stones > 20 {
            return Err(RulesError::Stones(stones));
        }
        Self {
            pits: pits as u8,
            stones: stones as u8,
            ..Self::STANDARD
        }
        .fitting()
    }

    /// The same rules, if every count of their board fits a byte.
    const fn fitting(self) -> Result<Self, RulesError> {
        match self.total_stones() {
            ..=MAX_STONES => Ok(self),
            stones => Err(RulesError::TooManyStones(stones)),
        }
    }

    /// Pits of each side.
    #[inline]
    pub const fn pits(&self) -> usize {
        self.pits as usize
    }

    /// Stones in each pit at the start.
    #[inline]
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// Stones on the whole board: 162 in the standard game.
    #[inline]
    pub const fn total_stones(&self) -> usize {
        2 * self.pits() * self.stones()
    }

    /// Stones of which a kazan must hold more for a majority: 81 in the standard game.
    #[inline]
    pub const fn half(&self) -> usize {
        self.pits() * self.stones()
    }

    /// Whether there are tuzdiks.
    #[inline]
    pub const fn tuzdik(&self) -> TuzdikRule {
        self.tuzdik
    }

    /// Whether the last pit may become a tuzdik.
    #[inline]
    pub const fn last_pit_tuzdik(&self) -> LastPitTuzdik {
        self.last_pit_tuzdik
    }

    /// Which pit the opponent's tuzdik bars.
    #[inline]
    pub const fn same_number_tuzdik(&self) -> SameNumberTuzdik {
        self.same_number_tuzdik
    }

    /// What a majority means.
    #[inline]
    pub const fn majority(&self) -> MajorityRule {
        self.majority
    }

    /// What an empty side means.
    #[inline]
    pub const fn atsyrau(&self) -> AtsyrauRule {
        self.atsyrau
    }

    /// Where the first stone falls.
    #[inline]
    pub const fn first_stone(&self) -> FirstStone {
        self.first_stone
    }

    /// What the players play for.
    #[inline]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// When a repetition is a draw.
    #[inline]
    pub const fn repetition(&self) -> RepetitionRule {
        self.repetition
    }

    /// Plies after which a game is cut off without a result.
    #[inline]
    pub const fn ply_cap(&self) -> Option<u32> {
        self.ply_cap
    }

    /// The same rules with another tuzdik switch.
    #[must_use]
    pub const fn with_tuzdik(self, tuzdik: TuzdikRule) -> Self {
        Self { tuzdik, ..self }
    }

    /// The same rules with another switch for the last pit.
    #[must_use]
    pub const fn with_last_pit_tuzdik(self, last_pit_tuzdik: LastPitTuzdik) -> Self {
        Self {
            last_pit_tuzdik,
            ..self
        }
    }

    /// The same rules with another switch for tuzdiks of the same number.
    #[must_use]
    pub const fn with_same_number_tuzdik(self, same_number_tuzdik: SameNumberTuzdik) -> Self {
        Self {
            same_number_tuzdik,
            ..self
        }
    }

    /// The same rules with another switch for the majority.
    #[must_use]
    pub const fn with_majority(self, majority: MajorityRule) -> Self {
        Self { majority, ..self }
    }

    /// The same rules with another switch for an empty side.
    #[must_use]
    pub const fn with_atsyrau(self, atsyrau: AtsyrauRule) -> Self {
        Self { atsyrau, ..self }
    }

    /// The same rules with another switch for the first stone.
    #[must_use]
    pub const fn with_first_stone(self, first_stone: FirstStone) -> Self {
        Self { first_stone, ..self }
    }

    /// The same rules with another goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// The same rules with another repetition rule.
    ///
    /// # Errors
    /// If the rule would draw at the first occurrence.
    pub const fn with_repetition(self, repetition: RepetitionRule) -> Result<Self, RulesError> {
        match repetition {
            RepetitionRule::DrawAt(occurrences) if occurrences < 2 => {
                Err(RulesError::Repetition(occurrences))
            }
            _ => Ok(Self { repetition, ..self }),
        }
    }

    /// The same rules with games cut off after `plies`; `None` lets them run. Under a cap of 0 no move can be played: neither the
    /// text of a rule set nor a [`VecEnv`](crate::VecEnv) takes it.
    #[must_use]
    pub const fn with_ply_cap(self, plies: Option<u32>) -> Self {
        Self {
            ply_cap: plies,
            ..self
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}
