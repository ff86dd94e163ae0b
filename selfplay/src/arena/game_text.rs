use kumalak_env::{Game, Outcome, Pit, Position, Rules, Side};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::arena::played_game::PlayedGame;
use crate::arena::termination::Termination;
use crate::move_evaluation::MoveEvaluation;

/// A game of a match as files hold it, for JSON and the like.
///
/// Moves are the numbers of the pits one after another: `"769…"`. `result` is `*` for a game that was cut off by the ply cap.
/// `ending` is one of [`Ending::name`](kumalak_env::Ending::name), `truncated`, `fault` or `adjudication`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// Number of the pair, from 0.
    pub pair: usize,
    /// The side of the first player, `White` or `Black`.
    pub first_side: String,
    /// The position that the game began with, unless it is the start of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves of the opening.
    pub opening: String,
    /// The moves after it.
    pub moves: String,
    /// The result: `1-0`, `1/2-1/2`, `0-1` or `*`.
    pub result: String,
    /// How the game ended.
    pub ending: String,
    /// What a player did wrong, if that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Final kazans of White and Black: `[2]`.
    pub kazans: [u8; 2],
    /// What the players thought of the moves after the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evaluations: Vec<Option<MoveEvaluation>>,
}

/// A text that is no game of the match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameTextError {
    /// A field holds something else than it should.
    #[error("{field}: expected {expected}, found {found:?}")]
    Field {
        /// The field.
        field: &'static str,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A move is illegal.
    #[error("ply {ply}: {reason}")]
    Move {
        /// The ply, counted from 1.
        ply: usize,
        /// Why.
        reason: String,
    },
}

const FAULT: &str = "fault";
const ADJUDICATION: &str = "adjudication";
const TRUNCATED: &str = "truncated";
const TIME_FORFEIT: &str = kumalak_env::Ending::TimeForfeit.name();

impl From<&PlayedGame> for GameText {
    fn from(played: &PlayedGame) -> Self {
        let game = &played.game;
        let (opening, moves) = game.moves().split_at(played.opening_plies);
        let begins_at_start = *game.start() == Position::start(game.rules());
        let (ending, fault) = match &played.termination {
            Termination::Rules => {
                let ending = game.status().ending();
                (ending.map_or(TRUNCATED, |ending| ending.name()), None)
            }
            Termination::Time { .. } => (TIME_FORFEIT, None),
            Termination::Fault { reason, .. } => (FAULT, Some(reason.clone())),
            Termination::Adjudication { .. } => (ADJUDICATION, None),
        };
        Self {
            pair: played.pair,
            first_side: played.first_side.to_string(),
            start: (!begins_at_start).then(|| game.start().to_fen(game.rules(), 1)),
            opening: pit_numbers(opening),
            moves: pit_numbers(moves),
            result: result_text(played),
            ending: ending.to_owned(),
            fault,
            kazans: Side::ALL.map(|side| game.position().kazan(side)),
            evaluations: played.evaluations.clone(),
        }
    }
}

impl Serialize for PlayedGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameText::from(self).serialize(serializer)
    }
}

impl GameText {
    /// Plays the game again under the rules of its match and checks that it comes out as written.
    ///
    /// # Errors
    /// Names the field that does not fit, or the move that is illegal.
    pub fn replay(&self, rules: Rules) -> Result<PlayedGame, GameTextError> {
        let start = match &self.start {
            None => Position::start(&rules),
            Some(fen) => {
                Position::from_fen(&rules, fen).map_err(|error| field("start", error.to_string(), fen))?
            }
        };
        let mut game = Game::from_position(rules, start);
        for letter in self.opening.chars().chain(self.moves.chars()) {
            let ply = game.moves().len() + 1;
            let pit = letter
                .to_digit(10)
                .and_then(|digit| Pit::from_number(digit as usize));
            let pit =
                pit.ok_or_else(|| field("moves", "the numbers of pits".to_owned(), &letter.to_string()))?;
            game.try_play(pit).map_err(|illegal| GameTextError::Move {
                ply,
                reason: illegal.to_string(),
            })?;
        }
        let played = PlayedGame {
            pair: self.pair,
            first_side: self.first_side()?,
            opening_plies: self.opening.len(),
            termination: self.termination(&game)?,
            game,
            evaluations: self.evaluations.clone(),
        };
        self.compare(&played)?;
        Ok(played)
    }

    fn first_side(&self) -> Result<Side, GameTextError> {
        Side::ALL
            .into_iter()
            .find(|side| side.to_string() == self.first_side)
            .ok_or_else(|| field("first_side", "White or Black".to_owned(), &self.first_side))
    }

    fn termination(&self, game: &Game) -> Result<Termination, GameTextError> {
        let loser = game.position().turn();
        match self.ending.as_str() {
            TIME_FORFEIT => Ok(Termination::Time { loser }),
            FAULT => Ok(Termination::Fault {
                loser,
                reason: self.fault.clone().unwrap_or_default(),
            }),
            ADJUDICATION => [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins]
                .into_iter()
                .find(|outcome| outcome.to_string() == self.result)
                .map(|outcome| Termination::Adjudication { outcome })
                .ok_or_else(|| field("result", "1-0, 1/2-1/2 or 0-1".to_owned(), &self.result)),
            _ if game.is_over() => Ok(Termination::Rules),
            other => Err(field(
                "ending",
                "the ending of an unfinished game".to_owned(),
                other,
            )),
        }
    }

    /// Compares what follows from the moves with what is written.
    fn compare(&self, played: &PlayedGame) -> Result<(), GameTextError> {
        let found = Self::from(played);
        let texts = [
            ("result", &found.result, &self.result),
            ("ending", &found.ending, &self.ending),
        ];
        for (name, expected, written) in texts {
            if expected != written {
                return Err(field(name, expected.clone(), written));
            }
        }
        if found.kazans != self.kazans {
            return Err(field(
                "kazans",
                format!("{:?}", found.kazans),
                &format!("{:?}", self.kazans),
            ));
        }
        let moves = self.moves.len();
        if !self.evaluations.is_empty() && self.evaluations.len() != moves {
            return Err(field(
                "evaluations",
                format!("none, or one for each of {moves} moves"),
                &self.evaluations.len().to_string(),
            ));
        }
        Ok(())
    }
}

fn field(field: &'static str, expected: String, found: &str) -> GameTextError {
    GameTextError::Field {
        field,
        expected,
        found: found.to_owned(),
    }
}

fn result_text(played: &PlayedGame) -> String {
    played
        .outcome()
        .map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

fn pit_numbers(moves: &[Pit]) -> String {
    moves.iter().map(|pit| pit.to_string()).collect()
}
