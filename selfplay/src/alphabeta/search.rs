use kumalak_env::{Game, Pit};

use crate::alphabeta::depth::SearchDepth;
use crate::alphabeta::score::Score;
use crate::alphabeta::table::TranspositionTable;
use crate::alphabeta::tree::Tree;

/// Finds the best move by looking a fixed number of plies ahead.
///
/// Fail-soft negamax alpha-beta (J. Fishburn, 1983) with null windows after the first move of each position (principal
/// variation search: T. Marsland and M. Campbell, 1982), repeated for depths 1, 2, … so that each search orders the moves
/// of the next, and a transposition table. All of this only saves work: the score is that of the plain minimax search to
/// the same depth, with ends of the game and draws by repetition counted exactly and every other leaf by [`evaluate`](crate::evaluate).
/// A ply cap is no result and is not looked for.
///
/// Nothing is kept from one search to the next, so the answer depends on the game alone.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    depth: SearchDepth,
    table: TranspositionTable,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaResult {
    /// The best move; among equals the one that was tried first.
    pub best: Pit,
    /// Its score, from the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
}

impl AlphaBeta {
    /// A search to this depth.
    pub fn new(depth: SearchDepth) -> Self {
        Self {
            depth,
            table: TranspositionTable::new(table_bits(depth)),
        }
    }

    /// How far it looks ahead.
    pub const fn depth(&self) -> SearchDepth {
        self.depth
    }

    /// The best move of a game; `None` if it is over.
    pub fn search(&mut self, game: &Game) -> Option<AlphaBetaResult> {
        if game.is_over() {
            return None;
        }
        self.table.clear();
        let mut tree = Tree::new(game, self.depth, &mut self.table);
        let (mut score, mut best) = tree.search(game.position(), 1, None);
        for depth in 2..=self.depth.plies() {
            // A win or loss within the depth already searched cannot change: all of its lines were followed.
            if score.is_win_or_loss() {
                break;
            }
            (score, best) = tree.search(game.position(), depth, Some(best));
        }
        Some(AlphaBetaResult {
            best,
            score,
            nodes: tree.nodes(),
        })
    }
}

/// Slots for the positions of a shallow search; for a deep one no more than a processor's cache holds, beyond which a larger
/// table was measured to be slower.
fn table_bits(depth: SearchDepth) -> u32 {
    (4 + 2 * depth.plies()).min(16)
}
