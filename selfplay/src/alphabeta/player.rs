use kumalak_env::{Game, GameRng, Pit};

use crate::alphabeta::depth::SearchDepth;
use crate::alphabeta::search::AlphaBeta;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};

/// Plays the best move of an [`AlphaBeta`] search. It uses no randomness: equal games get equal answers.
#[derive(Clone, Debug)]
pub struct AlphaBetaPlayer {
    name: String,
    search: AlphaBeta,
}

impl AlphaBetaPlayer {
    /// A player that looks this far ahead.
    pub fn new(depth: SearchDepth) -> Self {
        Self {
            name: format!("alphabeta:depth={depth}"),
            search: AlphaBeta::new(depth),
        }
    }
}

impl Player for AlphaBetaPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        games: &[&Game],
        _rngs: &mut [&mut GameRng],
        _limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let choices = games.iter().map(|game| {
            let found = self.search.search(game);
            found.expect("an unfinished game has a legal move").best
        });
        Ok(choices.collect())
    }
}
