use std::fmt;

use kumalak_env::Game;

use crate::alphabeta::{AlphaBeta, AlphaBetaSettings, SearchDepth};

/// Which opening positions are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Balance {
    /// Every one. A pair plays its opening with both colours, so that no player profits from a lopsided one; such a pair only
    /// tells less.
    #[default]
    Any,
    /// Those in which neither side is ahead by more than so many stones in the eyes of an alpha-beta search; others are drawn
    /// again.
    Within {
        /// The greatest advantage in stones.
        stones: u16,
        /// Depth of the search.
        depth: SearchDepth,
    },
}

impl Balance {
    /// A bound in stones, judged by a search of four plies: deep enough to see a tuzdik or a capture that is due, and a
    /// fraction of a millisecond.
    ///
    /// # Panics
    /// Never: the depth is a constant.
    pub fn within(stones: u16) -> Self {
        Self::Within {
            stones,
            depth: SearchDepth::new(4).expect("4 is a depth"),
        }
    }

    /// Whether the position of a game is taken.
    pub(super) fn accepts(self, game: &Game) -> bool {
        match self {
            Self::Any => true,
            Self::Within { stones, depth } => AlphaBeta::new(AlphaBetaSettings::to_depth(depth))
                .search(game)
                .is_some_and(|found| found.score.hundredths().abs() <= 100 * i32::from(stones)),
        }
    }
}

/// Nothing, or `, balanced within 10 stones`.
impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => Ok(()),
            Self::Within { stones, .. } => write!(f, ", balanced within {stones} stones"),
        }
    }
}
