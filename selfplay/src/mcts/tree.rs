use kumalak_env::solver::ExactValue;
use kumalak_env::{
    Game, MAX_PITS, Observation, Outcome, Pit, PitSet, Position, Rules, Side, is_drawn_by_repetition,
};

use super::backup::{Step, backup};
use super::bounds::{Solver, ValueBounds};
use super::evaluation::Evaluation;
use super::gumbel;
use super::halving::HalvingSchedule;
use super::leaf_value::final_margin;
use super::node::{Node, NodeIndex, open_moves};
use super::noise::NoiseSample;
use super::outlook::{Outlook, proven_outcome};
use super::puct;
use super::reuse::{Origin, follow, keep_subtree};
use super::selection::Selection;
use super::settings::{SearchSettings, TreeReuse};

pub(super) const ROOT: NodeIndex = 0;

/// Walks in one go that need no evaluator, before somebody is asked whether to go on.
const MAX_WALKS_WITHOUT_EVALUATION: u32 = 4096;

/// The search tree of one game: nodes in one vector, which is filled again for the next search without allocating.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The ways of all walks in progress, one behind the other, each from the root to above its leaf.
    steps: Vec<Step>,
    /// Walks whose leaf waits for its evaluation.
    waiting: Vec<Walk>,
    /// Walks that ended at a leaf which already waits. Their marks lead the next walks of the step elsewhere.
    collided: Vec<Walk>,
    schedule: HalvingSchedule,
    simulations_left: u32,
    pub(super) simulations: u32,
    pub(super) depth: u32,
    pub(super) noise: Option<NoiseSample>,
    pub(super) root_evaluation: Evaluation,
    pub(super) outlook: Outlook,
    /// What the next search must match to go on with this tree; only after a search that ended well.
    origin: Option<Origin>,
}

/// A walk in progress.
#[derive(Clone, Copy, Debug)]
struct Walk {
    leaf: NodeIndex,
    /// Its way is `steps[first..end]`.
    first: usize,
    end: usize,
}

/// Where a walk ended.
pub(super) enum Reached {
    /// At a position with an exact value.
    Known(NodeIndex),
    /// At a position that is new to the tree and has occurred so often.
    New(NodeIndex, u32),
    /// At a position that another walk of this step has added.
    Waiting(NodeIndex),
}

impl Tree {
    /// Starts a new search and returns the observation of the root, which now waits for its evaluation.
    pub(super) fn plant(
        &mut self,
        game: &Game,
        noise: Option<NoiseSample>,
        settings: &SearchSettings,
    ) -> Observation {
        if !self.goes_on_with(game, settings) {
            self.start_anew(game, settings);
        }
        self.steps.clear();
        self.waiting.clear();
        self.collided.clear();
        self.waiting.push(Walk {
            leaf: ROOT,
            first: 0,
            end: 0,
        });
        if let Selection::Gumbel(gumbel) = settings.selection {
            let considered = gumbel
                .max_considered
                .min(self.nodes[ROOT as usize].legal.len() as u32);
            self.schedule = HalvingSchedule::new(considered, settings.simulations);
        }
        self.simulations_left = settings.simulations;
        self.simulations = 0;
        self.depth = 0;
        self.noise = noise;
        self.outlook = Outlook::default();
        game.position().observation(game.occurrences())
    }

    fn start_anew(&mut self, game: &Game, settings: &SearchSettings) {
        /// More nodes than this are allocated as they come.
        const MOST_AT_ONCE: u32 = 1 << 16;
        let (rules, position) = (game.rules(), game.position());
        self.nodes.clear();
        let most = settings.node_limit.min(settings.simulations + 1);
        self.nodes.reserve(most.min(MOST_AT_ONCE) as usize);
        self.nodes.push(ongoing(*position, rules, settings));
    }

    /// Makes the present position of the game the root, if the tree of the search before has it.
    fn goes_on_with(&mut self, game: &Game, settings: &SearchSettings) -> bool {
        let Some(origin) = self.origin.take() else {
            return false;
        };
        if settings.tree_reuse == TreeReuse::Fresh || self.nodes.len() > settings.node_limit as usize {
            return false;
        }
        let moves = origin.moves_since(game, settings);
        let Some(root) = moves.and_then(|moves| follow(&self.nodes, moves)) else {
            return false;
        };
        if self.nodes[root as usize].is_finished() {
            return false;
        }
        keep_subtree(&mut self.nodes, root);
        self.nodes[ROOT as usize].open = open_moves(&self.nodes, ROOT);
        true
    }

