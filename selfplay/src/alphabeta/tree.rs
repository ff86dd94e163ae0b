use kumalak_env::{Game, Pit, Position, ReversibleHistory, Rules, is_drawn_by_repetition};

use super::evaluation::{Limits, evaluate_with};
use super::node::Node;
use super::ordering::{Child, Children, OrderingMemory};
use super::score::Score;
use super::settings::{AlphaBetaSettings, Leaves, Reductions, TableReuse};
use super::table::{TableEntry, TranspositionTable};
use super::window::Window;
use crate::meter::{Halt, Meter};

/// Moves that are tried at full depth before late ones are reduced.
const FULL_DEPTH_MOVES: usize = 3;

/// Least depth at which late moves are reduced.
const LEAST_REDUCED_DEPTH: u32 = 3;

/// One search of one game.
pub(super) struct Tree<'a> {
    rules: &'a Rules,
    history: &'a ReversibleHistory,
    settings: &'a AlphaBetaSettings,
    /// Fewest plies in which a line can come back to one of its own positions.
    ///
    /// Without captures stones only move on along the ring. To come back to a position, every pit that received a stone
    /// must have given stones away, which only playing it does, and then the next pit received one. So every pit of the
    /// board is played in between: no cycle is shorter than twice the pits of a side.
    shortest_cycle: u32,
    /// Positions between the root and the present one, both excluded.
    path: Vec<Position>,
    pub(super) table: &'a mut TranspositionTable,
    memory: OrderingMemory,
    pub(super) meter: Meter<'a>,
    /// The best move of the root so far in the present iteration.
    pub(super) root_best: Option<(Score, Pit)>,
}

impl<'a> Tree<'a> {
    /// A tree below the present position of a game.
    pub(super) fn new(
        game: &'a Game,
        settings: &'a AlphaBetaSettings,
        table: &'a mut TranspositionTable,
        meter: Meter<'a>,
    ) -> Self {
        Self {
            rules: game.rules(),
            history: game.history(),
            settings,
            shortest_cycle: 2 * game.rules().pits() as u32,
            path: Vec::new(),
            table,
            memory: OrderingMemory::EMPTY,
            meter,
            root_best: None,
        }
    }

    /// Score and best move of the root. `favourite` is tried first.
    pub(super) fn search(
        &mut self,
        root: &Position,
        depth: u32,
        window: Window,
        favourite: Option<Pit>,
    ) -> Result<(Score, Pit), Halt> {
        self.root_best = None;
        self.path.clear();
        self.best_child(root, Node::root(depth), window, favourite)
    }

    /// Score of a position below the root, exact within the window and a bound outside.
    fn visit(&mut self, position: &Position, node: Node, window: Window) -> Result<Score, Halt> {
        self.meter.count()?;
        if position.is_over() {
            return Ok(self.score_of_end(position, node));
        }
        if self.is_drawn_by_repetition(position, node) {
            return Ok(Score::DRAW);
        }
        let limits = Limits::of(position, self.rules);
        if let Some(score) = limits.answer(window) {
            return Ok(score);
        }
        let window = limits.narrow(window);
        if node.depth > 0 {
            return self.visit_inner(position, node, window);
        }
        match self.settings.leaves {
            Leaves::Static => Ok(self.evaluate(position)),
            Leaves::Quiescence => self.settle(position, node, window),
        }
    }

    fn visit_inner(&mut self, position: &Position, node: Node, window: Window) -> Result<Score, Halt> {
        let has_one_score = self.has_one_score(position, node);
        let known = if has_one_score {
            self.table.get(position)
        } else {
            None
        };
        if let Some(entry) = known
            && self.is_reusable(&entry, node)
        {
            let score = entry.score.counted_from_earlier(node.ply);
            if window.is_answered(score, entry.bound) {
                return Ok(score);
            }
        }
        self.path.push(*position);
        let (score, best) = self.best_child(position, node, window, known.map(|entry| entry.best))?;
        self.path.pop();
        if has_one_score {
            let entry = TableEntry {
                depth: node.depth as u8,
                score: score.counted_from_later(node.ply),
                bound: window.bound(score),
                best,
            };
            self.table.insert(position, entry);
        }
        Ok(score)
    }

    const fn is_reusable(&self, entry: &TableEntry, node: Node) -> bool {
        match self.settings.reuse {
            TableReuse::SameDepth => entry.depth as u32 == node.depth,
            TableReuse::AtLeastAsDeep => entry.depth as u32 >= node.depth,
        }
    }

    /// The best move of an unfinished position and its score.
    fn best_child(
        &mut self,
        position: &Position,
        node: Node,
        window: Window,
        favourite: Option<Pit>,
    ) -> Result<(Score, Pit), Halt> {
        let mut found = BestSoFar::new(window);
        if let Some(pit) = favourite {
            let child = Child::new(position, self.rules, pit);
            self.try_child(position, &child, node, &mut found)?;
        }
        if !found.is_cutoff() {
            let mut children = Children::new(position, self.rules, node.ply, &self.memory, favourite);
            while let Some(child) = children.take_best(position, self.rules) {
                self.try_child(position, &child, node, &mut found)?;
                if found.is_cutoff() {
                    break;
                }
            }
        }
        Ok(found.best.expect("an unfinished position has a legal move"))
    }

