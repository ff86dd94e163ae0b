use kumalak_env::Pit;

use super::node::{Node, NodeIndex};
use crate::value::MoverValue;

/// One edge on the way from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The position from which the move was made.
    pub(super) node: NodeIndex,
    /// The move.
    pub(super) pit: Pit,
}

/// Carries the value of a leaf, for the side to move there, to every position on the way from the root. The turn changes
/// with each edge, so the value is turned round each time.
#[inline]
pub(super) fn backup(nodes: &mut [Node], path: &[Step], leaf: NodeIndex, value: MoverValue) {
    nodes[leaf as usize].record(value);
    let mut value = value;
    for step in path.iter().rev() {
        value = -value;
        nodes[step.node as usize].record_through(step.pit, value);
    }
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
