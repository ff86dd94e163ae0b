use std::sync::Arc;

use kumalak_env::solver::{ExactValue, Solution};
use kumalak_env::{Outcome, Position};

/// Exact values of positions, by which games can end as soon as such a position comes up. A repetition on the way there is not
/// looked at: by its value such a position leads to the result with best play, and endless play is a draw.
#[derive(Clone, Debug)]
pub struct ExactValues(Arc<Solution>);

impl ExactValues {
    /// The values of a solution, which has to be of the rules of the match.
    pub fn new(solution: Arc<Solution>) -> Self {
        Self(solution)
    }

    /// The result of best play from an unfinished position; `None` if it is not among those solved.
    pub(crate) fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.turn();
        Some(match self.0.value(position)? {
            ExactValue::Win => Outcome::win_of(mover),
            ExactValue::Draw => Outcome::Draw,
            ExactValue::Loss => Outcome::win_of(!mover),
        })
    }

    /// Whether the values are those of a rule set, whatever its ply cap.
    pub(crate) fn are_of(&self, rules: &kumalak_env::Rules) -> bool {
        self.0.rules().with_ply_cap(None) == rules.with_ply_cap(None)
    }
}

/// Whether both are the same solution in memory.
impl PartialEq for ExactValues {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
