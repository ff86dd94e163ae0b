use kumalak_env::solver::ExactValue;
use kumalak_env::{MAX_PITS, Pit};

use super::bounds::ValueBounds;
use super::evaluation::Evaluation;
use crate::value::MoverValue;

/// What a search found out about the position of one game, all from its side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// Simulations that went through each pit: `[9]`, 0 for illegal pits. They sum to `simulations`, or to more in a tree
    /// that was kept from an earlier search.
    pub visits: [u32; MAX_PITS],
    /// Mean value of those simulations, `None` where there were none: `[9]`.
    pub move_values: [Option<MoverValue>; MAX_PITS],
    /// What is proven about each move, for the side that makes it: `[9]`, nothing for illegal pits.
    pub move_bounds: [ValueBounds; MAX_PITS],
    /// Mean value of all simulations and of the position's own evaluation; the proven one if there is one.
    pub value: MoverValue,
    /// The value of the position, if the search proved it.
    pub proven: Option<ExactValue>,
    /// Mean probabilities of win, draw and loss over this search's evaluations, `[3]`; 1 for the proven result.
    pub outcome: [f32; 3],
    /// Mean over this search's evaluations of the expected final stones less those of the opponent.
    pub margin: f32,
    /// The line of the best moves of both sides, from this position on.
    pub principal_variation: Vec<Pit>,
    /// What the evaluator said about the position before any search and without noise.
    pub evaluation: Evaluation,
    /// Walks that this search made; fewer than were asked for if the root was proven or the search was ended.
    pub simulations: u32,
    /// Positions in the tree.
    pub nodes: u32,
    /// Moves of the longest walk of this search.
    pub depth: u32,
    pub(crate) policy: [f32; MAX_PITS],
    pub(crate) selected: Pit,
}

impl SearchResult {
    /// The improved policy, the target of training: `[9]`, sums to 1, 0 for moves that are proven worse than others. With
    /// PUCT the share of the visits; with Gumbel `softmax(logits + scaled completed values)`.
    pub fn policy(&self) -> [f32; MAX_PITS] {
        self.policy
    }

    /// The move that the search selects: a proven win if there is one, and no move that is proven worse than another. Among
    /// the rest, with PUCT, the one with the most visits; among equals the one with the higher value, then the leftmost.
    /// With Gumbel the one that sequential halving leaves over.
    pub fn best_move(&self) -> Pit {
        self.selected
    }
}
