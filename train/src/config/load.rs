use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;
use toml::{Table, Value};

use super::TrainConfig;
use super::error::ConfigError;

/// A setting of the command line that replaces the one of the file: `training.batch_size=512`.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigOverride {
    keys: Vec<String>,
    value: Value,
}

impl ConfigOverride {
    /// The outermost key, such as `training`.
    pub fn section(&self) -> &str {
        &self.keys[0]
    }

    /// The section of the key that an error complains about: all keys before the last one, or those before the unknown one.
    fn section_of(&self, error: &toml::de::Error) -> String {
        let sections = &self.keys[..self.keys.len() - 1];
        let unknown = unknown_key(error.message());
        let length = sections.iter().position(|section| Some(&section[..]) == unknown);
        sections[..length.unwrap_or(sections.len())].join(".")
    }

    fn apply(&self, table: &mut Table) -> Result<(), ConfigError> {
        let (last, sections) = self.keys.split_last().expect("an override has a key");
        let mut table = table;
        for section in sections {
            let entry = table
                .entry(section.clone())
                .or_insert_with(|| Value::Table(Table::new()));
            table = entry.as_table_mut().ok_or_else(|| ConfigError::Value {
                place: format!("--set {self}"),
                reason: format!("`{section}` is a value, not a section"),
            })?;
        }
        table.insert(last.clone(), self.value.clone());
        Ok(())
    }
}

impl fmt::Display for ConfigOverride {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={}", self.keys.join("."), self.value)
    }
}

impl FromStr for ConfigOverride {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || ConfigError::Override(text.to_owned());
        let (keys, value) = text.split_once('=').ok_or_else(malformed)?;
        let keys: Vec<String> = keys.split('.').map(|key| key.trim().to_owned()).collect();
        let value = value.trim();
        if value.is_empty() || keys.iter().any(String::is_empty) {
            return Err(malformed());
        }
        // A shell takes quotes away, so that a bare word means a string.
        let value = value.parse().unwrap_or_else(|_| Value::String(value.to_owned()));
        Ok(Self { keys, value })
    }
}

impl TrainConfig {
    /// Reads a file; settings that it leaves out have their defaults. `overrides` then replace single settings.
    ///
    /// # Errors
    /// Names the file and line, or the override, and what is wrong: no TOML, an unknown key (with the nearest known one), a
    /// value of the wrong kind or out of range.
    pub fn load(path: &Path, overrides: &[ConfigOverride]) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Io {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, &path.display().to_string(), overrides)
    }

    /// The same for text; `place` names it in errors.
    ///
    /// # Errors
    /// As [`TrainConfig::load`].
    pub fn parse(text: &str, place: &str, overrides: &[ConfigOverride]) -> Result<Self, ConfigError> {
        let mut config: Self = toml::from_str(text).map_err(|error| located(&error, text, place))?;
        let mut table: Table = toml::from_str(text).map_err(|error| located(&error, text, place))?;
        for option in overrides {
            option.apply(&mut table)?;
            config = Self::deserialize(table.clone()).map_err(|error| {
                let section = option.section_of(&error);
                explained(&error, format!("--set {option}"), &section, None)
            })?;
        }
        config.validate().map_err(|reason| ConfigError::Range {
            place: place_of(&reason, overrides).unwrap_or_else(|| place.to_owned()),
            reason,
        })?;
        Ok(config)
    }

    /// Every setting as TOML, as it stands in a run folder.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("settings are always TOML")
    }
}

/// The last override of the key with which a reason begins, or of a table that holds it.
fn place_of(reason: &str, overrides: &[ConfigOverride]) -> Option<String> {
    let key = reason.split(' ').next()?;
    let is_meant = |option: &&ConfigOverride| {
        let rest = key.strip_prefix(&option.keys.join("."));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let option = overrides.iter().rev().find(is_meant)?;
    Some(format!("--set {option}"))
}

fn located(error: &toml::de::Error, text: &str, place: &str) -> ConfigError {
    let before = error
        .span()
        .and_then(|span| text.get(..span.start))
        .unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    explained(
        error,
        format!("{place}:{line}"),
        section_of(before),
        key_of(text, line),
    )
}

/// What stands before the `=` of a line, if anything does.
fn key_of(text: &str, line: usize) -> Option<&str> {
    let line = text.lines().nth(line - 1)?;
    Some(line.split_once('=')?.0.trim())
}

/// Name of the last section that begins in `text`.
fn section_of(text: &str) -> &str {
    let mut headers = text.lines().filter_map(|line| line.trim().strip_prefix('['));
    headers
        .next_back()
        .and_then(|header| header.split(']').next())
        .unwrap_or_default()
        .trim_matches([' ', '.'])
}

/// Serde says "unknown field `x`, expected one of `a`, `b`"; a user needs the nearest of them.
fn explained(error: &toml::de::Error, place: String, section: &str, key: Option<&str>) -> ConfigError {
    let message = error.message();
    match unknown_key(message) {
        Some(key) => ConfigError::UnknownKey {
            place,
            key: key.to_owned(),
            section: section.to_owned(),
            advice: advice(key, &message.split('`').skip(3).step_by(2).collect::<Vec<_>>()),
        },
        None => ConfigError::Value {
            place,
            reason: key.map(|key| format!("{key}: ")).unwrap_or_default() + &plain(message),
        },
    }
}

/// The key of a message of serde about a key that no setting has.
fn unknown_key(message: &str) -> Option<&str> {
    message.strip_prefix("unknown field `")?.split('`').next()
}

/// A message of serde on one line, without the names of Rust's types.
fn plain(message: &str) -> String {
    // What toml says if a choice is given as something else than a name or a table.
    if message == "invalid type: unit variant, expected string only" {
        return "expected the name of a choice, or a table with its name".to_owned();
    }
    let mut words = message.split_whitespace();
    let mut plain = Vec::new();
    while let Some(word) = words.next() {
        plain.push(match word {
            "u32" | "u64" | "usize" => "a whole number, not negative",
            "f32" | "f64" => "a number",
            "struct" => {
                words.next();
                "a section"
            }
            word => word,
        });
    }
    plain.join(" ")
}

/// How alike two keys must be for one to be a misspelling of the other, as Jaro and Winkler measure it: `epoch` and
/// `every` have 0.69, `batchsize` and `batch_size` 0.98.
const ALIKE: f64 = 0.8;

fn advice(key: &str, known: &[&str]) -> String {
    if let Some(section) = section_with(key) {
        return format!("it belongs in [{section}]");
    }
    let similarity = |known: &str| strsim::jaro_winkler(key, known);
    let nearest = known
        .iter()
        .max_by(|left, right| similarity(left).total_cmp(&similarity(right)));
    match nearest {
        Some(nearest) if similarity(nearest) >= ALIKE => format!("the nearest known key is `{nearest}`"),
        Some(_) => format!("known here are {}", known.join(", ")),
        None => "no key is known here".to_owned(),
    }
}

/// The section that has a setting with exactly this name.
fn section_with(key: &str) -> Option<String> {
    let defaults = Table::try_from(TrainConfig::default()).expect("settings are always TOML");
    let mut sections: Vec<(String, &Table)> = vec![(String::new(), &defaults)];
    while let Some((name, table)) = sections.pop() {
        if !name.is_empty() && table.contains_key(key) {
            return Some(name);
        }
        for (inner, value) in table {
            if let Value::Table(value) = value {
                let path = if name.is_empty() {
                    inner.clone()
                } else {
                    format!("{name}.{inner}")
                };
                sections.push((path, value));
            }
        }
    }
    None
}
