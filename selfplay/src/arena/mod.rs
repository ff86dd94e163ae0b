//! Matches of paired games.

mod error;
mod lane;
mod opening;
mod play;
mod played_game;
mod report;
mod settings;
mod tally;

pub use error::ArenaError;
pub use play::play_match;
pub use played_game::PlayedGame;
pub use report::{Completion, MatchReport};
pub use settings::ArenaSettings;
pub use tally::Tally;
