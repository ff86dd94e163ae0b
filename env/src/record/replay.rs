use thiserror::Error;

use super::error::{Place, ply_prefix};
use super::replay_tags::TagChecks;
use super::result::result_text;
use super::setup::SetupError;
use super::{GameRecord, RecordedMove, kazan_mark};
use crate::game::Game;
use crate::outcome::{Ending, Outcome};
use crate::pit::Pit;
use crate::rules::{RepetitionRule, Rules};
use crate::side::Side;
use crate::sowing::{IllegalMove, Sowing};

/// A record that was played and agrees with the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayedGame {
    /// The game on the board; it knows nothing of resignation, agreement and time.
    pub game: Game,
    /// The result: the board's, or else the recorded one. `None` if the game was left open.
    pub outcome: Option<Outcome>,
    /// How the game ended: the board's ending, or else the recorded one. `None` if the record does not say.
    pub ending: Option<Ending>,
}

impl ReplayedGame {
    /// Number of plies played.
    pub fn plies(&self) -> usize {
        self.game.moves().len()
    }

    /// Final kazans of White and of Black: `[2]`; after atsyrau with the stones that were left.
    pub fn kazans(&self) -> [u8; 2] {
        Side::ALL.map(|side| self.game.position().kazan(side))
    }
}

/// A record that disagrees with the rules: where, and how.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {}{problem}", ply_prefix(*.ply))]
pub struct ReplayError {
    /// The line of the move, or where the game begins.
    pub place: Place,
    /// The ply, counted from 1; `None` if the game as a whole is meant.
    pub ply: Option<usize>,
    /// What is wrong.
    pub problem: ReplayProblem,
}

/// How a record can disagree with the rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayProblem {
    /// The tags do not say how the game begins.
    #[error("{0}")]
    Setup(Box<SetupError>),
    /// The move cannot be played.
    #[error("move {notation}: {reason}")]
    IllegalMove {
        /// The move as written.
        notation: String,
        /// Why not.
        reason: IllegalMove,
    },
    /// The last stone falls elsewhere.
    #[error("expected the last stone of pit {origin} in pit {expected} of {expected_side}, found {found}")]
    LastPit {
        /// The pit that is played.
        origin: Pit,
        /// Pit of the last stone on the board.
        expected: Pit,
        /// Its side.
        expected_side: Side,
        /// What the record says.
        found: String,
    },
    /// The move makes a tuzdik and is not marked, or the other way round.
    #[error("{}", tuzdik_message(*.found))]
    TuzdikMark {
        /// Whether the record has the mark.
        found: bool,
    },
    /// The kazan after a capture differs, is missing, or stands where nothing was captured.
    #[error("expected {}, found {}", kazan_text(*.expected), kazan_text(*.found))]
    Kazan {
        /// The mover's kazan if the move captures.
        expected: Option<u8>,
        /// What the record says.
        found: Option<u8>,
    },
    /// The board has ended otherwise than the record says.
    #[error("expected the ending {}, found {}", ending_text(*.expected), ending_text(*.found))]
    Ending {
        /// How the board has ended; `None` while it has not.
        expected: Option<Ending>,
        /// What the record says.
        found: Option<Ending>,
    },
    /// The recorded result does not fit the board or the recorded ending.
    #[error("expected {expected} as the result, found {}", result_text(*.found))]
    Result {
        /// What would fit.
        expected: &'static str,
        /// What the record says.
        found: Option<Outcome>,
    },
    /// A tag contradicts the board.
    #[error("tag {name}: expected {expected}, found {found:?}")]
    Tag {
        /// Name of the tag.
        name: String,
        /// What the board says, or how the value should look.
        expected: String,
        /// Value of the tag.
        found: String,
    },
}

impl GameRecord {
    /// Plays the record and compares what it says with the board: pits of the last stones, tuzdiks, kazans, the ending,
    /// the result, and the tags `Count` (final kazans), `Plies` and `DiagramN` (position after N plies).
    ///
    /// The rules and the position at the start are those of the record's tags; `otherwise` are the rules of a record that has
    /// none. A repetition does not end the replay, whatever the rules say, since servers play on; nor does a ply cap.
    ///
    /// # Errors
    /// At the first difference, or if the tags do not say how the game begins.
    pub fn replay(&self, otherwise: &Rules) -> Result<ReplayedGame, ReplayError> {
        let tags = TagChecks::new(self);
        let of_game = |problem| ReplayError {
            place: self.place.clone(),
            ply: None,
            problem,
        };
        let setup = self
            .setup(otherwise)
            .map_err(|error| of_game(ReplayProblem::Setup(error.into())))?;
        let rules = &setup.rules;
        let mut game = Game::from_position(endless(rules), setup.start.position);
        tags.check_diagrams(rules, 0, game.position()).map_err(of_game)?;
        for (index, recorded) in self.moves.iter().enumerate() {
            let ply = index + 1;
            self.play(&mut game, recorded).map_err(|problem| ReplayError {
                place: Place {
                    line: recorded.line,
                    ..self.place.clone()
                },
                ply: Some(ply),
                problem,
            })?;
            tags.check_diagrams(rules, ply, game.position())
                .map_err(of_game)?;
        }
        tags.check_end(&game).map_err(of_game)?;
        self.check_end(game).map_err(of_game)
    }