    /// Keeps the tree for a next search of the same game.
    pub(super) fn end_search(&mut self, game: &Game, settings: &SearchSettings) {
        self.origin = match settings.tree_reuse {
            TreeReuse::Fresh => None,
            TreeReuse::Keep => Some(Origin::new(game, settings)),
        };
    }

    /// How many positions wait for their evaluation.
    #[inline]
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The legal moves of the waiting position with this number.
    #[inline]
    pub(super) fn waiting_moves(&self, number: usize) -> PitSet {
        self.nodes[self.waiting[number].leaf as usize].legal
    }

    /// Takes the evaluation of the waiting position with this number.
    #[inline]
    pub(super) fn expand(
        &mut self,
        number: usize,
        evaluation: Evaluation,
        rules: &Rules,
        settings: &SearchSettings,
    ) {
        let walk = self.waiting[number];
        if settings.leaves > 1 {
            self.unmark(walk);
        }
        let mut priors = evaluation.policy;
        if walk.leaf == ROOT {
            self.root_evaluation = evaluation;
            if let Some(noise) = &self.noise {
                noise.mix_into(&mut priors);
            }
        }
        self.outlook
            .add(walk.end - walk.first, evaluation.outcome, Some(evaluation.margin));
        let value = settings
            .leaf_value
            .combine(rules, evaluation.value(), evaluation.margin);
        let node = &mut self.nodes[walk.leaf as usize];
        node.priors = priors;
        if node.visits > 0 {
            // The root of a kept tree: its evaluation counted when it was a leaf.
            return;
        }
        let value = if node.bounds.is_open() {
            value
        } else {
            settings.leaf_value.clamp(value, node.bounds)
        };
        node.own_value = value;
        let path = &self.steps[walk.first..walk.end];
        backup(&mut self.nodes, path, walk.leaf, value, settings);
    }

    /// Ends a step, once all waiting positions have their evaluation.
    #[inline]
    pub(super) fn end_step(&mut self, settings: &SearchSettings) {
        while let Some(walk) = self.collided.pop() {
            self.unmark(walk);
        }
        self.waiting.clear();
        self.steps.clear();
        // What lies beyond the limit was never linked.
        self.nodes.truncate(settings.node_limit as usize);
    }

