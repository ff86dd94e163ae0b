use std::io;

use crate::arena::played_game::{PlayedGame, PlayedPair};
use crate::arena::standing::MatchStanding;

/// Hears of the games of a match as they end, to show or keep them.
pub trait MatchObserver: Sync {
    /// A game has ended. Called from the thread that played it.
    fn game_finished(&self, game: &PlayedGame) {
        let _ = game;
    }

    /// Both games of a pair have ended; the pairs may come in any order. Called for one pair at a time.
    ///
    /// # Errors
    /// If the pair could not be kept; this ends the match with [`ArenaError::Keep`](crate::ArenaError::Keep).
    fn pair_finished(&self, pair: &PlayedPair, standing: &MatchStanding) -> io::Result<()> {
        let _ = (pair, standing);
        Ok(())
    }
}

/// Hears nothing.
impl MatchObserver for () {}
