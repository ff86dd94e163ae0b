use std::time::Instant;

use kumalak_env::{Game, GameRng, Pit};

use super::search::AlphaBeta;
use super::settings::AlphaBetaSettings;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};

/// Plays the best move of an [`AlphaBeta`] search. It uses no randomness: unless time bounds it, equal games get equal
/// answers.
///
/// The time that the match grants for a call is divided evenly among the games of the call.
#[derive(Clone, Debug)]
pub struct AlphaBetaPlayer {
    name: String,
    search: AlphaBeta,
}

impl AlphaBetaPlayer {
    /// A player with this name.
    pub fn new(name: impl Into<String>, settings: AlphaBetaSettings) -> Self {
        Self {
            name: name.into(),
            search: AlphaBeta::new(settings),
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
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let began = Instant::now();
        let choices = games.iter().enumerate().map(|(index, game)| {
            let left = limits
                .time
                .budget()
                .map(|time| time.saturating_sub(began.elapsed()));
            let granted = left.map(|left| left / (games.len() - index) as u32);
            let found = self.search.search_for(game, granted, limits.monitor)?;
            found.map(|found| found.best).ok_or(PlayerError::GameOver(index))
        });
        choices.collect()
    }
}
