use kumalak_env::solver::ExactValue;
use kumalak_env::{MAX_PITS, Pit, PitSet, Position};

use super::bounds::ValueBounds;
use crate::value::MoverValue;

/// Index of a node in its tree.
pub(super) type NodeIndex = u32;

/// Marks an edge whose position was not added to the tree yet. The root is nobody's child.
pub(super) const NO_CHILD: NodeIndex = 0;

/// A position of the tree with its nine edges, one for each pit. The edges lie side by side, so that all nine are scored
/// in one straight loop.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    /// What is proven about the position.
    pub(super) bounds: ValueBounds,
    /// Pits that may be played; empty where the game is over.
    pub(super) legal: PitSet,
    /// Legal pits that a walk may follow: those that are not proven useless. Not empty unless the value is proven.
    pub(super) open: PitSet,
    /// Walks of the present step that go through here and wait for their evaluation.
    pub(super) walks: u16,
    /// Simulations that came here, its own evaluation included.
    pub(super) visits: u32,
    /// Mean value of those simulations, for the side to move here.
    pub(super) value: MoverValue,
    /// Value of its own evaluation, for the side to move here.
    pub(super) own_value: MoverValue,
    /// Probability of each move before any search; 0 for illegal pits.
    pub(super) priors: [f32; MAX_PITS],
    /// Simulations that went through each edge.
    pub(super) edge_visits: [u32; MAX_PITS],
    /// Mean value of those simulations, for the side to move here; 0 where there were none.
    pub(super) edge_values: [MoverValue; MAX_PITS],
    pub(super) children: [NodeIndex; MAX_PITS],
    /// Walks of the present step through each edge.
    pub(super) edge_walks: [u8; MAX_PITS],
}

/// Memory of one node.
pub(super) const NODE_BYTES: usize = size_of::<Node>();

// The number stands in the documentation of `BatchSearch`.
const _: () = assert!(NODE_BYTES == 200);

impl Node {
    /// A position without any visit, in which the game goes on.
    #[inline]
    pub(super) fn ongoing(position: Position, legal: PitSet, bounds: ValueBounds) -> Self {
        Self {
            position,
            bounds,
            legal,
            open: legal,
            walks: 0,
            visits: 0,
            value: MoverValue::DRAW,
            own_value: MoverValue::DRAW,
            priors: [0.0; MAX_PITS],
            edge_visits: [0; MAX_PITS],
            edge_values: [MoverValue::DRAW; MAX_PITS],
            children: [NO_CHILD; MAX_PITS],
            edge_walks: [0; MAX_PITS],
        }
    }

    /// A position in which the game is over, with its exact value.
    #[inline]
    pub(super) fn finished(position: Position, value: MoverValue, bounds: ValueBounds) -> Self {
        Self {
            value,
            own_value: value,
            ..Self::ongoing(position, PitSet::EMPTY, bounds)
        }
    }

    /// Whether the game is over here. Its exact value is then `own_value`.
    #[inline]
    pub(super) fn is_finished(&self) -> bool {
        self.legal.is_empty()
    }

    /// The node behind a pit, if the tree has it.
    #[inline]
    pub(super) fn child(&self, pit: Pit) -> Option<NodeIndex> {
        match self.children[pit.index()] {
            NO_CHILD => None,
            child => Some(child),
        }
    }

    /// The most simulations through one edge.
    #[inline]
    pub(super) fn most_visits(&self) -> u32 {
        self.edge_visits.iter().copied().fold(0, u32::max)
    }

    /// The pit among `pits` with the most visits; among equals the one with the higher value, then the leftmost. `None`
    /// where none was visited.
    pub(super) fn most_visited(&self, pits: PitSet) -> Option<Pit> {
        let rank = |pit: Pit| (self.edge_visits[pit.index()], self.edge_values[pit.index()]);
        let mut best: Option<Pit> = None;
        for pit in pits.iter().filter(|pit| self.edge_visits[pit.index()] > 0) {
            if best.is_none_or(|best| rank(pit) > rank(best)) {
                best = Some(pit);
            }
        }
        best
    }
}

/// What is proven about a move, for the side that makes it.
#[inline]
pub(super) fn edge_bounds(nodes: &[Node], node: &Node, pit: Pit) -> ValueBounds {
    match node.child(pit) {
        Some(child) => nodes[child as usize].bounds.reversed(),
        None => ValueBounds::OPEN,
    }
}

/// The moves of a position that no other is proven to beat: where the value is proven, those that are proven to reach it.
pub(super) fn unbeaten_moves(nodes: &[Node], node: &Node) -> PitSet {
    let least = node.bounds.lower;
    let reaches = |pit: &Pit| {
        let bounds = edge_bounds(nodes, node, *pit);
        match node.bounds.proven() {
            Some(value) if value > ExactValue::Loss => bounds.lower == value,
            _ => bounds.upper >= least,
        }
    };
    let unbeaten: PitSet = node.legal.iter().filter(reaches).collect();
    // A value that the kazans prove need not be proven of any move.
    if unbeaten.is_empty() { node.legal } else { unbeaten }
}

/// The moves that a walk may follow from a position: those that may be better than what is at hand. At the root also those
/// that are as good, since their visits are the policy.
pub(super) fn open_moves(nodes: &[Node], index: NodeIndex) -> PitSet {
    open_within(nodes, index, nodes[index as usize].bounds)
}

/// The same where the position has these bounds.
pub(super) fn open_within(nodes: &[Node], index: NodeIndex, bounds: ValueBounds) -> PitSet {
    let node = &nodes[index as usize];
    let is_root = index == 0;
    let is_open = |pit: &Pit| {
        let upper = edge_bounds(nodes, node, *pit).upper;
        upper > bounds.lower || (is_root && upper == bounds.lower)
    };
    node.legal.iter().filter(is_open).collect()
}
