use kumalak_env::{Game, GameRng, Observation};
use thiserror::Error;

use super::evaluation::{Evaluation, evaluate_all};
use super::noise::{NoiseSample, RootNoise};
use super::result::SearchResult;
use super::settings::SearchSettings;
use super::tree::Tree;
use crate::evaluator::{Evaluations, Evaluator, EvaluatorError};
use crate::invalid_setting::InvalidSetting;
use crate::monitor::{Counter, Monitor};

/// A game whose present position is to be searched.
#[derive(Clone, Copy, Debug)]
pub struct SearchRoot<'a> {
    game: &'a Game,
    noise: Option<NoiseSample>,
}

impl<'a> SearchRoot<'a> {
    /// The position as it is, for playing and analysis.
    pub fn new(game: &'a Game) -> Self {
        Self { game, noise: None }
    }

    /// The position with noise in its prior, for self-play. All randomness of a search is drawn here, from the game's own
    /// generator.
    pub fn with_noise(game: &'a Game, noise: &RootNoise, rng: &mut GameRng) -> Self {
        Self {
            game,
            noise: noise.sample(game.legal_moves(), rng),
        }
    }
}

/// Why a search gave no result.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The evaluator failed or answered nonsense.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// The game with this index in the batch is over, so that there is no move to search for.
    #[error("game {0} of the batch is over and cannot be searched")]
    GameOver(usize),
    /// A setting makes no sense.
    #[error(transparent)]
    Setting(#[from] InvalidSetting),
    /// The monitor asked it to stop.
    #[error("interrupted")]
    Stopped,
}

/// Searches many games at once, with one evaluator call for each step of all of them.
///
/// Finished games have their exact value and are never sent to the evaluator. A repetition counts as one whether its
/// positions lie in the game or in the tree, and the evaluator sees the count. A ply cap of the rules cuts games off without
/// a result, so it says nothing about values, and the search looks beyond it.
///
/// Its buffers live on from call to call. Each tree holds at most `simulations + 1` nodes of 180 bytes and nothing else
/// that grows with the search but one path, so 64 games of 64 simulations need 0.75 MB, 1 game of a million 180 MB.
///
/// ```
/// use kumalak_env::{Game, Rules};
/// use kumalak_selfplay::{BatchSearch, SearchRoot, SearchSettings, UniformEvaluator};
///
/// let game = Game::new(Rules::STANDARD);
/// let settings = SearchSettings { simulations: 100, ..SearchSettings::default() };
/// let roots = [SearchRoot::new(&game)];
/// let results = BatchSearch::default().search(&roots, &mut UniformEvaluator, &settings, &())?;
/// assert_eq!(results[0].visits.iter().sum::<u32>(), 100);
/// # Ok::<(), kumalak_selfplay::SearchError>(())
/// ```
#[derive(Debug, Default)]
pub struct BatchSearch {
    trees: Vec<Tree>,
    /// Trees with a position that waits for its evaluation.
    waiting: Vec<usize>,
    /// The observations of these positions, in the same order.
    observations: Vec<Observation>,
    evaluations: Evaluations,
}

impl BatchSearch {
    /// Searches every root and returns a result for each, in order. The result for one game does not depend on the others
    /// as long as the evaluator's answers do not.
    ///
    /// # Errors
    /// If a setting is out of range, a game is over, the evaluator fails, or the monitor asks to stop. Nothing is lost then but this call's work.
    pub fn search(
        &mut self,
        roots: &[SearchRoot<'_>],
        evaluator: &mut dyn Evaluator,
        settings: &SearchSettings,
        monitor: &dyn Monitor,
    ) -> Result<Vec<SearchResult>, SearchError> {
        settings.validate()?;
        self.plant(roots, settings)?;
        while !self.waiting.is_empty() {
            self.evaluate(evaluator, monitor)?;
            self.grow(roots, settings)?;
        }
        Ok(self.trees[..roots.len()].iter().map(Tree::result).collect())
    }

    /// Starts a tree for every root; all roots wait for their evaluation.
    fn plant(&mut self, roots: &[SearchRoot<'_>], settings: &SearchSettings) -> Result<(), SearchError> {
        if let Some(index) = roots.iter().position(|root| root.game.is_over()) {
            return Err(SearchError::GameOver(index));
        }
        if self.trees.len() < roots.len() {
            self.trees.resize_with(roots.len(), Tree::default);
            self.evaluations = Evaluations::zeros(roots.len());
        }
        self.waiting.clear();
        self.observations.clear();
        for (index, (tree, root)) in self.trees.iter_mut().zip(roots).enumerate() {
            self.waiting.push(index);
            self.observations
                .push(tree.plant(root.game, root.noise, settings));
        }
        Ok(())
    }

    /// Evaluates the positions that wait.
    fn evaluate(&mut self, evaluator: &mut dyn Evaluator, monitor: &dyn Monitor) -> Result<(), SearchError> {
        if monitor.is_stopped() {
            return Err(SearchError::Stopped);
        }
        let batch = self.observations.len();
        evaluate_all(evaluator, &self.observations, &mut self.evaluations)?;
        monitor.advance(Counter::Evaluations, batch as u64);
        Ok(())
    }

    /// Hands the evaluations to their trees and lets each tree go on to its next leaf, if it has simulations left.
    fn grow(&mut self, roots: &[SearchRoot<'_>], settings: &SearchSettings) -> Result<(), SearchError> {
        self.observations.clear();
        for row in 0..self.waiting.len() {
            let index = self.waiting[row];
            let (tree, game) = (&mut self.trees[index], roots[index].game);
            let evaluation = Evaluation::read(&self.evaluations, row, tree.waiting_moves())?;
            tree.expand(evaluation, game, settings);
            if let Some(observation) = tree.next_leaf(game, settings) {
                // Trees without a leaf drop out, so that this place lies at or before `row`.
                self.waiting[self.observations.len()] = index;
                self.observations.push(observation);
            }
        }
        self.waiting.truncate(self.observations.len());
        Ok(())
    }
}
