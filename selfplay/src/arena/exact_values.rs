use std::sync::Arc;

use kumalak_env::solver::{ExactValue, Solution};
use kumalak_env::{Outcome, Position, Side};

/// Exact values of positions, by which games can end as soon as such a position comes up. A repetition on the way there is not
/// looked at: by its value such a position leads to the result with best play, and endless play is a draw.
#[derive(Clone, Debug)]
pub struct ExactValues {
    solution: Arc<Solution>,
    /// Positions with more stones in the pits are played on.
    most_stones: usize,
}

impl ExactValues {
    /// The values of a solution, which has to be of the rules of the match.
    pub fn new(solution: Arc<Solution>) -> Self {
        Self {
            solution,
            most_stones: usize::MAX,
        }
    }

    /// The same values, but only of positions with at most so many stones in the pits. Without this a match on a board that
    /// is solved from its start ends with the first move.
    #[must_use]
    pub fn within_stones(self, most_stones: usize) -> Self {
        Self { most_stones, ..self }
    }

    /// The result of best play from an unfinished position; `None` if it is not among those solved.
    pub(crate) fn outcome(&self, position: &Position) -> Option<Outcome> {
        let kazans = Side::ALL.map(|side| usize::from(position.kazan(side)));
        let in_pits = self.solution.rules().total_stones() - kazans[0] - kazans[1];
        if in_pits > self.most_stones {
            return None;
        }
        let mover = position.turn();
        Some(match self.solution.value(position)? {
            ExactValue::Win => Outcome::win_of(mover),
            ExactValue::Draw => Outcome::Draw,
            ExactValue::Loss => Outcome::win_of(!mover),
        })
    }

    /// Whether the values are those of a rule set, whatever its ply cap.
    pub(crate) fn are_of(&self, rules: &kumalak_env::Rules) -> bool {
        self.solution.rules().with_ply_cap(None) == rules.with_ply_cap(None)
    }
}

/// Whether both are the same values of the same solution in memory.
impl PartialEq for ExactValues {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.solution, &other.solution) && self.most_stones == other.most_stones
    }
}
