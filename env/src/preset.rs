use std::str::FromStr;

use thiserror::Error;

use crate::rules::Rules;

/// A name that no rule set has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no rule set is called {name:?}: expected {}", preset_names().join(", "))]
pub struct UnknownPreset {
    /// The name asked for.
    pub name: String,
}

impl Rules {
    /// The rule sets that have a name.
    pub const PRESETS: [(&'static str, Self); 3] = [
        ("standard", Self::STANDARD),
        ("bestemshe", Self::BESTEMSHE),
        ("qozdatu", Self::QOZDATU),
    ];

    /// The rule set with this name.
    ///
    /// # Errors
    /// If there is none; the message lists the names.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        Self::PRESETS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, rules)| rules)
            .ok_or_else(|| UnknownPreset {
                name: name.to_owned(),
            })
    }
}

/// Reads a name as [`Rules::preset`] does.
///
/// ```
/// use kumalak_env::Rules;
///
/// assert_eq!("bestemshe".parse(), Ok(Rules::BESTEMSHE));
/// let error = "chess".parse::<Rules>().unwrap_err();
/// assert_eq!(error.to_string(), "no rule set is called \"chess\": expected standard, bestemshe, qozdatu");
/// ```
impl FromStr for Rules {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        Self::preset(name)
    }
}

fn preset_names() -> [&'static str; 3] {
    Rules::PRESETS.map(|(name, _)| name)
}
