use std::fmt;
use std::ops::Add;

use serde::Serialize;

/// Results of some games, from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games cut off by the ply cap. They have no result and score half a point for each player.
    pub truncated: u64,
}

impl Tally {
    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.truncated
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            truncated: self.truncated + other.truncated,
        }
    }
}

/// `196 wins, 1 draw, 3 losses`, and the truncated games if there are any.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted =
            |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        write!(
            f,
            "{}, {}, {}",
            counted(self.wins, "win", "wins"),
            counted(self.draws, "draw", "draws"),
            counted(self.losses, "loss", "losses")
        )?;
        match self.truncated {
            0 => Ok(()),
            truncated => write!(f, ", {truncated} truncated"),
        }
    }
}