    fn try_child(
        &mut self,
        position: &Position,
        child: &Child,
        node: Node,
        found: &mut BestSoFar,
    ) -> Result<(), Halt> {
        let score = if found.tried == 0 {
            self.score_of_move(position, child, node, found.window)?
        } else {
            self.score_of_later_move(position, child, node, found)?
        };
        if found.record(score, child.pit) && node.ply == 0 {
            self.root_best = found.best;
        }
        if found.is_cutoff() && child.is_quiet {
            self.memory
                .record_cutoff(position, node.ply, node.depth, child.pit);
        }
        Ok(())
    }

    #[inline]
    fn score_of_move(
        &mut self,
        position: &Position,
        child: &Child,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        let child_node = node.child(position, &child.position);
        Ok(-self.visit(&child.position, child_node, window.turned())?)
    }

    /// Score of a move that is probably no better than the best so far: cheap if that is so, else searched again.
    fn score_of_later_move(
        &mut self,
        position: &Position,
        child: &Child,
        node: Node,
        found: &BestSoFar,
    ) -> Result<Score, Halt> {
        let window = found.window;
        let scout = Window::just_above(window.alpha);
        if self.is_reduced(child, node, found) {
            let score = self.score_of_move(position, child, node.reduced(), scout)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        let score = self.score_of_move(position, child, node, scout)?;
        if window.contains(score) {
            self.score_of_move(position, child, node, window)
        } else {
            Ok(score)
        }
    }

    fn is_reduced(&self, child: &Child, node: Node, found: &BestSoFar) -> bool {
        self.settings.reductions == Reductions::LateMoves
            && node.depth >= LEAST_REDUCED_DEPTH
            && found.tried >= FULL_DEPTH_MOVES
            && child.is_quiet
    }

    /// Score of a position in which the side to move may stop or go on with a move that wins stones.
    fn settle(&mut self, position: &Position, node: Node, window: Window) -> Result<Score, Halt> {
        let standing = self.evaluate(position);
        let mut best = standing;
        let mut alpha = window.alpha.max(best);
        if alpha >= window.beta {
            return Ok(best);
        }
        let mut children = Children::winning_stones(position, self.rules);
        while let Some(child) = children.take_best(position, self.rules) {
            self.meter.count()?;
            let next = node.settling();
            let score = if child.position.is_over() {
                -self.score_of_end(&child.position, next)
            } else {
                let window = Window {
                    alpha,
                    beta: window.beta,
                };
                -self.settle(&child.position, next, window.turned())?
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        evaluate_with(&self.settings.weights, position, self.rules)
    }

    #[cold]
    fn score_of_end(&self, position: &Position, node: Node) -> Score {
        let outcome = position.outcome(self.rules).expect("the position is finished");
        Score::of_outcome(outcome, position.turn(), node.ply)
    }

    /// Whether the position has occurred often enough in the game and on the line to it.
    fn is_drawn_by_repetition(&self, position: &Position, node: Node) -> bool {
        if position.has_tuzdik() {
            return false;
        }
        let mut earlier = 0;
        if node.quiet_plies == node.ply {
            earlier += self.history.occurrences(position);
        }
        if node.quiet_plies >= self.shortest_cycle {
            earlier += self.path.iter().filter(|&other| other == position).count() as u32;
        }
        earlier > 0 && is_drawn_by_repetition(self.rules, earlier + 1)
    }

    /// Whether the score of a position is the same on every line that leads to it: no line of the present depth comes back
    /// to a position on the way here. What repeats positions of the game itself is the same for all lines.
    #[inline]
    fn has_one_score(&self, position: &Position, node: Node) -> bool {
        position.has_tuzdik() || node.quiet_plies + node.depth < self.shortest_cycle
    }
}

/// The moves of a position that were tried.
struct BestSoFar {
    /// What is still asked: its lower end is the best score so far.
    window: Window,
    best: Option<(Score, Pit)>,
    tried: usize,
}

impl BestSoFar {
    const fn new(window: Window) -> Self {
        Self {
            window,
            best: None,
            tried: 0,
        }
    }

    /// Takes a move in; returns whether it is known to be better than all before.
    fn record(&mut self, score: Score, pit: Pit) -> bool {
        self.tried += 1;
        if self.best.is_none_or(|(highest, _)| score > highest) {
            self.best = Some((score, pit));
        }
        let is_better = score > self.window.alpha;
        self.window.alpha = self.window.alpha.max(score);
        is_better
    }

    fn is_cutoff(&self) -> bool {
        self.window.alpha >= self.window.beta
    }
}
