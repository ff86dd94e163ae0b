use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::alphabeta::Score;
use crate::value::MoverValue;

/// Stones of advantage that multiply the odds of a win by e = 2.718…: fitted to the results of 2,034 games of people as
/// alpha-beta search sees them, see `docs/evaluation.md`.
const STONES_PER_LOGIT: f64 = 18.0;

/// What a player thinks of the move that it plays, from its own side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum MoveEvaluation {
    /// The expected result.
    Value(MoverValue),
    /// An advantage in stones.
    Stones(f32),
    /// A proven win after so many plies.
    WinIn(u32),
    /// A proven loss after so many plies.
    LossIn(u32),
}

impl MoveEvaluation {
    /// The points that the mover may expect, from 0 for a sure loss to 1 for a sure win; a draw is ½.
    ///
    /// Stones become points by the logistic function: 18 more of them multiply the odds of a win by e. `docs/evaluation.md`
    /// says how well that fits.
    pub fn expected_points(self) -> f64 {
        match self {
            Self::Value(value) => (1.0 + f64::from(value.0).clamp(-1.0, 1.0)) / 2.0,
            Self::Stones(stones) => 1.0 / (1.0 + (-f64::from(stones) / STONES_PER_LOGIT).exp()),
            Self::WinIn(_) => 1.0,
            Self::LossIn(_) => 0.0,
        }
    }
}

impl From<Score> for MoveEvaluation {
    fn from(score: Score) -> Self {
        match (score.plies_to_win(), score.plies_to_loss()) {
            (Some(plies), _) => Self::WinIn(plies),
            (_, Some(plies)) => Self::LossIn(plies),
            _ => Self::Stones(score.hundredths() as f32 / 100.0),
        }
    }
}

/// Text that is no evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected an evaluation such as +0.250, +6.40 stones, win in 5 or loss in 4, got {0:?}")]
pub struct MoveEvaluationError(String);

/// `+0.250`, `+6.40 stones`, `win in 5`, `loss in 4`.
impl fmt::Display for MoveEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Self::Value(value) => format!("{:+.3}", value.0),
            Self::Stones(stones) => format!("{stones:+.2} stones"),
            Self::WinIn(plies) => format!("win in {plies}"),
            Self::LossIn(plies) => format!("loss in {plies}"),
        })
    }
}

impl FromStr for MoveEvaluation {
    type Err = MoveEvaluationError;

    fn from_str(text: &str) -> Result<Self, MoveEvaluationError> {
        let parsed = if let Some(plies) = text.strip_prefix("win in ") {
            plies.parse().ok().map(Self::WinIn)
        } else if let Some(plies) = text.strip_prefix("loss in ") {
            plies.parse().ok().map(Self::LossIn)
        } else if let Some(stones) = text.strip_suffix(" stones") {
            finite(stones).map(Self::Stones)
        } else {
            finite(text).map(|value| Self::Value(MoverValue(value)))
        };
        parsed.ok_or_else(|| MoveEvaluationError(text.to_owned()))
    }
}

fn finite(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite())
}

impl TryFrom<String> for MoveEvaluation {
    type Error = MoveEvaluationError;

    fn try_from(text: String) -> Result<Self, MoveEvaluationError> {
        text.parse()
    }
}

impl From<MoveEvaluation> for String {
    fn from(evaluation: MoveEvaluation) -> Self {
        evaluation.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_points() {
        let points = |text: &str| text.parse::<MoveEvaluation>().unwrap().expected_points();
        assert_eq!(
            [points("win in 5"), points("loss in 4"), points("+0.000")],
            [1.0, 0.0, 0.5]
        );
        assert_eq!([points("+0.500"), points("0 stones")], [0.75, 0.5]);
        let (ahead, behind) = (points("+18 stones"), points("-18 stones"));
        assert!((ahead / (1.0 - ahead) - std::f64::consts::E).abs() < 1e-9);
        assert!((ahead + behind - 1.0).abs() < 1e-12);
    }

    #[test]
    fn scores_are_evaluations() {
        assert_eq!(MoveEvaluation::from(Score::win_in(3)), MoveEvaluation::WinIn(3));
        assert_eq!(MoveEvaluation::from(Score::loss_in(4)), MoveEvaluation::LossIn(4));
        let stones = MoveEvaluation::from(Score::from_hundredths(-250));
        assert_eq!(stones, MoveEvaluation::Stones(-2.5));
    }

    #[test]
    fn evaluations_are_read_back() {
        for text in [
            "+0.250",
            "-1.000",
            "+6.40 stones",
            "-0.50 stones",
            "win in 5",
            "loss in 4",
        ] {
            assert_eq!(text.parse::<MoveEvaluation>().unwrap().to_string(), text);
        }
        for text in ["", "nan", "win in -1", "inf stones", "2 pits"] {
            assert!(text.parse::<MoveEvaluation>().is_err(), "{text}");
        }
    }
}
