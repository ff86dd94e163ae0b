use kumalak_env::Pit;
use kumalak_env::solver::ExactValue;

use super::bounds::{Solver, ValueBounds};
use super::leaf_value::LeafValue;
use super::node::{Node, NodeIndex, edge_bounds, open_within};
use super::settings::SearchSettings;
use crate::value::MoverValue;

/// One edge on the way from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The position from which the move was made.
    pub(super) node: NodeIndex,
    /// The move.
    pub(super) pit: Pit,
}

/// Carries the value of a leaf, for the side to move there, to every position on the way from the root, and with it what
/// is proven about the leaf. The turn changes with each edge, so the value is turned round each time.
///
/// A value never goes beyond what is proven about a position: whoever has a draw at hand need not take less.
#[inline]
pub(super) fn backup(
    nodes: &mut [Node],
    path: &[Step],
    leaf: NodeIndex,
    value: MoverValue,
    settings: &SearchSettings,
) {
    nodes[leaf as usize].record(value);
    let mut value = value;
    let mut is_news = settings.solver == Solver::On && !nodes[leaf as usize].bounds.is_open();
    for step in path.iter().rev() {
        value = -value;
        if is_news {
            is_news = prove(nodes, *step, settings.leaf_value);
        }
        let node = &mut nodes[step.node as usize];
        if !node.bounds.is_open() {
            value = settings.leaf_value.clamp(value, node.bounds);
        }
        node.record_through(step.pit, value);
    }
}

/// Draws the conclusions from what is proven about the position behind an edge, and says whether anything changed.
#[cold]
fn prove(nodes: &mut [Node], step: Step, leaf_value: LeafValue) -> bool {
    let node = &nodes[step.node as usize];
    let mut lower = ExactValue::Loss;
    let mut upper = ExactValue::Loss;
    for pit in node.legal {
        let bounds = edge_bounds(nodes, node, pit);
        lower = lower.max(bounds.lower);
        upper = upper.max(bounds.upper);
    }
    let bounds = node.bounds.and(ValueBounds { lower, upper });
    let open = open_within(nodes, step.node, bounds);
    let through = edge_bounds(nodes, node, step.pit);

    let node = &mut nodes[step.node as usize];
    let is_news = bounds != node.bounds;
    node.bounds = bounds;
    node.open = open;
    node.value = leaf_value.clamp(node.value, bounds);
    let edge_value = &mut node.edge_values[step.pit.index()];
    *edge_value = leaf_value.clamp(*edge_value, through);
    is_news
}

impl Node {
    /// Counts a simulation that ended here.
    #[inline]
    fn record(&mut self, value: MoverValue) {
        self.visits += 1;
        self.value = mean_with(self.value, value, self.visits);
    }

    /// Counts a simulation that went on through an edge.
    #[inline]
    fn record_through(&mut self, pit: Pit, value: MoverValue) {
        self.record(value);
        let pit = pit.index();
        self.edge_visits[pit] += 1;
        self.edge_values[pit] = mean_with(self.edge_values[pit], value, self.edge_visits[pit]);
    }
}

/// The mean of `count` values of which all but the last have the mean `mean`. Unlike a sum it stays exact to the same
/// number of digits however many visits there are.
#[inline]
fn mean_with(mean: MoverValue, value: MoverValue, count: u32) -> MoverValue {
    MoverValue(mean.0 + (value.0 - mean.0) / count as f32)
}
