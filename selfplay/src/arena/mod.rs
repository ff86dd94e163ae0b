//! Matches of paired games.

mod adjudication;
mod error;
mod fault;
mod game_text;
mod lane;
mod lane_game;
mod observer;
mod openings;
mod play;
mod played_game;
mod report;
mod scoreboard;
mod settings;
mod standing;
mod stop_rule;
mod tally;
mod termination;
mod time_control;

pub use adjudication::Adjudication;
pub use error::ArenaError;
pub use fault::FaultPolicy;
pub use game_text::{GameText, GameTextError};
pub use observer::MatchObserver;
pub use openings::{Balance, BookError, GameCollection, OpeningBook, Openings, PlyRange};
pub use play::{continue_match, play_match};
pub use played_game::{PlayedGame, PlayedPair};
pub use report::{Completion, MatchReport, UnusualEndings};
pub use settings::ArenaSettings;
pub use standing::MatchStanding;
pub use stop_rule::StopRule;
pub use tally::Tally;
pub use termination::Termination;
pub use time_control::{TimeControl, TimeControlError};