    /// Whether the search of this tree is at its end.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.simulations_left == 0 || self.nodes[ROOT as usize].bounds.proven().is_some()
    }

    /// Runs simulations until as many as `leaves` added positions that the evaluator must judge, and adds their
    /// observations. Those that end at an exact value need no evaluator.
    #[inline]
    pub(super) fn gather(
        &mut self,
        game: &Game,
        settings: &SearchSettings,
        observations: &mut Vec<Observation>,
    ) {
        let leaves = settings.leaves as usize;
        let mut walks = 0;
        while self.waiting.len() < leaves && self.collided.len() < leaves && !self.is_done() {
            let first = self.steps.len();
            let reached = self.descend(first, game, settings);
            let end = self.steps.len();
            self.depth = self.depth.max((end - first) as u32);
            match reached {
                Reached::Waiting(leaf) => {
                    let walk = Walk { leaf, first, end };
                    self.mark(walk);
                    self.collided.push(walk);
                    continue;
                }
                Reached::New(leaf, occurrences) => {
                    let walk = Walk { leaf, first, end };
                    if leaves > 1 {
                        self.mark(walk);
                    }
                    self.waiting.push(walk);
                    let position = &self.nodes[leaf as usize].position;
                    observations.push(position.observation(occurrences));
                }
                Reached::Known(leaf) => self.end_at_exact_value(leaf, first, settings),
            }
            self.simulations_left -= 1;
            self.simulations += 1;
            if let Selection::Gumbel(_) = settings.selection {
                self.schedule.advance();
            }
            walks += 1;
            if walks >= MAX_WALKS_WITHOUT_EVALUATION {
                break;
            }
        }
    }

    fn end_at_exact_value(&mut self, leaf: NodeIndex, first: usize, settings: &SearchSettings) {
        let node = &self.nodes[leaf as usize];
        let mover = node.position.turn();
        let (value, margin) = if node.is_finished() {
            let margin = final_margin(&node.position, mover);
            (node.own_value, Some(f32::from(margin)))
        } else {
            (settings.leaf_value.clamp(node.value, node.bounds), None)
        };
        let outcome = proven_outcome(node.bounds.lower);
        self.outlook.add(self.steps.len() - first, outcome, margin);
        backup(&mut self.nodes, &self.steps[first..], leaf, value, settings);
        self.steps.truncate(first);
    }

    /// Follows the selection to a position with an exact value or to one that is new to the tree.
    #[inline]
    fn descend(&mut self, first: usize, game: &Game, settings: &SearchSettings) -> Reached {
        let mut index = ROOT;
        loop {
            let node = &self.nodes[index as usize];
            if node.is_finished() || node.bounds.proven().is_some() {
                return Reached::Known(index);
            }
            if node.visits == 0 {
                return Reached::Waiting(index);
            }
            let pit = match &settings.selection {
                Selection::Puct(puct) => puct::select(node, puct),
                Selection::Gumbel(gumbel) if index == ROOT => {
                    let noise = self.noise.map_or([0.0; MAX_PITS], |noise| noise.for_scores());
                    gumbel::select_at_root(node, gumbel, &noise, self.schedule.visits())
                }
                Selection::Gumbel(gumbel) => gumbel::select(node, gumbel),
            };
            self.steps.push(Step { node: index, pit });
            match node.child(pit) {
                Some(child) => index = child,
                None => return self.add_child(index, pit, first, game, settings),
            }
        }
    }

    #[inline]
    pub(super) fn add_child(
        &mut self,
        parent: NodeIndex,
        pit: Pit,
        first: usize,
        game: &Game,
        settings: &SearchSettings,
    ) -> Reached {
        let rules = game.rules();
        let mut position = self.nodes[parent as usize].position;
        position.play_unchecked(rules, pit);
        let occurrences = self.occurrences(&position, first, game);
        let result = result_of(&position, occurrences, rules);
        let node = match result {
            Some(outcome) => finished(position, outcome, rules, settings),
            None => ongoing(position, rules, settings),
        };
        let child = self.nodes.len() as NodeIndex;
        self.nodes.push(node);
        if child < settings.node_limit {
            self.nodes[parent as usize].children[pit.index()] = child;
        }
        match result {
            Some(_) => Reached::Known(child),
            None => Reached::New(child, occurrences),
        }
    }

    /// How often a position at the end of a way has occurred in the game and on the way, this time included.
    ///
    /// A position can only come back if no stone was won in between, so the walk back ends with the first capture.
    #[inline]
    fn occurrences(&self, position: &Position, first: usize, game: &Game) -> u32 {
        if position.has_tuzdik() {
            return 1;
        }
        let mut on_way = 0;
        let way = &self.steps[first..];
        for step in way.iter().rev().take_while(|step| step.node != ROOT) {
            let earlier = &self.nodes[step.node as usize].position;
            if !have_equal_kazans(earlier, position) {
                return 1 + on_way;
            }
            on_way += u32::from(earlier == position);
        }
        // The root is the last position of the game's history.
        1 + on_way + game.history().occurrences(position)
    }

    fn mark(&mut self, walk: Walk) {
        for step in &self.steps[walk.first..walk.end] {
            let node = &mut self.nodes[step.node as usize];
            node.walks += 1;
            // At most 255 walks wait at once and as many have collided.
            let walks = &mut node.edge_walks[step.pit.index()];
            *walks = walks.saturating_add(1);
        }
    }

    fn unmark(&mut self, walk: Walk) {
        for step in &self.steps[walk.first..walk.end] {
            let node = &mut self.nodes[step.node as usize];
            node.walks -= 1;
            let walks = &mut node.edge_walks[step.pit.index()];
            *walks = walks.saturating_sub(1);
        }
    }
}

#[inline]
fn ongoing(position: Position, rules: &Rules, settings: &SearchSettings) -> Node {
    let bounds = match settings.solver {
        Solver::On => ValueBounds::of_kazans(rules, &position),
        Solver::Off => ValueBounds::OPEN,
    };
    Node::ongoing(position, position.legal_moves(rules), bounds)
}

#[inline]
fn finished(position: Position, outcome: Outcome, rules: &Rules, settings: &SearchSettings) -> Node {
    let exact = ExactValue::of_outcome(outcome, position.turn());
    let value = settings.leaf_value.of_finished(rules, outcome, &position);
    Node::finished(position, value, ValueBounds::exactly(exact))
}

/// The result of a position that has occurred so often, or `None` while the game goes on. A ply cap is no result.
#[inline]
fn result_of(position: &Position, occurrences: u32, rules: &Rules) -> Option<Outcome> {
    let on_board = position.outcome(rules);
    let by_repetition = is_drawn_by_repetition(rules, occurrences).then_some(Outcome::Draw);
    on_board.or(by_repetition)
}

#[inline]
fn have_equal_kazans(one: &Position, other: &Position) -> bool {
    Side::ALL.iter().all(|&side| one.kazan(side) == other.kazan(side))
}
