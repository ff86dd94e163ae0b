//! The texts that an engine is sent, made from templates.

use std::time::Duration;

use kumalak_env::{Game, Rules};
use minijinja::{Environment, UndefinedBehavior, Value};
use regex::Regex;

use super::description::{EngineDescription, TextStep};
use super::error::EngineError;
use super::fields::{NAMES, TimeFields, template_fields};
use super::toml_error::nearest;
use crate::move_limits::MoveTime;

/// A step with its template and its regular expression ready.
#[derive(Debug)]
pub(super) struct Step {
    send: Template,
    pub(super) expect: Option<Regex>,
}

/// A template that is known to work.
#[derive(Debug)]
pub(super) struct Template {
    environment: Environment<'static>,
}

/// The only template of its environment.
const NAME: &str = "text";

/// Functions of the template language, which are no fields.
const FUNCTIONS: [&str; 3] = ["range", "dict", "namespace"];

impl Template {
    /// Compiles a template and tries it. `key` names it in errors.
    pub(super) fn new(text: &str, key: &str, place: &str, rules: &Rules) -> Result<Self, EngineError> {
        let wrong = |reason| EngineError::Value {
            place: place.to_owned(),
            key: key.to_owned(),
            reason,
        };
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment
            .add_template_owned(NAME, text.trim_end().to_owned())
            .map_err(|error| wrong(one_line(&error)))?;
        let template = Self { environment };
        if let Some(unknown) = template.unknown_name() {
            let hint = nearest(&unknown, NAMES).unwrap_or_default();
            return Err(wrong(format!(
                "there is no field `{unknown}`; the nearest is `{hint}`"
            )));
        }
        for game in sample_games(rules) {
            match sample_times().map(|time| template.text(&game, time)) {
                [Ok(_), Ok(_)] => {}
                [Err(reason), Ok(_)] => return Err(wrong(format!("without a clock: {reason}"))),
                [Ok(_), Err(reason)] => return Err(wrong(format!("with a clock: {reason}"))),
                [Err(reason), Err(_)] => return Err(wrong(reason)),
            }
        }
        Ok(template)
    }

    /// The same for a template whose text must not be empty.
    pub(super) fn saying_something(
        text: &str,
        key: &str,
        place: &str,
        rules: &Rules,
    ) -> Result<Self, EngineError> {
        let template = Self::new(text, key, place, rules)?;
        let mut texts = sample_games(rules)
            .into_iter()
            .flat_map(|game| sample_times().map(|time| template.text(&game, time)));
        if texts.any(|text| text.is_ok_and(|text| text.trim().is_empty())) {
            return Err(EngineError::Value {
                place: place.to_owned(),
                key: key.to_owned(),
                reason: "the text comes out empty, so that nothing would be asked".to_owned(),
            });
        }
        Ok(template)
    }

    /// The text for these fields.
    fn try_text(&self, fields: &Value) -> Result<String, String> {
        let template = self.environment.get_template(NAME);
        template
            .and_then(|template| template.render(fields))
            .map_err(|error| one_line(&error))
    }

    /// The text for a game, or what is wrong with the template.
    pub(super) fn text(&self, game: &Game, time: TimeFields) -> Result<String, String> {
        self.try_text(&template_fields(game, time))
    }

    fn unknown_name(&self) -> Option<String> {
        let template = self.environment.get_template(NAME).ok()?;
        let mut used: Vec<String> = template.undeclared_variables(true).into_iter().collect();
        used.sort();
        let is_known = |name: &String| {
            let begins = |known: &&str| known.split('.').next() == Some(name);
            NAMES.contains(&name.as_str()) || NAMES.iter().any(begins) || FUNCTIONS.contains(&name.as_str())
        };
        used.into_iter().find(|name| !is_known(name))
    }
}

/// The times with which a template is tried: without a clock and with one.
fn sample_times() -> [TimeFields; 2] {
    let clock = MoveTime::Clock {
        remaining: Duration::from_secs(10),
        increment: Duration::from_millis(100),
    };
    [MoveTime::Unlimited, clock].map(|time| TimeFields::new(1, time))
}

/// Games with which a template is tried: one at its start, one with moves.
fn sample_games(rules: &Rules) -> [Game; 2] {
    let start = Game::new(*rules);
    let mut later = start.clone();
    for _ in 0..3 {
        if let Some(pit) = later.legal_moves().iter().last() {
            later.play(pit);
        }
    }
    [start, later]
}

impl Step {
    /// A step of the list `key`, counted from 1.
    pub(super) fn all(
        description: &EngineDescription,
        steps: &[TextStep],
        key: &str,
        place: &str,
    ) -> Result<Vec<Self>, EngineError> {
        let steps = steps.iter().enumerate().map(|(index, step)| {
            let key = |part| format!("{key} {}, {part}", index + 1);
            Ok(Self {
                send: Template::new(&step.send, &key("send"), place, &description.rules)?,
                expect: match &step.expect {
                    None => None,
                    Some(expect) => Some(regular_expression(expect, &key("expect"), place)?),
                },
            })
        });
        steps.collect()
    }

    /// The text of the step for a game.
    pub(super) fn text(&self, game: &Game, time: TimeFields) -> Result<String, String> {
        self.send.text(game, time)
    }
}

/// Compiles a regular expression.
pub(super) fn regular_expression(text: &str, key: &str, place: &str) -> Result<Regex, EngineError> {
    Regex::new(text).map_err(|error| EngineError::Value {
        place: place.to_owned(),
        key: key.to_owned(),
        reason: one_line(&error),
    })
}

fn one_line(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
