use kumalak_env::{Goal, Position, Rules, Side};

use crate::alphabeta::score::Score;

/// Hundredths of a stone in the kazan.
const STONE: i32 = 100;

/// Worth of a tuzdik beyond the stones that made it, in hundredths of a stone: it goes on winning stones.
const TUZDIK: i32 = 2_000;

/// Worth of a stone that still lies on the own side, in hundredths of a stone: it may come to the own kazan at the end.
const STONE_ON_OWN_SIDE: i32 = 15;

/// Worth of a pit that holds stones, in hundredths of a stone: it is a move to choose from, and keeps atsyrau away.
const FILLED_PIT: i32 = 100;

/// A guess of the advantage of the side to move in an unfinished position: the difference between its side and the
/// other of
///
/// | term | worth in stones |
/// |---|---|
/// | stone in the kazan | 1 |
/// | tuzdik | 20 |
/// | stone in the own pits | 0.15 |
/// | own pit that holds stones | 1 |
///
/// In giveaway the sign is turned round. The weights are round numbers from matches of depth 4 on the standard board,
/// of 300 pairs for each change; `docs/evaluation.md` says what each term is worth in Elo.
#[inline]
pub fn evaluate(position: &Position, rules: &Rules) -> Score {
    let mover = position.turn();
    let difference = worth(position, mover) - worth(position, !mover);
    Score::from_hundredths(match rules.goal() {
        Goal::MostStones => difference,
        Goal::Giveaway => -difference,
    })
}

#[inline]
fn worth(position: &Position, side: Side) -> i32 {
    let pits = position.pits(side);
    let in_pits: i32 = pits.iter().map(|&stones| i32::from(stones)).sum();
    let filled: i32 = pits.iter().map(|&stones| i32::from(stones > 0)).sum();
    STONE * i32::from(position.kazan(side))
        + TUZDIK * i32::from(position.tuzdik(side).is_some())
        + STONE_ON_OWN_SIDE * in_pits
        + FILLED_PIT * filled
}
