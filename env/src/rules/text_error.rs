use thiserror::Error;

use super::{Rules, RulesError};
use crate::excerpt::quoted;
use crate::preset::{UnknownPreset, did_you_mean};

/// Text that is not a rule set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesTextError {
    /// The text begins with a name that no rule set has.
    #[error(transparent)]
    Preset(#[from] UnknownPreset),
    /// No switch has this key.
    #[error(
        "no switch of the rules is called {}: expected {}{}",
        quoted(.key),
        Rules::KEYS.join(", "),
        did_you_mean(*.nearest)
    )]
    UnknownKey {
        /// The key in the text.
        key: String,
        /// The known key that looks most like it, if any does.
        nearest: Option<&'static str>,
    },
    /// The switch does not take this value.
    #[error("{key}: expected {expected}, found {}{}", quoted(.found), did_you_mean(*.nearest))]
    Value {
        /// The switch.
        key: &'static str,
        /// What it takes.
        expected: String,
        /// What stands in the text.
        found: String,
        /// The known value that looks most like it, if any does.
        nearest: Option<&'static str>,
    },
    /// Something other than a switch and its value.
    #[error("expected key=value, such as pits=5, found {}", quoted(.0))]
    Item(String),
    /// The text sets a switch more than once.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// The values do not go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
}
