use std::str::FromStr;

use thiserror::Error;

use crate::invalid_setting::InvalidSetting;
use crate::statistics::sprt::{EloScale, Sprt};

/// Probability of either error where none is given, as in fishtest and fastchess.
const DEFAULT_ERROR: f64 = 0.05;

/// Text that describes no test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SprtSyntaxError {
    /// A part is not of the form `key=value` with a key that a test has.
    #[error("expected elo0, elo1, alpha, beta or scale as key=value (for example elo0=0,elo1=5), got {0:?}")]
    Part(String),
    /// A key was given twice.
    #[error("{0} is given twice")]
    Repeated(String),
    /// A bound is absent.
    #[error("{0} is missing, as in elo0=0,elo1=5")]
    Missing(&'static str),
    /// A value is not a number.
    #[error("{key} must be a number, got {value:?}")]
    Number {
        /// The key.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// A scale that does not exist.
    #[error("scale must be normalized or logistic, got {0:?}")]
    Scale(String),
    /// A number out of range.
    #[error(transparent)]
    Range(#[from] InvalidSetting),
}

/// `elo0=0,elo1=5`, and optionally `alpha=0.05`, `beta=0.05` and `scale=normalized` or `scale=logistic`, in any order.
impl FromStr for Sprt {
    type Err = SprtSyntaxError;

    fn from_str(text: &str) -> Result<Self, SprtSyntaxError> {
        const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "scale"];
        let mut values: [Option<&str>; KEYS.len()] = [None; KEYS.len()];
        for part in text.split(',') {
            let pair = part.split_once('=');
            let index = pair.and_then(|(key, _)| KEYS.iter().position(|known| *known == key.trim()));
            let (Some(index), Some((key, value))) = (index, pair) else {
                return Err(SprtSyntaxError::Part(part.to_owned()));
            };
            if values[index].replace(value.trim()).is_some() {
                return Err(SprtSyntaxError::Repeated(key.trim().to_owned()));
            }
        }
        let number = |index: usize, default: Option<f64>| match values[index] {
            None => default.ok_or(SprtSyntaxError::Missing(KEYS[index])),
            Some(value) => value.parse().map_err(|_| SprtSyntaxError::Number {
                key: KEYS[index],
                value: value.to_owned(),
            }),
        };
        let scale = match values[4] {
            None => EloScale::default(),
            Some(name) => EloScale::ALL
                .into_iter()
                .find(|scale| scale.name() == name)
                .ok_or_else(|| SprtSyntaxError::Scale(name.to_owned()))?,
        };
        let error = Some(DEFAULT_ERROR);
        Ok(Self::new(
            number(0, None)?,
            number(1, None)?,
            number(2, error)?,
            number(3, error)?,
            scale,
        )?)
    }
}
