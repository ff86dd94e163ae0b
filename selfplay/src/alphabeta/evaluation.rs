use kumalak_env::{Goal, Position, Rules, Side};

use crate::alphabeta::score::Score;

/// Hundredths of a stone in the kazan.
const STONE: i32 = 100;

/// Worth of a tuzdik beyond the stones that made it, in hundredths of a stone: it goes on winning stones.
const TUZDIK: i32 = 1_000;

/// Worth of a stone that still lies on the own side, in hundredths of a stone: it may come to the own kazan at the end.
const STONE_ON_OWN_SIDE: i32 = 10;

/// A guess of the advantage of the side to move in an unfinished position: the difference of
///
/// | term | stones |
/// |---|---|
/// | stone in the kazan | 1 |
/// | tuzdik | 10 |
/// | stone in the own pits | 0.1 |
///
/// between its side and the other. In giveaway the sign is turned round.
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
    let in_pits: u8 = position.pits(side).iter().sum();
    STONE * i32::from(position.kazan(side))
        + TUZDIK * i32::from(position.tuzdik(side).is_some())
        + STONE_ON_OWN_SIDE * i32::from(in_pits)
}
