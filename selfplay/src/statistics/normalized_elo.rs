use std::fmt;

use serde::Serialize;

use crate::statistics::normal::Z_95;
use crate::statistics::pentanomial::Pentanomial;

/// Points of normalized Elo for a game score that lies one standard deviation above one half: `800 / ln 10`, so that
/// normalized and logistic Elo agree for small differences between players who never draw.
const POINTS_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// How far apart two players are, measured by how many games it takes to tell, with a 95 % interval.
///
/// Normalized Elo is `(m − ½) / σ · 800 / ln 10` with `σ` the standard deviation of a game's score, taken from the pairs as
/// `√(2v)`: M. Van den Bergh's scale, as fishtest and fastchess print it. Unlike logistic Elo it does not
/// shrink when an opening book makes more draws or more split pairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct NormalizedElo {
    /// The measured difference.
    pub value: f64,
    /// Half the width of the 95 % interval: that of [`margin_of_equals`](Self::margin_of_equals), or if it is wider, that of the
    /// delta method, in which the deviation is estimated too. `t = (m − ½)/σₚ` multiplies the former by
    /// `√(1 − t·skewness + t²/4·(kurtosis − 1))`, with the moments of the pairs.
    pub margin: f64,
}

impl NormalizedElo {
    /// The estimate from these pairs; `None` if they show no variance.
    pub fn from_pairs(pairs: &Pentanomial) -> Option<Self> {
        let deviation = (2.0 * pairs.variance()?).sqrt();
        (deviation > 0.0).then(|| Self {
            value: normalized_elo(pairs.mean().unwrap_or(0.5), deviation),
            margin: Self::margin_of_equals(pairs.pairs()) * widening(pairs).max(1.0),
        })
    }

    /// Half the width of the 95 % interval between equal players after so many pairs, `1.96 · 800 / ln 10 / √games`: what fishtest
    /// and fastchess print for all players. Far from equality it is too narrow, since it takes the deviation as known.
    pub fn margin_of_equals(pairs: u64) -> f64 {
        Z_95 * POINTS_PER_DEVIATION / (2.0 * pairs as f64).sqrt()
    }
}

/// How much wider the interval is because the deviation is estimated from the same pairs.
fn widening(pairs: &Pentanomial) -> f64 {
    let moment = |power| pairs.central_moment(power).unwrap_or_default();
    let variance = moment(2);
    let distance = (pairs.mean().unwrap_or(0.5) - 0.5) / variance.sqrt();
    let skewness = moment(3) / variance.powf(1.5);
    let kurtosis = moment(4) / (variance * variance);
    let squared = 1.0 - distance * skewness + distance * distance / 4.0 * (kurtosis - 1.0);
    squared.max(0.0).sqrt()
}

fn normalized_elo(score: f64, deviation: f64) -> f64 {
    (score - 0.5) / deviation * POINTS_PER_DEVIATION
}

/// The normalized difference as a multiple of the standard deviation of a pair's score.
pub(super) fn deviations_of_pair(normalized_elo: f64) -> f64 {
    std::f64::consts::SQRT_2 * normalized_elo / POINTS_PER_DEVIATION
}

/// `+32.3 ± 18.8`.
impl fmt::Display for NormalizedElo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.1} ± {:.1}", self.value, self.margin))
    }
}
