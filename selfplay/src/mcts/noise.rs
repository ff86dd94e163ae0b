use kumalak_env::{GameRng, MAX_PITS, PitSet};
use rand_distr::{Distribution, Gamma, Gumbel};
use serde::{Deserialize, Serialize};

use super::gumbel::GumbelNoise;
use super::selection::Selection;
use crate::invalid_setting::InvalidSetting;

/// Noise at the root, so that self-play tries every move now and then.
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `dirichlet.alpha` | concentration: small for few loud moves | 1.4 | 10 / mean number of legal moves |
/// | `dirichlet.fraction` | share of the noise in the prior | 0.25 | 0.25 |
///
/// A random game of Toguz Kumalak has 7.0 legal moves in the mean, hence the default. Gumbel search has its own noise,
/// with `gumbel.scale` 1 in its paper (2022).
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
    /// For [`Selection::Gumbel`]: independent draws from the Gumbel distribution, which added to the logits make the
    /// highest of them a sample from the prior without replacement.
    Gumbel {
        /// Factor of the draws, from 0 to 10.
        scale: f32,
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
            Self::Gumbel { scale } => InvalidSetting::unless(
                (0.0..=10.0).contains(&scale),
                "gumbel.scale",
                "from 0 to 10",
                scale,
            ),
        }
    }

    /// Checks that the noise is of the kind that a search with this selection uses.
    ///
    /// # Errors
    /// If it is not.
    pub fn validate_for(&self, selection: &Selection) -> Result<(), InvalidSetting> {
        let (is_fit, expected) = match selection {
            Selection::Puct(_) => (
                !matches!(self, Self::Gumbel { .. }),
                "\"none\" or dirichlet for a search with puct",
            ),
            Selection::Gumbel(_) => (
                !matches!(self, Self::Dirichlet { .. }),
                "\"none\" or gumbel for a search with gumbel",
            ),
        };
        InvalidSetting::unless(is_fit, "root_noise", expected, self.name())
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Dirichlet { .. } => "dirichlet",
            Self::Gumbel { .. } => "gumbel",
        }
    }

    /// Draws the noise for one root.
    ///
    /// # Panics
    /// If the values were never [`validate`](Self::validate)d and `alpha` is not positive.
    pub fn sample(&self, legal: PitSet, rng: &mut GameRng) -> Option<NoiseSample> {
        match *self {
            Self::None => None,
            Self::Dirichlet { alpha, fraction } => Some(NoiseSample::Dirichlet {
                fraction,
                shares: dirichlet(alpha, legal, rng),
            }),
            Self::Gumbel { scale } => Some(NoiseSample::Gumbel {
                values: gumbel(scale, legal, rng),
            }),
        }
    }
}

/// The noise drawn for one root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoiseSample {
    /// For the prior.
    Dirichlet {
        /// Share of the noise in the prior.
        fraction: f32,
        /// The noise itself: `[9]`, sums to 1, 0 for illegal pits.
        shares: [f32; MAX_PITS],
    },
    /// For the scores of the moves at the root.
    Gumbel {
        /// What is added to them: `[9]`, 0 for illegal pits.
        values: [f32; MAX_PITS],
    },
}

impl NoiseSample {
    /// Mixes noise for the prior into prior probabilities: `[9]`.
    pub(super) fn mix_into(&self, priors: &mut [f32; MAX_PITS]) {
        if let Self::Dirichlet { fraction, shares } = self {
            for (prior, share) in priors.iter_mut().zip(shares) {
                *prior += fraction * (share - *prior);
            }
        }
    }

    /// Noise for the scores of the moves: `[9]`.
    pub(super) fn for_scores(&self) -> GumbelNoise {
        match self {
            Self::Dirichlet { .. } => [0.0; MAX_PITS],
            Self::Gumbel { values } => *values,
        }
    }

    /// Whether a search with this selection uses it.
    pub(super) fn validate_for(&self, selection: &Selection) -> Result<(), InvalidSetting> {
        let kind = match *self {
            Self::Dirichlet { fraction, .. } => RootNoise::Dirichlet { alpha: 1.0, fraction },
            Self::Gumbel { .. } => RootNoise::Gumbel { scale: 1.0 },
        };
        kind.validate_for(selection)
    }
}

fn gumbel(scale: f32, legal: PitSet, rng: &mut GameRng) -> GumbelNoise {
    let standard = Gumbel::new(0.0, 1.0).expect("the standard distribution exists");
    let mut values = [0.0; MAX_PITS];
    for pit in legal {
        let draw: f64 = standard.sample(rng);
        values[pit.index()] = scale * draw as f32;
    }
    values
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
        let mut shares = [0.0; MAX_PITS];
        shares[1] = 1.0;
        let noise = NoiseSample::Dirichlet {
            fraction: 0.25,
            shares,
        };
        noise.mix_into(&mut priors);
        assert_eq!(priors[..3], [0.75, 0.25, 0.0]);
    }

    /// The highest of `logit + noise` is a sample from `softmax(logits)`, and the two highest are one without replacement.
    #[test]
    fn gumbel_noise_samples_from_the_prior() {
        const DRAWS: u64 = 20_000;
        let priors: [f32; 3] = [0.6, 0.3, 0.1];
        let mut first = [0.0; 3];
        for index in 0..DRAWS {
            let noise = gumbel(1.0, PitSet::from_bits(0b111), &mut stream(3, index));
            assert_eq!(noise[3..], [0.0; 6]);
            let scores: Vec<f32> = priors
                .iter()
                .zip(noise)
                .map(|(prior, draw)| prior.ln() + draw)
                .collect();
            let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
            first[best] += 1.0 / DRAWS as f32;
        }
        assert!(
            first.iter().zip(priors).all(|(a, b)| (a - b).abs() < 0.015),
            "{first:?}"
        );
    }

    #[test]
    fn noise_fits_its_search() {
        let puct = Selection::default();
        let gumbel = Selection::Gumbel(crate::mcts::GumbelSettings::default());
        assert_eq!(RootNoise::default().validate_for(&puct), Ok(()));
        assert_eq!(RootNoise::None.validate_for(&gumbel), Ok(()));
        assert_eq!(
            RootNoise::default()
                .validate_for(&gumbel)
                .unwrap_err()
                .to_string(),
            "root_noise must be \"none\" or gumbel for a search with gumbel, got dirichlet"
        );
        let noise = RootNoise::Gumbel { scale: 1.0 };
        assert_eq!(noise.validate_for(&gumbel), Ok(()));
        assert!(noise.validate_for(&puct).is_err());
    }
}
