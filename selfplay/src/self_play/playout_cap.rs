use kumalak_env::GameRng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::invalid_setting::InvalidSetting;

/// Whether every move gets a full search (D. Wu, "Accelerating self-play learning in Go", 2019, section 3.1, "playout cap
/// randomization").
///
/// | setting | meaning | ours | paper |
/// |---|---|---|---|
/// | | which moves get full searches | all | a quarter |
/// | `randomized.full_share` | share of the full searches | – | 0.25 |
/// | `randomized.fast_simulations` | simulations of the others | – | 100 beside 600, later 200 beside 1000 |
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayoutCap {
    /// Every move gets a full search and becomes a sample.
    #[default]
    Off,
    /// A share of the moves gets full searches, with noise, and becomes samples. The others get fast ones, without noise,
    /// which only carry the game on: more games, and so more results, for the same work.
    Randomized {
        /// Share of the moves with full searches, above 0 and at most 1.
        full_share: f32,
        /// Simulations of the other moves, at least 1.
        fast_simulations: u32,
    },
}

/// What one move gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchKind {
    /// All simulations, noise, and a sample.
    Full,
    /// So many simulations, and neither.
    Fast(u32),
}

impl PlayoutCap {
    pub(super) fn validate(&self) -> Result<(), InvalidSetting> {
        let Self::Randomized {
            full_share,
            fast_simulations,
        } = *self
        else {
            return Ok(());
        };
        InvalidSetting::unless(
            full_share > 0.0 && full_share <= 1.0,
            "randomized.full_share",
            "above 0 and at most 1",
            full_share,
        )?;
        InvalidSetting::unless(
            fast_simulations > 0,
            "randomized.fast_simulations",
            "at least 1",
            fast_simulations,
        )
    }

    /// Draws what the next move of a game gets.
    pub(super) fn draw(&self, rng: &mut GameRng) -> SearchKind {
        match *self {
            Self::Off => SearchKind::Full,
            Self::Randomized {
                full_share,
                fast_simulations,
            } => {
                if rng.random::<f32>() < full_share {
                    SearchKind::Full
                } else {
                    SearchKind::Fast(fast_simulations)
                }
            }
        }
    }
}
