use kumalak_env::{GameRng, MAX_PITS, PitSet};
use rand_distr::{Distribution, Gamma};
use serde::{Deserialize, Serialize};

use crate::invalid_setting::InvalidSetting;

/// Noise in the prior probabilities at the root, so that self-play tries every move now and then.
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `alpha` | concentration: small for few loud moves | 1.4 | 10 / mean number of legal moves |
/// | `fraction` | share of the noise in the prior | 0.25 | 0.25 |
///
/// A random game of Toguz Kumalak has 7.0 legal moves in the mean, hence the default.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RootNoise {
    /// The network's prior as it is.
    None,
    /// `(1 − fraction) × prior + fraction × noise`, where the noise has a symmetric Dirichlet distribution over the legal
    /// moves.
    Dirichlet {
        /// Concentration of the distribution, from 0.01 to 100.
        alpha: f32,
        /// Share of the noise, from 0 to 1.
        fraction: f32,
    },
}

impl Default for RootNoise {
    fn default() -> Self {
        Self::Dirichlet {
            alpha: 1.4,
            fraction: 0.25,
        }
    }
}

impl RootNoise {
    /// Checks every value.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), InvalidSetting> {
        match *self {
            Self::None => Ok(()),
            Self::Dirichlet { alpha, fraction } => {
                InvalidSetting::unless(
                    (0.01..=100.0).contains(&alpha),
                    "dirichlet.alpha",
                    "from 0.01 to 100",
                    alpha,
                )?;
                InvalidSetting::unless(
                    (0.0..=1.0).contains(&fraction),
                    "dirichlet.fraction",
                    "from 0 to 1",
                    fraction,
                )
            }
        }
    }

    /// Draws the noise for one root.
    ///
    /// # Panics
    /// If the values were never [`validate`](Self::validate)d and `alpha` is not positive.
    pub fn sample(&self, legal: PitSet, rng: &mut GameRng) -> Option<NoiseSample> {
        match *self {
            Self::None => None,
            Self::Dirichlet { alpha, fraction } => Some(NoiseSample {
                fraction,
                shares: dirichlet(alpha, legal, rng),
            }),
        }
    }
}

/// The noise drawn for one root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NoiseSample {
    /// Share of the noise in the prior.
    pub fraction: f32,
    /// The noise itself: `[9]`, sums to 1, 0 for illegal pits.
    pub shares: [f32; MAX_PITS],
}

impl NoiseSample {
    /// Mixes the noise into prior probabilities: `[9]`.
    pub(super) fn mix_into(&self, priors: &mut [f32; MAX_PITS]) {
        for (prior, share) in priors.iter_mut().zip(self.shares) {
            *prior += self.fraction * (share - *prior);
        }
    }
}

/// A draw from the symmetric Dirichlet distribution: Gamma draws divided by their sum.
fn dirichlet(alpha: f32, legal: PitSet, rng: &mut GameRng) -> [f32; MAX_PITS] {
    let gamma = Gamma::new(f64::from(alpha), 1.0).expect("alpha is positive");
    let mut draws = [0.0; MAX_PITS];
    for pit in legal {
        // The floor keeps the sum above zero where a small alpha makes every draw underflow.
        draws[pit.index()] = gamma.sample(rng).max(f64::MIN_POSITIVE);
    }
    let total: f64 = draws.iter().sum();
    draws.map(|draw| (draw / total) as f32)
}

#[cfg(test)]
mod tests {
    use kumalak_env::{Pit, stream};

    use super::*;

    fn shares(alpha: f32, legal: PitSet, index: u64) -> [f32; MAX_PITS] {
        dirichlet(alpha, legal, &mut stream(5, index))
    }

    #[test]
    fn shares_are_a_distribution_over_the_legal_pits() {
        let legal: PitSet = [0, 3, 8].map(|index| Pit::ALL[index]).into_iter().collect();
        for alpha in [0.01, 1.4, 100.0] {
            for index in 0..200 {
                let drawn = shares(alpha, legal, index);
                assert!((drawn.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{drawn:?}");
                assert!(
                    Pit::ALL
                        .iter()
                        .all(|&pit| legal.contains(pit) || drawn[pit.index()] == 0.0)
                );
            }
        }
    }

    #[test]
    fn a_single_legal_pit_gets_everything() {
        let legal = PitSet::from_bits(1 << 4);
        assert!((0..200).all(|index| shares(0.01, legal, index)[4] == 1.0));
    }

    /// A share of a symmetric Dirichlet distribution over `n` pits has mean `1 / n` and variance
    /// `(n − 1) / (n² (n × alpha + 1))`.
    #[test]
    fn mean_and_variance_are_those_of_the_distribution() {
        const DRAWS: u64 = 20_000;
        let drawn: Vec<f64> = (0..DRAWS)
            .map(|index| f64::from(shares(1.4, PitSet::from_bits(0x1ff), index)[2]))
            .collect();
        let mean = drawn.iter().sum::<f64>() / DRAWS as f64;
        let variance = drawn.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / DRAWS as f64;
        assert!((mean - 1.0 / 9.0).abs() < 0.003, "{mean}");
        assert!(
            (variance / (8.0 / (81.0 * 13.6)) - 1.0).abs() < 0.05,
            "{variance}"
        );
    }

    #[test]
    fn the_mixture_is_a_distribution_again() {
        let mut priors = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut noise = NoiseSample {
            fraction: 0.25,
            shares: [0.0; MAX_PITS],
        };
        noise.shares[1] = 1.0;
        noise.mix_into(&mut priors);
        assert_eq!(priors[..3], [0.75, 0.25, 0.0]);
    }
}
