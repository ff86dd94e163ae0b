use kumalak_env::{
    Game, MAX_PITS, Observation, Outcome, Pit, PitSet, Position, Rules, Side, is_drawn_by_repetition,
};

use super::backup::{Step, backup};
use super::evaluation::Evaluation;
use super::node::{Node, NodeIndex};
use super::noise::NoiseSample;
use super::result::SearchResult;
use super::select::select;
use super::settings::SearchSettings;

const ROOT: NodeIndex = 0;

/// The search tree of one game: nodes in one vector, which is filled again for the next search without allocating.
///
/// The last node of the vector is the one that waits for its evaluation, if any does.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The way of the simulation in progress, from the root to above its leaf.
    path: Vec<Step>,
    simulations_left: u32,
    noise: Option<NoiseSample>,
    root_evaluation: Evaluation,
}

impl Tree {
    /// Starts a new search and returns the observation of the root, which now waits for its evaluation.
    pub(super) fn plant(
        &mut self,
        game: &Game,
        noise: Option<NoiseSample>,
        settings: &SearchSettings,
    ) -> Observation {
        self.nodes.clear();
        self.nodes.reserve(settings.simulations as usize + 1);
        self.nodes.push(Node::ongoing(*game.position(), game.rules()));
        self.path.clear();
        self.simulations_left = settings.simulations;
        self.noise = noise;
        game.position().observation(game.occurrences())
    }

    /// The legal moves of the position that waits for its evaluation.
    #[inline]
    pub(super) fn waiting_moves(&self) -> PitSet {
        self.nodes.last().map_or(PitSet::EMPTY, |node| node.legal)
    }

    /// Takes the evaluation of the position that waits for it.
    #[inline]
    pub(super) fn expand(&mut self, evaluation: Evaluation, game: &Game, settings: &SearchSettings) {
        let leaf = self.nodes.len() as NodeIndex - 1;
        let mut priors = evaluation.policy;
        if leaf == ROOT {
            self.root_evaluation = evaluation;
            if let Some(noise) = &self.noise {
                noise.mix_into(&mut priors);
            }
        }
        self.nodes[leaf as usize].priors = priors;
        let value = settings
            .leaf_value
            .combine(game.rules(), evaluation.value(), evaluation.margin);
        backup(&mut self.nodes, &self.path, leaf, value);
    }

    /// Runs simulations until one adds a position that the evaluator must judge, and returns its observation; `None` once
    /// all simulations are done. Those that end in a finished game need no evaluator.
    #[inline]
    pub(super) fn next_leaf(&mut self, game: &Game, settings: &SearchSettings) -> Option<Observation> {
        while self.simulations_left > 0 {
            self.simulations_left -= 1;
            let (leaf, occurrences) = self.descend(game, settings);
            let node = &self.nodes[leaf as usize];
            if !node.is_finished() {
                return Some(node.position.observation(occurrences));
            }
            let value = node.value;
            backup(&mut self.nodes, &self.path, leaf, value);
        }
        None
    }

    /// Follows the selection to a finished game or to a position that is new to the tree. Returns it with the number of
    /// its occurrences, which only a new one needs.
    #[inline]
    fn descend(&mut self, game: &Game, settings: &SearchSettings) -> (NodeIndex, u32) {
        self.path.clear();
        let mut index = ROOT;
        loop {
            let node = &self.nodes[index as usize];
            if node.is_finished() {
                return (index, 1);
            }
            let pit = select(node, settings);
            self.path.push(Step { node: index, pit });
            match node.child(pit) {
                Some(child) => index = child,
                None => return self.add_child(index, pit, game, settings),
            }
        }
    }

    #[inline]
    fn add_child(
        &mut self,
        parent: NodeIndex,
        pit: Pit,
        game: &Game,
        settings: &SearchSettings,
    ) -> (NodeIndex, u32) {
        let rules = game.rules();
        let mut position = self.nodes[parent as usize].position;
        position.play_unchecked(rules, pit);
        let occurrences = self.occurrences(&position, game);
        let node = match result_of(&position, occurrences, rules) {
            Some(outcome) => {
                let value = settings.leaf_value.of_finished(rules, outcome, &position);
                Node::finished(position, value)
            }
            None => Node::ongoing(position, rules),
        };
        let child = self.nodes.len() as NodeIndex;
        self.nodes.push(node);
        self.nodes[parent as usize].set_child(pit, child);
        (child, occurrences)
    }

    /// How often a position at the end of the path has occurred in the game and on the path, this time included.
    ///
    /// A position can only come back if no stone was won in between, so the walk back ends with the first capture.
    #[inline]
    fn occurrences(&self, position: &Position, game: &Game) -> u32 {
        if position.has_tuzdik() {
            return 1;
        }
        let mut on_path = 0;
        for step in self.path.iter().rev().take_while(|step| step.node != ROOT) {
            let earlier = &self.nodes[step.node as usize].position;
            if !have_equal_kazans(earlier, position) {
                return 1 + on_path;
            }
            on_path += u32::from(earlier == position);
        }
        // The root is the last position of the game's history.
        1 + on_path + game.history().occurrences(position)
    }

    /// What the search found out, once [`next_leaf`](Self::next_leaf) has returned `None`.
    pub(super) fn result(&self) -> SearchResult {
        let root = &self.nodes[ROOT as usize];
        let mut move_values = [None; MAX_PITS];
        for (pit, value) in move_values.iter_mut().enumerate() {
            *value = (root.edge_visits[pit] > 0).then_some(root.edge_values[pit]);
        }
        SearchResult {
            visits: root.edge_visits,
            move_values,
            value: root.value,
            principal_variation: self.principal_variation(),
            evaluation: self.root_evaluation,
        }
    }

    fn principal_variation(&self) -> Vec<Pit> {
        let mut line = Vec::new();
        let mut index = Some(ROOT);
        while let Some(node) = index.map(|index| &self.nodes[index as usize]) {
            let best = node.most_visited();
            line.extend(best);
            index = best.and_then(|pit| node.child(pit));
        }
        line
    }
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
