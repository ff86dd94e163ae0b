use kumalak_env::{Game, GameRng, Pit};
use rand::RngExt;

use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};

/// Plays each legal move with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        "random"
    }

    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        _limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let choices = games.iter().zip(rngs).map(|(game, rng)| random_move(game, rng));
        Ok(choices.collect())
    }
}

/// A legal move of an unfinished game, each with the same probability.
pub(crate) fn random_move(game: &Game, rng: &mut GameRng) -> Pit {
    let legal = game.legal_moves();
    legal
        .nth(rng.random_range(0..legal.len()))
        .expect("an unfinished game has a legal move")
}
