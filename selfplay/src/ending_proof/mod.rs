//! Exact values of endings with few stones.

mod arrangement;
mod question;
mod share_table;

use kumalak_env::{AtsyrauRule, Goal, MajorityRule, Pit, Position, Rules};

use crate::meter::{Halt, Meter};
use arrangement::{MOST_STONES, stones_in_pits};
use question::Question;
use share_table::ShareTable;

/// Whether the proof search can tell the value of a position: few stones lie in the pits, a tuzdik keeps positions from
/// coming back, every stone ends in a kazan, and the game is over as soon as it is decided.
pub(crate) fn is_provable(position: &Position, rules: &Rules) -> bool {
    position.has_tuzdik()
        && stones_in_pits(position, rules) <= MOST_STONES
        && rules.goal() == Goal::MostStones
        && rules.majority() == MajorityRule::EndsGame
        && rules.atsyrau() == AtsyrauRule::OwnerTakesRest
}

/// What a proof search found out about the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// It wins by this move, in at most so many plies.
    Win(Pit, u32),
    /// It cannot win, and draws by this move.
    Draw(Pit),
    /// It loses.
    Loss,
}

/// Finds the value of an unfinished ending, with a table of at most so many bytes.
///
/// Two questions with a yes or no for an answer are asked of the whole tree, depth first: does the side to move get more
/// than half of the stones, and does it get half. How many of the stones in the pits a side still gets by best play
/// depends neither on the kazans nor on how the position came about, so that every answer bounds it for all kazans at
/// once, as in solving awari (J. Romein and H. Bal, "Solving awari with parallel retrograde analysis", 2003).
pub(crate) fn prove(
    position: &Position,
    rules: &Rules,
    bytes: usize,
    meter: &mut Meter<'_>,
) -> Result<Proof, Halt> {
    prove_with(&mut ShareTable::new(bytes), position, rules, meter)
}

/// As [`prove`], with what the table holds from other endings of these rules.
fn prove_with(
    table: &mut ShareTable,
    position: &Position,
    rules: &Rules,
    meter: &mut Meter<'_>,
) -> Result<Proof, Halt> {
    let win = Question::new(position.turn(), rules.half() + 1, rules, table, meter).answer(position)?;
    if let (true, Some(best)) = (win.is_yes, win.best) {
        return Ok(Proof::Win(best, u32::from(win.plies)));
    }
    let draw = Question::new(position.turn(), rules.half(), rules, table, meter).answer(position)?;
    if !draw.is_yes {
        return Ok(Proof::Loss);
    }
    // Who holds half of the stones already draws by any move.
    let any = || position.legal_moves(rules).iter().next();
    let best = draw.best.or_else(any);
    Ok(Proof::Draw(
        best.expect("an unfinished position has a legal move"),
    ))
}

#[cfg(test)]
mod tests;
