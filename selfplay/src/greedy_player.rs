use kumalak_env::{Game, GameRng, Goal, Pit};
use rand::RngExt;

use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};

/// Looks one ply ahead: wins the game at once if it can, does not lose it at once if it can help it, and else plays a
/// move that wins the most stones ([`Sowing::stones_won`](kumalak_env::Sowing::stones_won)), or the fewest in giveaway.
/// Among equals each has the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyPlayer;

impl Player for GreedyPlayer {
    fn name(&self) -> &str {
        "greedy"
    }

    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        _limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let choices = games.iter().zip(rngs).map(|(game, rng)| greedy_move(game, rng));
        Ok(choices.collect())
    }
}

/// What one ply shows of a move, ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Appeal {
    /// 1 if the move wins the game at once, −1 if it loses it, else 0.
    result: i8,
    stones: i16,
}

fn greedy_move(game: &Game, rng: &mut GameRng) -> Pit {
    let appeals: Vec<(Pit, Appeal)> = game
        .legal_moves()
        .iter()
        .map(|pit| (pit, appeal(game, pit)))
        .collect();
    let best = appeals.iter().map(|&(_, appeal)| appeal).max();
    let favourites: Vec<Pit> = appeals
        .iter()
        .filter(|&&(_, appeal)| Some(appeal) == best)
        .map(|&(pit, _)| pit)
        .collect();
    favourites[rng.random_range(0..favourites.len())]
}

fn appeal(game: &Game, pit: Pit) -> Appeal {
    let rules = game.rules();
    let mut after = *game.position();
    let sowing = after.play_unchecked(rules, pit);
    let won = i16::from(sowing.stones_won());
    Appeal {
        result: after
            .outcome(rules)
            .map_or(0, |outcome| outcome.sign_for(sowing.mover)),
        stones: match rules.goal() {
            Goal::MostStones => won,
            Goal::Giveaway => -won,
        },
    }
}
