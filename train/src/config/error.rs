use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Settings that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A key that no setting has.
    #[error("{place}: unknown key `{key}`{}; {advice}", in_section(section))]
    UnknownKey {
        /// File and line, or the option of the command line.
        place: String,
        /// The key.
        key: String,
        /// Section in which it stands; empty at the top.
        section: String,
        /// The nearest known key, all known ones if none is near, or where the key belongs.
        advice: String,
    },
    /// Text that is not TOML, or a value of another kind than its setting.
    #[error("{place}: {reason}")]
    Value {
        /// File and line, or the option of the command line.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// A value that makes no sense.
    #[error("{place}: {reason}")]
    Range {
        /// The file, or the option of the command line that set the value.
        place: String,
        /// Key, allowed range and value.
        reason: String,
    },
    /// An option `--set` without a key or a value.
    #[error("--set {0}: expected SECTION.KEY=VALUE, such as training.batch_size=512")]
    Override(String),
}

impl ConfigError {
    /// Whether an option `--set` of the command line is wrong, and not a file.
    pub fn is_of_option(&self) -> bool {
        match self {
            Self::Io { .. } => false,
            Self::UnknownKey { place, .. } | Self::Value { place, .. } | Self::Range { place, .. } => {
                place.starts_with("--set ")
            }
            Self::Override(_) => true,
        }
    }
}

fn in_section(section: &str) -> String {
    match section {
        "" => String::new(),
        section => format!(" in [{section}]"),
    }
}

/// A setting of this crate with a value that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{key} must be {expected}, got {found}")]
pub(super) struct OutOfRange {
    key: &'static str,
    expected: &'static str,
    found: String,
}

impl OutOfRange {
    /// An error about the setting `key` unless `holds`.
    pub(super) fn unless(
        holds: bool,
        key: &'static str,
        expected: &'static str,
        found: impl ToString,
    ) -> Result<(), Self> {
        if holds {
            return Ok(());
        }
        Err(Self {
            key,
            expected,
            found: found.to_string(),
        })
    }
}
