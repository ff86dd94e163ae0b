use kumalak_env::{Game, Pit, Position, ReversibleHistory, Rules, is_drawn_by_repetition};

use crate::alphabeta::depth::SearchDepth;
use crate::alphabeta::evaluation::evaluate;
use crate::alphabeta::ordering::OrderedChildren;
use crate::alphabeta::score::Score;
use crate::alphabeta::table::{TableEntry, TranspositionTable};
use crate::alphabeta::window::Window;

/// One search of one game.
pub(crate) struct Tree<'a> {
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
/// Without captures stones only move on along the ring. To come back to a position, every pit that received a stone must
/// have given stones away, which only playing it does, and then the next pit received one. So every pit of the board is
/// played in between: no cycle is shorter than twice the pits of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cycles {
    /// The tree is too shallow: repetitions are of positions of the game alone, and the score of a position does not
    /// depend on the line that led to it.
    Impossible,
    /// A line may repeat itself until there is a tuzdik, and scores depend on the line until then.
    Possible,
}

impl<'a> Tree<'a> {
    /// A tree below the present position of a game, never deeper than `depth`.
    pub(crate) fn new(game: &'a Game, depth: SearchDepth, table: &'a mut TranspositionTable) -> Self {
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

    /// Positions visited so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Score and best move of the root. `favourite` is tried first.
    pub(crate) fn search(&mut self, root: &Position, depth: u32, favourite: Option<Pit>) -> (Score, Pit) {
        self.best_child(root, Node { depth, ply: 0 }, Window::FULL, favourite)
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
