use std::fmt;

use serde::Serialize;

use crate::statistics::score::ScoreEstimate;

/// The Elo difference at which a player is expected to score this share of the points: `−400·log₁₀(1/score − 1)`.
///
/// The logistic scale of A. Elo, "The Rating of Chessplayers" (1978). A score of 0 or 1 gives −∞ or +∞.
///
/// ```
/// use kumalak_selfplay::elo_of_score;
///
/// assert_eq!(elo_of_score(0.75).round(), 191.0);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that a player is expected to score at this Elo difference: `1 / (1 + 10^(−elo/400))`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How much stronger the first player is, in Elo, with a 95 % interval.
///
/// A number is `None` where it would be infinite: a player who won every game is stronger by at least `low`, and the
/// games set no limit above.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloEstimate {
    /// The measured difference; `None` after a clean sweep of either player.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval; `None` if the first player lost every game.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval; `None` if the first player won every game.
    pub high: Option<f64>,
}

/// The score and both ends of its interval on the Elo scale.
impl From<ScoreEstimate> for EloEstimate {
    fn from(score: ScoreEstimate) -> Self {
        let finite = |score| Some(elo_of_score(score)).filter(|elo| elo.is_finite());
        Self {
            value: finite(score.value),
            low: finite(score.low),
            high: finite(score.high),
        }
    }
}

/// `+190.8 [+150.1, +240.3]`, and after a clean sweep `≥ +566.2` or `≤ -566.2`.
impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.low, self.high) {
            (Some(value), Some(low), Some(high)) => f.pad(&format!("{value:+.1} [{low:+.1}, {high:+.1}]")),
            (_, Some(low), _) => f.pad(&format!("≥ {low:+.1}")),
            (_, None, Some(high)) => f.pad(&format!("≤ {high:+.1}")),
            (_, None, None) => f.pad("unknown"),
        }
    }
}
