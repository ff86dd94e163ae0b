use kumalak_env::{MAX_PITS, Pit, PitSet, Position, Rules};

use crate::value::MoverValue;

/// Index of a node in its tree.
pub(super) type NodeIndex = u32;

/// Marks an edge whose position was not added to the tree yet. The root is nobody's child.
const NO_CHILD: NodeIndex = 0;

/// A position of the tree with its nine edges, one for each pit. The edges lie side by side, so that all nine are scored
/// in one straight loop.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    /// Pits that may be played; empty where the game is over.
    pub(super) legal: PitSet,
    /// Simulations that came here, its own evaluation included.
    pub(super) visits: u32,
    /// Mean value of those simulations, for the side to move here.
    pub(super) value: MoverValue,
    /// Probability of each move before any search; 0 for illegal pits.
    pub(super) priors: [f32; MAX_PITS],
    /// Simulations that went through each edge.
    pub(super) edge_visits: [u32; MAX_PITS],
    /// Mean value of those simulations, for the side to move here; 0 where there were none.
    pub(super) edge_values: [MoverValue; MAX_PITS],
    children: [NodeIndex; MAX_PITS],
}

/// Memory of one node. A tree has at most one node more than it has simulations.
pub(super) const NODE_BYTES: usize = size_of::<Node>();

// The number stands in the documentation of `BatchSearch`.
const _: () = assert!(NODE_BYTES == 180);

impl Node {
    /// A position without any visit. Its game goes on.
    #[inline]
    pub(super) fn ongoing(position: Position, rules: &Rules) -> Self {
        Self::new(position, position.legal_moves(rules))
    }

    /// A position in which the game is over, with its exact value.
    #[inline]
    pub(super) fn finished(position: Position, value: MoverValue) -> Self {
        Self {
            value,
            ..Self::new(position, PitSet::EMPTY)
        }
    }

    #[inline]
    fn new(position: Position, legal: PitSet) -> Self {
        Self {
            position,
            legal,
            visits: 0,
            value: MoverValue::DRAW,
            priors: [0.0; MAX_PITS],
            edge_visits: [0; MAX_PITS],
            edge_values: [MoverValue::DRAW; MAX_PITS],
            children: [NO_CHILD; MAX_PITS],
        }
    }

    /// Whether the game is over here. Its exact value is then `value`.
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

    #[inline]
    pub(super) fn set_child(&mut self, pit: Pit, child: NodeIndex) {
        self.children[pit.index()] = child;
    }

    /// The legal pit with the most visits; among equals the one with the higher value, then the leftmost. `None` where no
    /// edge was visited.
    pub(super) fn most_visited(&self) -> Option<Pit> {
        most_visited(&self.edge_visits, |pit| self.edge_values[pit.index()])
    }
}

/// The pit with the most visits; among equals the one with the higher value, then the leftmost. `None` without any visit.
pub(super) fn most_visited(visits: &[u32; MAX_PITS], value: impl Fn(Pit) -> MoverValue) -> Option<Pit> {
    let mut best: Option<Pit> = None;
    for pit in Pit::ALL {
        let count = visits[pit.index()];
        let is_better = match best {
            None => count > 0,
            Some(best) => {
                let most = visits[best.index()];
                count > most || (count == most && value(pit) > value(best))
            }
        };
        if is_better {
            best = Some(pit);
        }
    }
    best
}
