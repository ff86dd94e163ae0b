use std::fmt;

use serde::Serialize;

use crate::statistics::normal::Z_95;
use crate::statistics::pentanomial::Pentanomial;

/// Weight, in pairs, of the cautious assumption that every pair is won or lost as a whole.
///
/// It stands where the pairs show too little variation to estimate one: near a clean sweep, and when all pairs are split.
/// `1.96²` pseudo-trials are also what Wilson's interval adds to the mean.
const PRIOR_PAIRS: f64 = Z_95 * Z_95;

/// Share of the points that the first player takes, from 0 to 1, with a 95 % interval.
///
/// The interval is that of E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (JASA
/// 22, 1927), with an effective number of trials as surveys use it (E. L. Korn and B. I. Graubard, "Confidence intervals
/// for proportions with small expected number of positive counts estimated from survey data", 1998). A pair is one
/// trial; if the pair scores vary less than all-or-nothing results with the same mean would, a pair counts for more:
///
/// `trials = N / r`, `r = (4·N·v + z²) / (4·N·m(1−m) + z²)`
///
/// with `N` pairs, mean `m`, variance `v` and `z` = 1.96. In the middle of the scale this is the interval `m ± z·√(v/N)`
/// of fishtest and fastchess; unlike that one it never leaves 0..1, and keeps a width when all pairs scored alike.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ScoreEstimate {
    /// The measured score.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl ScoreEstimate {
    /// The estimate from these pairs; `None` without a pair.
    pub fn from_pairs(pairs: &Pentanomial) -> Option<Self> {
        let mean = pairs.mean()?;
        let trials = effective_trials(pairs.pairs() as f64, mean, pairs.variance()?);
        let (low, high) = wilson_interval(mean, trials);
        Some(Self {
            value: mean,
            low,
            high,
        })
    }
}

/// Number of independent all-or-nothing trials that would say as much as these pairs.
fn effective_trials(pairs: f64, mean: f64, variance: f64) -> f64 {
    // A variance can at most be ¼, so that 4·N·variance is measured in pairs of the greatest variance.
    let observed = 4.0 * pairs * variance;
    let all_or_nothing = 4.0 * pairs * mean * (1.0 - mean);
    pairs * (all_or_nothing + PRIOR_PAIRS) / (observed + PRIOR_PAIRS)
}

fn wilson_interval(mean: f64, trials: f64) -> (f64, f64) {
    let shrink = Z_95 * Z_95 / trials;
    let centre = (mean + shrink / 2.0) / (1.0 + shrink);
    let half_width = Z_95 / (1.0 + shrink) * (mean * (1.0 - mean) / trials + shrink / (4.0 * trials)).sqrt();
    // The exact bounds touch 0 and 1 with the mean; rounding must not cross them.
    (
        (centre - half_width).clamp(0.0, mean),
        (centre + half_width).clamp(mean, 1.0),
    )
}

/// `0.980 [0.954, 0.991]`.
impl fmt::Display for ScoreEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.3} [{:.3}, {:.3}]", self.value, self.low, self.high))
    }
}
