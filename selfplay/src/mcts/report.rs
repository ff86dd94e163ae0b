//! What a tree says at the end of a search.

use kumalak_env::{MAX_PITS, Pit, PitSet};

use super::gumbel;
use super::node::{Node, edge_bounds, unbeaten_moves};
use super::outlook::proven_outcome;
use super::puct::highest;
use super::result::SearchResult;
use super::selection::Selection;
use super::settings::SearchSettings;
use super::tree::{ROOT, Tree};

impl Tree {
    /// What the search found out. The root has its evaluation.
    pub(super) fn result(&self, settings: &SearchSettings) -> SearchResult {
        let root = &self.nodes[ROOT as usize];
        let unbeaten = unbeaten_moves(&self.nodes, root);
        let selected = self.selected(unbeaten, settings);
        let proven = root.bounds.proven();
        SearchResult {
            visits: root.edge_visits,
            move_values: per_pit(|pit| {
                let is_tried = root.edge_visits[pit.index()] > 0;
                is_tried.then_some(root.edge_values[pit.index()])
            }),
            move_bounds: per_pit(|pit| edge_bounds(&self.nodes, root, pit)),
            value: root.value,
            proven,
            outcome: proven.map_or(self.outlook.outcome, proven_outcome),
            margin: self.outlook.margin,
            principal_variation: self.principal_variation(selected),
            evaluation: self.root_evaluation,
            simulations: self.simulations,
            nodes: self.nodes.len() as u32,
            depth: self.depth,
            policy: self.policy(unbeaten, settings),
            selected,
        }
    }

    fn selected(&self, unbeaten: PitSet, settings: &SearchSettings) -> Pit {
        let root = &self.nodes[ROOT as usize];
        match &settings.selection {
            Selection::Puct(_) => root
                .most_visited(unbeaten)
                .unwrap_or_else(|| highest(&root.priors, unbeaten)),
            Selection::Gumbel(gumbel) => {
                let noise = self.noise.map_or([0.0; MAX_PITS], |noise| noise.for_scores());
                gumbel::final_move(root, gumbel, &noise, unbeaten)
            }
        }
    }

    fn policy(&self, unbeaten: PitSet, settings: &SearchSettings) -> [f32; MAX_PITS] {
        let root = &self.nodes[ROOT as usize];
        match &settings.selection {
            Selection::Puct(_) => share_of_visits(root, unbeaten),
            Selection::Gumbel(gumbel) => gumbel::improved_policy(root, gumbel, unbeaten),
        }
    }

    /// The best moves from the root on, as far as they were tried.
    fn principal_variation(&self, first: Pit) -> Vec<Pit> {
        let mut line = vec![first];
        let mut index = self.nodes[ROOT as usize].child(first);
        while let Some(node) = index.map(|index| &self.nodes[index as usize]) {
            let best = node.most_visited(unbeaten_moves(&self.nodes, node));
            line.extend(best);
            index = best.and_then(|pit| node.child(pit));
        }
        line
    }
}

/// Visits of these pits, or without any the prior, as probabilities: `[9]`.
fn share_of_visits(root: &Node, pits: PitSet) -> [f32; MAX_PITS] {
    let within =
        |weight: &dyn Fn(Pit) -> f32| per_pit(|pit| if pits.contains(pit) { weight(pit) } else { 0.0 });
    let mut weights = within(&|pit| root.edge_visits[pit.index()] as f32);
    if weights.iter().all(|&weight| weight == 0.0) {
        weights = within(&|pit| root.priors[pit.index()].max(f32::MIN_POSITIVE));
    }
    let total: f32 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

fn per_pit<T>(of: impl Fn(Pit) -> T) -> [T; MAX_PITS] {
    Pit::ALL.map(of)
}
