use thiserror::Error;

/// A setting with a value that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{name} must be {expected}, got {found}")]
pub struct InvalidSetting {
    /// The setting, as in a configuration file: `search.fpu.parent_minus.reduction`.
    pub name: String,
    /// What values it may have.
    pub expected: &'static str,
    /// The value it had.
    pub found: String,
}

impl InvalidSetting {
    /// An error about setting `name` unless `holds`.
    ///
    /// # Errors
    /// That error.
    pub fn unless(holds: bool, name: &str, expected: &'static str, found: impl ToString) -> Result<(), Self> {
        if holds {
            return Ok(());
        }
        Err(Self {
            name: name.to_owned(),
            expected,
            found: found.to_string(),
        })
    }

    /// The same error about a setting of a table that lies within another.
    #[must_use]
    pub fn within(self, table: &str) -> Self {
        Self {
            name: format!("{table}.{}", self.name),
            ..self
        }
    }
}
