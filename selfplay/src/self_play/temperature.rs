use kumalak_env::{GameRng, Pit};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::invalid_setting::InvalidSetting;
use crate::mcts::SearchResult;

/// How a self-play move is drawn from the policy of its search, which with PUCT are the visits: in proportion to
/// `policy^(1 / temperature)`; at temperature 0 the move that the search selects.
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
        check("opening", self.opening)?;
        check("later", self.later)
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
        // Relative to the likeliest move, so that no power overflows and the sum is at least 1.
        let policy = result.policy();
        let most = f64::from(policy.into_iter().fold(0.0, f32::max));
        let exponent = 1.0 / f64::from(temperature);
        let weights = policy.map(|share| (f64::from(share) / most).powf(exponent));
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

#[cfg(test)]
mod tests {
    use kumalak_env::{Game, Rules, stream};

    use super::*;
    use crate::evaluator::UniformEvaluator;
    use crate::mcts::{BatchSearch, SearchRoot, SearchSettings};

    fn shares(temperature: Temperature, ply: usize) -> [f64; 9] {
        const DRAWS: u64 = 20_000;
        let mut result = BatchSearch::default()
            .search(
                &[SearchRoot::new(&Game::new(Rules::STANDARD))],
                &mut UniformEvaluator,
                &SearchSettings::default(),
                &(),
            )
            .unwrap()
            .remove(0);
        result.policy = [10.0, 0.0, 30.0, 0.0, 0.0, 0.0, 0.0, 0.0, 20.0].map(|visits: f32| visits / 60.0);
        result.selected = Pit::ALL[2];
        let mut counts = [0; 9];
        for index in 0..DRAWS {
            counts[temperature.draw(&result, ply, &mut stream(9, index)).index()] += 1;
        }
        counts.map(|count| f64::from(count) / DRAWS as f64)
    }

    fn assert_near(found: [f64; 9], expected: [f64; 3]) {
        let sum: f64 = expected.iter().sum();
        for (pit, share) in [0, 2, 8].into_iter().zip(expected) {
            assert!((found[pit] - share / sum).abs() < 0.015, "{found:?}");
        }
        assert!((found[0] + found[2] + found[8] - 1.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn moves_are_drawn_in_proportion_to_powers_of_the_visits() {
        let temperature = Temperature {
            opening: 1.0,
            opening_plies: 2,
            later: 0.5,
        };
        assert_near(shares(temperature, 1), [1.0, 3.0, 2.0]);
        assert_near(shares(temperature, 2), [1.0, 9.0, 4.0]);
    }

    #[test]
    fn at_temperature_zero_the_selected_move_is_played() {
        assert_near(shares(Temperature::default(), 30), [0.0, 1.0, 0.0]);
    }
}