    /// The same record with every mark, as the replay finds them, with the ending and the result of a finished board, and with
    /// the tag `Rules` if `otherwise` had to fill in.
    ///
    /// # Errors
    /// If the record does not replay.
    pub fn completed(&self, otherwise: &Rules) -> Result<Self, ReplayError> {
        let replayed = self.replay(otherwise)?;
        let mut complete = Self::from_game(&replayed.game);
        for (written, original) in complete.moves.iter_mut().zip(&self.moves) {
            written.line = original.line;
        }
        let tags = self.tags.iter().map(|(name, value)| match name {
            "Result" => (name, result_text(replayed.outcome)),
            _ => (name, value),
        });
        let complete = Self {
            place: self.place.clone(),
            tags: tags.collect(),
            result: replayed.outcome,
            ending: replayed.ending,
            ..complete
        };
        Ok(complete.with_rules(otherwise))
    }

    fn play(&self, game: &mut Game, recorded: &RecordedMove) -> Result<(), ReplayProblem> {
        let before = game.position().kazan(game.position().turn());
        let sowing =
            game.try_play(recorded.notation.origin)
                .map_err(|reason| ReplayProblem::IllegalMove {
                    notation: recorded.to_string(),
                    reason,
                })?;
        check_last_pit(&sowing, recorded)?;
        let marked = recorded.notation.makes_tuzdik;
        if marked != sowing.makes_tuzdik && (marked || self.marks.tuzdiks) {
            return Err(ReplayProblem::TuzdikMark { found: marked });
        }
        let kazan = kazan_mark(before, &sowing);
        if recorded.kazan != kazan && (recorded.kazan.is_some() || self.marks.kazans) {
            return Err(ReplayProblem::Kazan {
                expected: kazan,
                found: recorded.kazan,
            });
        }
        Ok(())
    }

    fn check_end(&self, game: Game) -> Result<ReplayedGame, ReplayProblem> {
        let board = game.status();
        let fits = match (board.ending(), self.ending) {
            (Some(board), Some(recorded)) => board == recorded,
            (None, recorded) => !matches!(recorded, Some(Ending::Majority | Ending::Atsyrau)),
            (Some(board), None) => board != Ending::Atsyrau || !self.marks.atsyrau,
        };
        if !fits {
            return Err(ReplayProblem::Ending {
                expected: board.ending(),
                found: self.ending,
            });
        }
        if let Some(expected) = self.result_that_fits(board.outcome()) {
            return Err(ReplayProblem::Result {
                expected,
                found: self.result,
            });
        }
        Ok(ReplayedGame {
            outcome: board.outcome().or(self.result),
            ending: board.ending().or(self.ending),
            game,
        })
    }

    /// What the result should be, if it fits neither the board nor the recorded ending.
    fn result_that_fits(&self, board: Option<Outcome>) -> Option<&'static str> {
        let (fits, expected) = match (board, self.ending) {
            (Some(board), _) => (
                self.result.is_none_or(|result| result == board),
                result_text(Some(board)),
            ),
            (None, None) => return None,
            (None, Some(Ending::Agreement | Ending::Repetition)) => (
                self.result == Some(Outcome::Draw),
                result_text(Some(Outcome::Draw)),
            ),
            (None, Some(_)) => {
                let is_decided = self.result.is_some_and(|result| result != Outcome::Draw);
                (is_decided, "1-0 or 0-1")
            }
        };
        (!fits).then_some(expected)
    }
}

/// The same rules, ended by the board alone.
fn endless(rules: &Rules) -> Rules {
    rules
        .with_repetition(RepetitionRule::None)
        .expect("no repetition rule is a valid one")
        .with_ply_cap(None)
}

fn check_last_pit(sowing: &Sowing, recorded: &RecordedMove) -> Result<(), ReplayProblem> {
    let same_side = recorded.last_side.is_none_or(|side| side == sowing.last_side);
    if recorded.notation.last == sowing.last_pit && same_side {
        return Ok(());
    }
    let side = recorded
        .last_side
        .map_or_else(String::new, |side| format!(" of {side}"));
    Err(ReplayProblem::LastPit {
        origin: sowing.origin,
        expected: sowing.last_pit,
        expected_side: sowing.last_side,
        found: format!("pit {}{side}", recorded.notation.last),
    })
}

const fn tuzdik_message(found: bool) -> &'static str {
    if found {
        "expected no X, since the move makes no tuzdik"
    } else {
        "expected X, since the move makes a tuzdik"
    }
}

fn kazan_text(kazan: Option<u8>) -> String {
    kazan.map_or_else(|| "no kazan".to_owned(), |kazan| format!("kazan ({kazan})"))
}

fn ending_text(ending: Option<Ending>) -> &'static str {
    ending.map_or("none", Ending::name)
}
