use kumalak_env::{MAX_PITS, Pit};

use super::evaluation::Evaluation;
use super::node::most_visited;
use crate::value::MoverValue;

/// What a search found out about the position of one game, all from its side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// Simulations that went through each pit: `[9]`, sums to the number of simulations, 0 for illegal pits.
    pub visits: [u32; MAX_PITS],
    /// Mean value of those simulations, `None` where there were none: `[9]`.
    pub move_values: [Option<MoverValue>; MAX_PITS],
    /// Mean value of all simulations and of the position's own evaluation.
    pub value: MoverValue,
    /// The line that both sides visited most, from this position on.
    pub principal_variation: Vec<Pit>,
    /// What the evaluator said about the position before any search and without noise.
    pub evaluation: Evaluation,
}

impl SearchResult {
    /// Share of the visits for each pit: `[9]`, sums to 1.
    pub fn policy(&self) -> [f32; MAX_PITS] {
        let total: u32 = self.visits.iter().sum();
        self.visits.map(|visits| visits as f32 / total as f32)
    }

    /// The pit with the most visits; among equals the one with the higher value, then the leftmost.
    pub fn best_move(&self) -> Pit {
        most_visited(&self.visits, |pit| {
            self.move_values[pit.index()].unwrap_or(MoverValue::LOSS)
        })
        .expect("a search has at least one simulation")
    }
}
