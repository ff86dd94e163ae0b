use kumalak_env::{Game, Pit, Position, ReversibleHistory, Rules, is_drawn_by_repetition};

use crate::alphabeta::depth::SearchDepth;
use crate::alphabeta::evaluation::evaluate;
use crate::alphabeta::ordering::OrderedChildren;
use crate::alphabeta::score::Score;
use crate::alphabeta::table::{Bound, TableEntry, TranspositionTable};

/// Finds the best move by looking a fixed number of plies ahead.
///
/// Fail-soft negamax alpha-beta (J. Fishburn, 1983) with null windows after the first move of each position (principal
/// variation search: T. Marsland and M. Campbell, 1982), repeated for depths 1, 2, … so that each search orders the moves
/// of the next, and a transposition table. All of this only saves work: the score is that of the plain minimax search to
/// the same depth, with ends of the game and draws by repetition counted exactly and every other leaf by [`evaluate`].
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
        let mut found = None;
        for depth in 1..=self.depth.plies() {
            let favourite = found.map(|(_, best)| best);
            found = Some(tree.best_child(game.position(), Node { depth, ply: 0 }, Window::FULL, favourite));
        }
        let (score, best) = found?;
        Some(AlphaBetaResult {
            best,
            score,
            nodes: tree.nodes,
        })
    }
}

/// Slots for the positions of a shallow search; for a deep one no more than a processor's cache holds, beyond which a larger
/// table was measured to be slower.
fn table_bits(depth: SearchDepth) -> u32 {
    (4 + 2 * depth.plies()).min(16)
}

/// Where a position stands in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// Plies that are still to be searched.
    depth: u32,
    /// Plies from the root.
    ply: u32,
}

impl Node {
    const fn child(self) -> Self {
        Self {
            depth: self.depth - 1,
            ply: self.ply + 1,
        }
    }
}

/// The scores that matter: what lies outside is only bounded.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const FULL: Self = Self {
        alpha: Score::MINUS_INFINITY,
        beta: Score::INFINITY,
    };

    /// The narrowest window above a score: asks only whether the true score is greater.
    fn just_above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next_up(),
        }
    }

    /// The same window for the other side.
    fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a score found with this window says.
    fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Whether a stored score answers the question that this window asks.
    fn is_answered(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}

/// One search of one game.
struct Tree<'a> {
    rules: &'a Rules,
    history: &'a ReversibleHistory,
    cycles: Cycles,
    /// Positions between the root and the present one, kept where [`Cycles::Possible`].
    path: Vec<Position>,
    table: &'a mut TranspositionTable,
    nodes: u64,
}

/// Whether a line of the tree can come back to one of its own positions.
///
/// Stones leave a pit only when it is played, and a position can come back only if all stones have gone round the board,
/// for they move one way. So every pit that receives a stone is played in between, which is every pit of the board: no
/// cycle is shorter than twice the pits of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cycles {
    /// The tree is too shallow: repetitions are of positions of the game alone, and the score of a position does not
    /// depend on the line that led to it.
    Impossible,
    /// A line may repeat itself until there is a tuzdik, and scores depend on the line until then.
    Possible,
}

impl<'a> Tree<'a> {
    fn new(game: &'a Game, depth: SearchDepth, table: &'a mut TranspositionTable) -> Self {
        let shortest_cycle = 2 * game.rules().pits() as u32;
        Self {
            rules: game.rules(),
            history: game.history(),
            cycles: if depth.plies() < shortest_cycle {
                Cycles::Impossible
            } else {
                Cycles::Possible
            },
            path: Vec::new(),
            table,
            nodes: 0,
        }
    }

    /// Score of a position below the root, exact within the window and a bound outside.
    fn visit(&mut self, position: &Position, node: Node, window: Window) -> Score {
        self.nodes += 1;
        if let Some(outcome) = position.outcome(self.rules) {
            return Score::of_outcome(outcome, position.turn(), node.ply);
        }
        if self.is_drawn_by_repetition(position) {
            return Score::DRAW;
        }
        match node.depth {
            0 => evaluate(position, self.rules),
            1 => self.visit_frontier(position, node, window),
            _ => self.visit_inner(position, node, window),
        }
    }

    /// One ply above the leaves, where ordering and remembering would cost more than they save.
    fn visit_frontier(&mut self, position: &Position, node: Node, window: Window) -> Score {
        let mut best = Score::MINUS_INFINITY;
        for pit in position.legal_moves(self.rules) {
            let mut after = *position;
            after.play_unchecked(self.rules, pit);
            best = best.max(self.score_of_move(&after, node, window));
            if best >= window.beta {
                break;
            }
        }
        best
    }

    fn visit_inner(&mut self, position: &Position, node: Node, window: Window) -> Score {
        let known = self.recall(position);
        if let Some(entry) = known.filter(|entry| entry.depth == node.depth) {
            let score = entry.score.counted_from_earlier(node.ply);
            if window.is_answered(score, entry.bound) {
                return score;
            }
        }
        if self.cycles == Cycles::Possible {
            self.path.push(*position);
        }
        let (score, best) = self.best_child(position, node, window, known.map(|entry| entry.best));
        self.path.pop();
        self.remember(
            position,
            TableEntry {
                depth: node.depth,
                score: score.counted_from_later(node.ply),
                bound: window.bound(score),
                best,
            },
        );
        score
    }

    /// The best move of an unfinished position and its score.
    fn best_child(
        &mut self,
        position: &Position,
        node: Node,
        window: Window,
        favourite: Option<Pit>,
    ) -> (Score, Pit) {
        let Window { mut alpha, beta } = window;
        let mut best: Option<(Score, Pit)> = None;
        for child in OrderedChildren::new(position, self.rules, favourite).iter() {
            let score = if best.is_none() {
                self.score_of_move(&child.position, node, window)
            } else {
                self.score_of_later_move(&child.position, node, Window { alpha, beta })
            };
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, child.pit));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best.expect("an unfinished position has a legal move")
    }

    fn score_of_move(&mut self, after: &Position, node: Node, window: Window) -> Score {
        -self.visit(after, node.child(), window.turned())
    }

    /// Score of a move that is probably no better than `alpha`: cheap if that is so, else searched twice.
    fn score_of_later_move(&mut self, after: &Position, node: Node, window: Window) -> Score {
        let score = self.score_of_move(after, node, Window::just_above(window.alpha));
        if score > window.alpha && score < window.beta {
            self.score_of_move(after, node, window)
        } else {
            score
        }
    }

    fn is_drawn_by_repetition(&self, position: &Position) -> bool {
        if position.has_tuzdik() {
            return false;
        }
        let earlier = self.history.occurrences(position)
            + self.path.iter().filter(|&other| other == position).count() as u32;
        is_drawn_by_repetition(self.rules, earlier + 1)
    }

    fn recall(&self, position: &Position) -> Option<TableEntry> {
        self.has_one_score(position).then(|| self.table.get(position))?
    }

    fn remember(&mut self, position: &Position, entry: TableEntry) {
        if self.has_one_score(position) {
            self.table.insert(position, entry);
        }
    }

    /// Whether the score of a position is the same on every line that leads to it.
    fn has_one_score(&self, position: &Position) -> bool {
        self.cycles == Cycles::Impossible || position.has_tuzdik()
    }
}
