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
    /// The arena, because both players said that one side wins ([`Adjudication`](crate::Adjudication)), or because the exact
    /// value of the position is known ([`ExactValues`](crate::ExactValues)).
    Adjudication {
        /// The result.
        outcome: Outcome,
    },
}

impl Termination {
    /// The result, unless the rules say it.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match *self {
            Self::Rules => None,
            Self::Time { loser } | Self::Fault { loser, .. } => Some(Outcome::win_of(!loser)),
            Self::Adjudication { outcome } => Some(outcome),
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

/// `rules`, `time forfeit of White`, `fault of Black: …`, `adjudicated 1-0`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Time { loser } => write!(f, "time forfeit of {loser}"),
            Self::Fault { loser, reason } => write!(f, "fault of {loser}: {reason}"),
            Self::Adjudication { outcome } => write!(f, "adjudicated {outcome}"),
        }
    }
}
