use kumalak_env::{GameRng, Pit};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::mcts::{InvalidSetting, SearchResult};

/// How a self-play move is drawn from the visits: in proportion to `visits^(1 / temperature)`; at temperature 0 the move
/// with the most visits.
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `opening` | temperature of the first plies | 1 | 1 |
/// | `opening_plies` | how many plies these are | 30 | 30 |
/// | `later` | temperature of all later plies | 0 | 0 |
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Temperature {
    /// Temperature of the first plies, from 0 to 10.
    pub opening: f32,
    /// How many plies these are, counted from the start of the game.
    pub opening_plies: u32,
    /// Temperature of all later plies, from 0 to 10.
    pub later: f32,
}

impl Default for Temperature {
    fn default() -> Self {
        Self {
            opening: 1.0,
            opening_plies: 30,
            later: 0.0,
        }
    }
}

impl Temperature {
    pub(super) fn validate(&self) -> Result<(), InvalidSetting> {
        let check = |name, value: f32| {
            InvalidSetting::unless((0.0..=10.0).contains(&value), name, "from 0 to 10", value)
        };
        check("temperature.opening", self.opening)?;
        check("temperature.later", self.later)
    }

    /// Draws the move at a ply, counted from 0.
    pub(super) fn draw(&self, result: &SearchResult, ply: usize, rng: &mut GameRng) -> Pit {
        let temperature = if ply < self.opening_plies as usize {
            self.opening
        } else {
            self.later
        };
        let best = result.best_move();
        if temperature == 0.0 {
            return best;
        }
        // Relative to the most visited move, so that no power overflows and the sum is at least 1.
        let most = f64::from(result.visits[best.index()]);
        let exponent = 1.0 / f64::from(temperature);
        let weights = result
            .visits
            .map(|visits| (f64::from(visits) / most).powf(exponent));
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        for pit in Pit::ALL {
            left -= weights[pit.index()];
            if left < 0.0 {
                return pit;
            }
        }
        best
    }
}
