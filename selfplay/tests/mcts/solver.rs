use std::collections::HashMap;

use kumalak_env::{Position, Rules};
use kumalak_selfplay::MoverValue;

/// The exact value of every position that can be reached from the start of a small board, by retrograde steps until
/// nothing changes; what then has no value goes on for ever and is a draw.
pub(crate) struct Solver {
    rules: Rules,
    positions: Vec<Position>,
    indices: HashMap<Position, usize>,
    values: Vec<Solved>,
}

/// The value of a position for its side to move, with best play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Solved {
    pub(crate) value: MoverValue,
    /// Plies to the end of a won or lost game; 0 for draws.
    pub(crate) plies: u32,
}

const DRAW: Solved = Solved {
    value: MoverValue::DRAW,
    plies: 0,
};

impl Solver {
    pub(crate) fn new(rules: Rules) -> Self {
        let (positions, indices, successors) = reachable(&rules);
        let mut solved: Vec<Option<Solved>> = positions
            .iter()
            .map(|position| {
                let outcome = position.outcome(&rules)?;
                Some(Solved {
                    value: MoverValue::of_outcome(outcome, position.turn()),
                    plies: 0,
                })
            })
            .collect();
        // In pass `plies` only games that end after so many plies get a value, so that wins are shortest.
        for plies in 1.. {
            let found: Vec<(usize, Solved)> = (0..positions.len())
                .filter(|&index| solved[index].is_none())
                .filter_map(|index| Some((index, decide(&successors[index], &solved, plies)?)))
                .collect();
            if found.is_empty() {
                break;
            }
            for (index, decided) in found {
                solved[index] = Some(decided);
            }
        }
        let values = solved.into_iter().map(|solved| solved.unwrap_or(DRAW)).collect();
        Self {
            rules,
            positions,
            indices,
            values,
        }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    /// All positions in a fixed order.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (&Position, Solved)> {
        self.positions.iter().zip(self.values.iter().copied())
    }

    pub(crate) fn solved(&self, position: &Position) -> Solved {
        self.values[self.indices[position]]
    }
}

/// All positions that can be reached from the start, their indices, and the indices of each one's successors.
fn reachable(rules: &Rules) -> (Vec<Position>, HashMap<Position, usize>, Vec<Vec<usize>>) {
    let mut positions = vec![Position::start(rules)];
    let mut indices = HashMap::from([(positions[0], 0)]);
    let mut successors = Vec::new();
    while successors.len() < positions.len() {
        let position = positions[successors.len()];
        let mut next = Vec::new();
        for pit in position.legal_moves(rules) {
            let mut after = position;
            after.play(rules, pit);
            let index = *indices.entry(after).or_insert_with(|| {
                positions.push(after);
                positions.len() - 1
            });
            next.push(index);
        }
        successors.push(next);
    }
    (positions, indices, successors)
}

/// A win if any successor is lost for the opponent; once all have values, the best of them.
fn decide(successors: &[usize], solved: &[Option<Solved>], plies: u32) -> Option<Solved> {
    let known: Vec<MoverValue> = successors
        .iter()
        .filter_map(|&index| Some(-solved[index]?.value))
        .collect();
    let best = if known.contains(&MoverValue::WIN) {
        MoverValue::WIN
    } else if known.len() < successors.len() {
        return None;
    } else if known.contains(&MoverValue::DRAW) {
        MoverValue::DRAW
    } else {
        MoverValue::LOSS
    };
    Some(Solved { value: best, plies })
}
