use kumalak_env::{Game, Pit, Position, Rules};

use super::bounds::Solver;
use super::leaf_value::LeafValue;
use super::node::{NO_CHILD, Node, NodeIndex};
use super::settings::SearchSettings;

/// The game at the root of a finished search, and the settings that shaped its values: what must match before another
/// search may go on with its tree.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    rules: Rules,
    start: Position,
    moves: Vec<Pit>,
    solver: Solver,
    leaf_value: LeafValue,
}

impl Origin {
    pub(super) fn new(game: &Game, settings: &SearchSettings) -> Self {
        Self {
            rules: *game.rules(),
            start: *game.start(),
            moves: game.moves().to_vec(),
            solver: settings.solver,
            leaf_value: settings.leaf_value,
        }
    }

    /// The moves that were played since, if this is the same game. Draws by repetition in the tree hold for this very
    /// history, so that the position alone would not do.
    pub(super) fn moves_since<'a>(&self, game: &'a Game, settings: &SearchSettings) -> Option<&'a [Pit]> {
        let is_alike = self.rules == *game.rules()
            && self.start == *game.start()
            && self.solver == settings.solver
            && self.leaf_value == settings.leaf_value;
        if !is_alike {
            return None;
        }
        game.moves().strip_prefix(self.moves.as_slice())
    }
}

/// The node to which these moves lead from the root, if the tree has it.
pub(super) fn follow(nodes: &[Node], moves: &[Pit]) -> Option<NodeIndex> {
    moves
        .iter()
        .try_fold(0, |index: NodeIndex, &pit| nodes.get(index as usize)?.child(pit))
}

/// Keeps the nodes below `root` alone, moved together in place and in order, so that `root` becomes the first.
pub(super) fn keep_subtree(nodes: &mut Vec<Node>, root: NodeIndex) {
    const DROPPED: NodeIndex = NodeIndex::MAX;
    const KEPT: NodeIndex = NodeIndex::MAX - 1;
    // Every child was added after its parent and so lies behind it: one pass sees all.
    let mut places = vec![DROPPED; nodes.len()];
    places[root as usize] = KEPT;
    let mut count = 0;
    for index in root as usize..nodes.len() {
        if places[index] == KEPT {
            places[index] = count;
            count += 1;
            for child in nodes[index]
                .children
                .into_iter()
                .filter(|&child| child != NO_CHILD)
            {
                places[child as usize] = KEPT;
            }
        }
    }
    for (index, &place) in places.iter().enumerate().filter(|&(_, &place)| place != DROPPED) {
        for child in nodes[index]
            .children
            .iter_mut()
            .filter(|child| **child != NO_CHILD)
        {
            *child = places[*child as usize];
        }
        nodes.swap(index, place as usize);
    }
    nodes.truncate(count as usize);
}
