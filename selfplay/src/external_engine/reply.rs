//! What an engine answers when it is asked for a move.

use kumalak_env::{Game, Pit};
use regex::Regex;

use super::description::EngineDescription;
use super::error::EngineError;
use super::move_format::MoveFormat;
use super::request::regular_expression;

/// The group of the regular expression that holds the move.
const MOVE: &str = "move";

/// Most characters of an answer that a reason repeats.
const LONGEST_EXCERPT: usize = 60;

/// Understands the answers of an engine.
#[derive(Debug)]
pub(super) struct ReplyReader {
    reply: Regex,
    claims_end: Option<Regex>,
    format: MoveFormat,
    first_pit: u32,
}

impl ReplyReader {
    /// A reader for the answers that a description promises.
    pub(super) fn new(description: &EngineDescription, place: &str) -> Result<Self, EngineError> {
        let exchange = &description.exchange;
        let wrong = |key: &str, reason: &str| EngineError::Value {
            place: place.to_owned(),
            key: format!("move, {key}"),
            reason: reason.to_owned(),
        };
        let reply = regular_expression(&exchange.reply, "move, reply", place)?;
        if !reply.capture_names().flatten().any(|name| name == MOVE) {
            return Err(wrong(
                "reply",
                "expected a group named `move`, as in '^bestmove (?<move>\\S+)'",
            ));
        }
        if exchange.first_pit > 1 {
            return Err(wrong("first_pit", "expected 0 or 1"));
        }
        let claims_end = exchange.claims_end.as_ref();
        Ok(Self {
            reply,
            claims_end: claims_end
                .map(|text| regular_expression(text, "move, claims_end", place))
                .transpose()?,
            format: exchange.format,
            first_pit: exchange.first_pit,
        })
    }

    /// The move in a line, or why it loses the game; `None` if the line is neither.
    pub(super) fn read(&self, game: &Game, line: &str) -> Option<Result<Pit, String>> {
        if self.claims_end.as_ref().is_some_and(|claim| claim.is_match(line)) {
            return Some(Err(format!("it claims that the game is over: {}", excerpt(line))));
        }
        let text = self.reply.captures(line)?.name(MOVE)?.as_str();
        let read = self.format.read(game, text, self.first_pit);
        Some(read.map_err(|reason| format!("{reason}, in its answer {}", excerpt(line))))
    }
}

/// The beginning of a line, in quotes.
fn excerpt(line: &str) -> String {
    let mut shown: String = line.chars().take(LONGEST_EXCERPT).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
