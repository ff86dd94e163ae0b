use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::value::MoverValue;

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
