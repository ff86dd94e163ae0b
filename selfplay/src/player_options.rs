//! The part of a player's specification behind its name: `key=value,key=value…`.

use std::path::PathBuf;
use std::time::Duration;

use crate::player_spec::PlayerSpecError;
use crate::time_text::TimeText;

/// What may follow the name of a player.
pub(crate) struct Syntax {
    /// Its name.
    pub(crate) player: &'static str,
    /// The keys that it knows.
    pub(crate) options: &'static [&'static str],
    /// A complete specification.
    pub(crate) example: &'static str,
}

/// The `key=value` pairs of a specification.
pub(crate) struct Options<'a> {
    syntax: &'static Syntax,
    values: Vec<(&'a str, &'a str)>,
}

impl<'a> Options<'a> {
    /// Reads `key=value,key=value…`; no text has no pairs.
    pub(crate) fn parse(syntax: &'static Syntax, text: Option<&'a str>) -> Result<Self, PlayerSpecError> {
        let player = syntax.player;
        let mut values: Vec<(&str, &str)> = Vec::new();
        for option in text.into_iter().flat_map(|text| text.split(',')) {
            let Some((key, value)) = option.split_once('=') else {
                let text = option.to_owned();
                return Err(PlayerSpecError::NotAnOption { player, text });
            };
            let key_is = |known: &&str| *known == key;
            let Some(&known) = syntax.options.iter().find(|known| key_is(known)) else {
                return Err(PlayerSpecError::UnknownOption {
                    player,
                    key: key.to_owned(),
                    allowed: syntax.options,
                });
            };
            if values.iter().any(|(given, _)| key_is(given)) {
                return Err(PlayerSpecError::RepeatedOption { player, key: known });
            }
            values.push((key, value));
        }
        Ok(Self { syntax, values })
    }

    /// What is given for `key`.
    pub(crate) fn value(&self, key: &str) -> Option<&'a str> {
        self.values
            .iter()
            .find(|(given, _)| *given == key)
            .map(|&(_, value)| value)
    }

    /// The whole number from 1 to `greatest` that is given for `key`.
    pub(crate) fn number(&self, key: &'static str, greatest: u32) -> Result<u32, PlayerSpecError> {
        let Syntax { player, example, .. } = *self.syntax;
        self.optional_number(key, greatest)?
            .ok_or(PlayerSpecError::MissingOption { player, key, example })
    }

    /// The same, or nothing if `key` is absent.
    pub(crate) fn optional_number(
        &self,
        key: &'static str,
        greatest: u32,
    ) -> Result<Option<u32>, PlayerSpecError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(number) if (1..=greatest).contains(&number) => Ok(Some(number)),
            _ => Err(PlayerSpecError::Number {
                player: self.syntax.player,
                key,
                value: value.to_owned(),
                greatest,
            }),
        }
    }

    /// The time that is given for `key`, or nothing if it is absent.
    pub(crate) fn optional_time(&self, key: &'static str) -> Result<Option<Duration>, PlayerSpecError> {
        let time = self.value(key).map(str::parse::<TimeText>).transpose();
        time.map(|time| time.map(|time| time.0))
            .map_err(|error| PlayerSpecError::Time {
                player: self.syntax.player,
                key,
                error,
            })
    }
}

/// The path of a checkpoint up to the first comma, and the options behind it.
pub(crate) fn path_and_options<'a>(
    syntax: &'static Syntax,
    arguments: Option<&'a str>,
) -> Result<(PathBuf, Options<'a>), PlayerSpecError> {
    let arguments = arguments.unwrap_or_default();
    let (path, options) = match arguments.split_once(',') {
        Some((path, options)) => (path, Some(options)),
        None => (arguments, None),
    };
    if path.is_empty() {
        let Syntax { player, example, .. } = *syntax;
        return Err(PlayerSpecError::MissingPath { player, example });
    }
    Ok((PathBuf::from(path), Options::parse(syntax, options)?))
}
