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
                return Err(PlayerSpecError::NotAnOption {
                    player,
                    text: option.to_owned(),
                    allowed: syntax.options,
                });
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

    /// The whole number from 1 to `greatest` for `key`, if the key is given.
    pub(crate) fn number_if_given(
        &self,
        key: &'static str,
        greatest: u32,
    ) -> Result<Option<u32>, PlayerSpecError> {
        let Some(value) = self.text(key) else {
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

    /// The time for `key`, such as `100ms` or `2s`, if the key is given.
    pub(crate) fn duration_if_given(&self, key: &'static str) -> Result<Option<Duration>, PlayerSpecError> {
        let time = self.value_if_given(key, TimeText::EXPECTED, |text| text.parse::<TimeText>().ok());
        Ok(time?.map(|time| time.0))
    }

    /// What `parse` reads for `key`, if the key is given. `expected` says what it can read.
    pub(crate) fn value_if_given<T>(
        &self,
        key: &'static str,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, PlayerSpecError> {
        let Some(value) = self.text(key) else {
            return Ok(None);
        };
        let refused = || PlayerSpecError::Value {
            player: self.syntax.player,
            key,
            value: value.to_owned(),
            expected,
        };
        parse(value).ok_or_else(refused).map(Some)
    }

    /// The error that a key which is needed, or one of several, is absent.
    pub(crate) fn missing(&self, key: &'static str) -> PlayerSpecError {
        let Syntax { player, example, .. } = *self.syntax;
        PlayerSpecError::MissingOption { player, key, example }
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        let given = self.values.iter().find(|(given, _)| *given == key);
        given.map(|&(_, value)| value)
    }
}

/// The path of a checkpoint, and the options behind it: the first part between commas that has a `=` is an option, and what
/// comes before it belongs to the path, commas included.
pub(crate) fn path_and_options<'a>(
    syntax: &'static Syntax,
    arguments: Option<&'a str>,
) -> Result<(PathBuf, Options<'a>), PlayerSpecError> {
    let arguments = arguments.unwrap_or_default();
    let commas = arguments.match_indices(',').map(|(place, _)| place);
    let begins_option = |place: &usize| {
        let rest = &arguments[place + 1..];
        rest.split(',').next().is_some_and(|part| part.contains('='))
    };
    let (path, options) = match commas.into_iter().find(begins_option) {
        Some(place) => (&arguments[..place], Some(&arguments[place + 1..])),
        None => (arguments, None),
    };
    let is_option = |text: &str| {
        let key = text.split_once('=').map(|(key, _)| key);
        key.is_some_and(|key| syntax.options.contains(&key))
    };
    if path.is_empty() || is_option(path) {
        let Syntax { player, example, .. } = *syntax;
        return Err(PlayerSpecError::MissingPath { player, example });
    }
    Ok((PathBuf::from(path), Options::parse(syntax, options)?))
}
