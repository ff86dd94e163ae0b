use thiserror::Error;

/// A setting with a value that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{name} must be {expected}, got {found}")]
pub struct InvalidSetting {
    /// The setting, as in a configuration file: `fpu.reduction`.
    pub name: &'static str,
    /// What values it may have.
    pub expected: &'static str,
    /// The value it had.
    pub found: String,
}

impl InvalidSetting {
    /// An error about setting `name` unless `holds`.
    pub(crate) fn unless(
        holds: bool,
        name: &'static str,
        expected: &'static str,
        found: impl ToString,
    ) -> Result<(), Self> {
        if holds {
            return Ok(());
        }
        Err(Self {
            name,
            expected,
            found: found.to_string(),
        })
    }
}
