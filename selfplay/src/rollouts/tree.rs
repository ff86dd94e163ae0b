use kumalak_env::{Game, GameRng, MAX_PITS, Outcome, Pit, PitSet, Position, Side, is_drawn_by_repetition};

use super::playout::playout;

/// Exploration constant of UCB1, for results from −1 to 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Index of the root, and the mark of a move that was not tried yet, since no move leads to the root.
const ROOT: u32 = 0;

/// A tree that grows by one position with each simulation.
///
/// UCT: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning" (2006), with the rule UCB1 of P. Auer, N.
/// Cesa-Bianchi and P. Fischer (2002) at every position.
pub(super) struct Tree<'a> {
    game: &'a Game,
    nodes: Vec<Node>,
    path: Vec<u32>,
}

/// What a search by random play says about a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TriedMove {
    /// The move.
    pub pit: Pit,
    /// Simulations that went through it.
    pub visits: u32,
    /// Their mean result for the side that moves, from −1 to 1.
    pub mean: f64,
}

struct Node {
    position: Position,
    legal: PitSet,
    children: [u32; MAX_PITS],
    /// The result, where the game is over.
    end: Option<Outcome>,
    visits: u32,
    /// Sum of the results of all visits for White, each from −1 to 1.
    white_total: i32,
}

impl<'a> Tree<'a> {
    /// A tree of the present position of an unfinished game alone.
    pub(super) fn new(game: &'a Game) -> Self {
        let mut tree = Self {
            game,
            nodes: Vec::new(),
            path: Vec::new(),
        };
        tree.nodes
            .push(Node::new(*game.position(), game.legal_moves(), None));
        tree
    }

    /// Walks down to a position that is new or finished, plays from there to the end, and remembers the result.
    pub(super) fn simulate(&mut self, rng: &mut GameRng) {
        self.path.clear();
        self.path.push(ROOT);
        let mut index = ROOT;
        let outcome = loop {
            let node = &self.nodes[index as usize];
            if let Some(outcome) = node.end {
                break outcome;
            }
            if let Some(pit) = node.untried() {
                let child = self.expand(index, pit);
                self.path.push(child);
                let node = &self.nodes[child as usize];
                break node
                    .end
                    .unwrap_or_else(|| playout(node.position, self.game.rules(), rng));
            }
            index = self.select(node);
            self.path.push(index);
        };
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.white_total += i32::from(outcome.sign_for(Side::White));
        }
    }

    fn expand(&mut self, parent: u32, pit: Pit) -> u32 {
        let rules = self.game.rules();
        let mut position = self.nodes[parent as usize].position;
        position.play_unchecked(rules, pit);
        let drawn = || self.is_drawn_by_repetition(&position).then_some(Outcome::Draw);
        let end = position.outcome(rules).or_else(drawn);
        let index = self.nodes.len() as u32;
        self.nodes
            .push(Node::new(position, position.legal_moves(rules), end));
        self.nodes[parent as usize].children[pit.index()] = index;
        index
    }

    /// Whether a position below the end of the path has occurred often enough, in the game and on the path.
    fn is_drawn_by_repetition(&self, position: &Position) -> bool {
        if position.has_tuzdik() {
            return false;
        }
        // The root stands in the history of the game.
        let on_path = self.path[1..]
            .iter()
            .filter(|&&index| self.nodes[index as usize].position == *position);
        let earlier = self.game.history().occurrences(position) + on_path.count() as u32;
        is_drawn_by_repetition(self.game.rules(), earlier + 1)
    }

    /// The child with the highest upper confidence bound; the leftmost among equals.
    fn select(&self, node: &Node) -> u32 {
        let log_visits = f64::from(node.visits).ln();
        let mut best = (f64::NEG_INFINITY, ROOT);
        for pit in node.legal {
            let index = node.children[pit.index()];
            let child = &self.nodes[index as usize];
            let bonus = EXPLORATION * (log_visits / f64::from(child.visits)).sqrt();
            let bound = child.mean_for(node.position.turn()) + bonus;
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The moves of the root that were tried, from the most visited to the least; among equals those with the better
    /// results first, then those further left.
    pub(super) fn moves(&self) -> Vec<TriedMove> {
        let root = &self.nodes[ROOT as usize];
        let tried = root.legal.iter().filter(|pit| root.children[pit.index()] != ROOT);
        let mut moves: Vec<TriedMove> = tried
            .map(|pit| {
                let child = &self.nodes[root.children[pit.index()] as usize];
                TriedMove {
                    pit,
                    visits: child.visits,
                    mean: child.mean_for(root.position.turn()),
                }
            })
            .collect();
        moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
        moves
    }
}

impl Node {
    const fn new(position: Position, legal: PitSet, end: Option<Outcome>) -> Self {
        Self {
            position,
            legal,
            children: [ROOT; MAX_PITS],
            end,
            visits: 0,
            white_total: 0,
        }
    }

    fn untried(&self) -> Option<Pit> {
        self.legal.iter().find(|pit| self.children[pit.index()] == ROOT)
    }

    fn mean_for(&self, side: Side) -> f64 {
        let white = f64::from(self.white_total) / f64::from(self.visits);
        match side {
            Side::White => white,
            Side::Black => -white,
        }
    }
}
