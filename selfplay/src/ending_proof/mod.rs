//! Exact values of endings with few stones.

mod arrangement;
mod question;
mod share_table;

use kumalak_env::{AtsyrauRule, Goal, Pit, Position, Rules};

use crate::meter::{Halt, Meter};
use arrangement::{MOST_STONES, stones_in_pits};
use question::Question;
use share_table::ShareTable;

/// Whether the proof search can tell the value of a position: few stones lie in the pits, a tuzdik keeps positions from
/// coming back, and every stone ends in a kazan.
pub(crate) fn is_provable(position: &Position, rules: &Rules) -> bool {
    position.has_tuzdik()
        && stones_in_pits(position, rules) <= MOST_STONES
        && rules.goal() == Goal::MostStones
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
mod tests {
    use super::*;
    use crate::meter::Bounds;

    /// Endings with the exact value of every move (`env/tests/data/studies.txt` says where they come from).
    const STUDIES: &str = include_str!("../../../env/tests/data/studies.txt");

    /// Its moves take a hundred times as long as all others together.
    const SLOW: &str = "akshuraev_7";

    #[test]
    fn every_move_of_the_studies_has_its_value() {
        let rules = Rules::STANDARD;
        let mut table = ShareTable::new(256 << 20);
        let mut judged = 0;
        for line in STUDIES.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let root = Position::from_fen(&rules, fields[1]).unwrap();
            if fields[0] == SLOW || fields[3] == "-" {
                continue;
            }
            for (pit, value) in fields[4].split(' ').filter_map(|text| text.split_once(':')) {
                let mut after = root;
                after.play(&rules, Pit::from_number(pit.parse().unwrap()).unwrap());
                let mut meter = Meter::new(Bounds {
                    nodes: None,
                    deadline: None,
                    monitor: &(),
                });
                let found = match prove_with(&mut table, &after, &rules, &mut meter).unwrap() {
                    Proof::Win(..) => "loss",
                    Proof::Draw(_) => "draw",
                    Proof::Loss => "win",
                };
                assert_eq!(found, value, "{} {pit}", fields[0]);
                judged += 1;
            }
        }
        assert!(judged > 50, "{judged}");
    }
}
