//! Maximum-likelihood distributions of the score of a pair under a hypothesis.
//!
//! The method of fishtest and fastchess, after notes that M. Van den Bergh wrote for fishtest: `support_MLE_multinomial.pdf` for
//! a given mean and `normalized_elo_practical.pdf` (2021) for a mean in standard deviations.

use crate::statistics::pentanomial::{PairScore, Pentanomial};

/// What stands for a count of zero, so that every score stays possible; fishtest and fastchess take the same.
const RARE: f64 = 1e-3;

/// Steps after which the bounds of a root are as near as numbers can be.
const BISECTIONS: usize = 128;

/// Steps of the iteration for a hypothesis in standard deviations; it settles in three or four.
const ITERATIONS: usize = 20;

/// Probabilities of the five scores of a pair: `[5]`.
pub(super) type Distribution = [f64; 5];

/// Counts of the five scores, none of them zero: `[5]`.
pub(super) fn regularized(pairs: &Pentanomial) -> Distribution {
    pairs.counts().map(|count| (count as f64).max(RARE))
}

/// The distribution that makes `shares` most likely among those with mean `score`, which lies between 0 and 1.
pub(super) fn with_mean(shares: &Distribution, score: f64) -> Distribution {
    tilted(shares, &shares_of_pairs().map(|share| share - score))
}

/// The distribution that makes `shares` most likely among those whose mean lies `deviations` of their own standard deviations
/// above one half.
pub(super) fn with_deviations(shares: &Distribution, deviations: f64) -> Distribution {
    let mut found = [1.0 / 5.0; 5];
    for _ in 0..ITERATIONS {
        let (mean, variance) = moments(&found);
        let sigma = variance.sqrt();
        // The constraint is linear in the distribution once its mean and deviation are held at their last values.
        let constraint = shares_of_pairs()
            .map(|share| share - 0.5 - deviations * sigma * (1.0 + ((mean - share) / sigma).powi(2)) / 2.0);
        let next = tilted(shares, &constraint);
        let change = found.iter().zip(next).map(|(old, new)| (old - new).abs());
        let settled = change.fold(0.0, f64::max) < 1e-12;
        found = next;
        if settled {
            break;
        }
    }
    found
}

/// The most likely distribution under which `constraint` has the mean 0. The constraint takes values of both signs.
fn tilted(shares: &Distribution, constraint: &[f64; 5]) -> Distribution {
    let multiplier = secular_root(shares, constraint);
    std::array::from_fn(|index| shares[index] / (1.0 + multiplier * constraint[index]))
}

/// The root of `Σ shareᵢ·cᵢ / (1 + x·cᵢ)`, which falls from +∞ to −∞ between the poles next to 0.
fn secular_root(shares: &Distribution, constraint: &[f64; 5]) -> f64 {
    let greatest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        let sum: f64 = shares
            .iter()
            .zip(constraint)
            .map(|(share, value)| share * value / (1.0 + middle * value))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        let terms = shares_of_pairs().into_iter().zip(distribution);
        terms.map(|(share, weight)| weight * value(share)).sum::<f64>()
    };
    let mean = mean_of(&|share| share);
    (mean, mean_of(&|share| (share - mean).powi(2)))
}

fn shares_of_pairs() -> [f64; 5] {
    PairScore::ALL.map(PairScore::share)
}
