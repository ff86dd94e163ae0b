use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who meets whom in a tournament. Players go by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schedule {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// The first `rungs` players stand in an order, such as the checkpoints of a run. Each meets those that are at most
    /// `reach` places away, and every player who stands outside the order. Those meet each other too.
    Ladder {
        /// Players in the order.
        rungs: usize,
        /// How far apart two of them may be.
        reach: usize,
    },
}

impl Schedule {
    /// The pairings among this many players, each with the lower number first.
    pub fn pairings(self, players: usize) -> Vec<(usize, usize)> {
        let all = (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second)));
        all.filter(|&(first, second)| match self {
            Self::RoundRobin => true,
            Self::Gauntlet => first == 0,
            Self::Ladder { rungs, reach } => second >= rungs || second - first <= reach,
        })
        .collect()
    }
}

/// `round-robin`, `gauntlet` or `ladder`.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Ladder { .. } => "ladder",
        })
    }
}

/// Reads `round-robin` and `gauntlet`; the error says what was expected.
impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(format!("expected round-robin or gauntlet, got {text:?}")),
        }
    }
}
