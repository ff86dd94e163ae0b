use kumalak_env::{GameRng, Outcome, Position, Rules};
use rand::RngExt;

/// Plies after which random play is given up as a draw; no random game of the standard board is known to be a tenth as
/// long.
const MAX_PLIES: usize = 10_000;

/// The result of uniformly random play from a position to its end. Repetitions are not looked for.
pub(super) fn playout(mut position: Position, rules: &Rules, rng: &mut GameRng) -> Outcome {
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = position.outcome(rules) {
            return outcome;
        }
        let legal = position.legal_moves(rules);
        let pit = legal.nth(rng.random_range(0..legal.len()));
        position.play_unchecked(rules, pit.expect("an unfinished position has a legal move"));
    }
    Outcome::Draw
}
