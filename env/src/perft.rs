use crate::position::Position;
use crate::rules::{Goal, Rules};

/// Number of sequences of `depth` legal moves from a position; a finished position has no continuation.
///
/// The standard numbers for checking a move generator: 1, 9, 73, 613, 5199, … from the start. Repetition does not count.
pub fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves(rules).len() as u64,
        2 if rules.goal() == Goal::MostStones => {
            let legal = position.legal_moves(rules).iter();
            legal.map(|pit| position.count_replies(rules, pit) as u64).sum()
        }
        _ => {
            let mut count = 0;
            for pit in position.legal_moves(rules) {
                let mut after = *position;
                after.play_unchecked(rules, pit);
                count += perft(&after, rules, depth - 1);
            }
            count
        }
    }
}

/// [`perft`] of each legal move: the pit and the number of sequences of `depth` moves that begin with it.
///
/// # Panics
/// If `depth` is 0, which has no first move.
pub fn divide(position: &Position, rules: &Rules, depth: u32) -> impl Iterator<Item = (crate::Pit, u64)> {
    assert!(depth > 0, "a sequence of no moves has no first move");
    position.legal_moves(rules).iter().map(move |pit| {
        let mut after = *position;
        after.play_unchecked(rules, pit);
        (pit, perft(&after, rules, depth - 1))
    })
}
