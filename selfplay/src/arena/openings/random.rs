use kumalak_env::Game;

use crate::arena::error::ArenaError;
use crate::arena::openings::Balance;
use crate::arena::settings::ArenaSettings;
use crate::random_player::random_move;

/// Openings drawn for one pair before the arena gives up. On the standard board no game ends before ply 11, so that without
/// a bound on the balance the first one is taken.
pub(super) const ATTEMPTS: usize = 1000;

/// The opening of a pair: a game after uniformly random moves that did not end it.
pub(super) fn draw(
    settings: &ArenaSettings,
    plies: usize,
    balance: Balance,
    pair: usize,
) -> Result<Game, ArenaError> {
    let mut rng = settings.opening_rng(pair);
    for _ in 0..ATTEMPTS {
        let mut game = Game::new(settings.rules);
        while !game.is_over() && game.moves().len() < plies {
            let pit = random_move(&game, &mut rng);
            game.play(pit);
        }
        if !game.is_over() && balance.accepts(&game) {
            return Ok(game);
        }
    }
    Err(ArenaError::NoOpening {
        pair,
        openings: settings.openings.to_string(),
        attempts: ATTEMPTS,
    })
}
