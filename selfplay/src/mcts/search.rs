use std::mem;
use std::ops::ControlFlow;

use kumalak_env::{Game, GameRng, Observation};
use thiserror::Error;

use super::cache::{EvaluationCache, Source};
use super::evaluation::{Answer, Evaluation, evaluate_all};
use super::noise::{NoiseSample, RootNoise};
use super::result::SearchResult;
use super::settings::{SearchSettings, TreeReuse};
use super::tree::Tree;
use crate::evaluator::{Evaluations, Evaluator, EvaluatorError};
use crate::invalid_setting::InvalidSetting;
use crate::monitor::{Counter, Monitor};

/// A game whose present position is to be searched.
#[derive(Clone, Copy, Debug)]
pub struct SearchRoot<'a> {
    game: &'a Game,
    noise: Option<NoiseSample>,
    number: Option<u64>,
}

impl<'a> SearchRoot<'a> {
    /// The position as it is, for playing and analysis.
    pub fn new(game: &'a Game) -> Self {
        Self {
            game,
            noise: None,
            number: None,
        }
    }

    /// The position with noise, for self-play. All randomness of a search is drawn here, from the game's own generator.
    pub fn with_noise(game: &'a Game, noise: &RootNoise, rng: &mut GameRng) -> Self {
        Self {
            noise: noise.sample(game.legal_moves(), rng),
            ..Self::new(game)
        }
    }

    /// The same with a number for the game, by which a kept tree is found again ([`TreeReuse::Keep`]) wherever the game
    /// stands in the batch. Without one, games are told apart by their place in the batch.
    #[must_use]
    pub fn numbered(self, number: u64) -> Self {
        Self {
            number: Some(number),
            ..self
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
/// Its buffers live on from call to call. Each tree holds at most `simulations + 1` nodes of 200 bytes, or `node_limit` of
/// them, and nothing else that grows with the search but the ways of one step, so 64 games of 64 simulations need 0.8 MB,
/// 1 game of a million 200 MB (and up to twice that while a tree of more than 65,536 nodes moves to larger memory). The proof
/// of an ending takes up to 32 bytes for each of `ending_nodes`, one root after the other, and gives them back. Kept
/// trees and cached answers make sense only as long as the evaluator stays the same; [`clear`](Self::clear) forgets them.
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
    /// The number of the game of each tree.
    numbers: Vec<u64>,
    /// Trees whose search goes on.
    active: Vec<usize>,
    /// Observations of the positions that wait, those of the first active tree first.
    observations: Vec<Observation>,
    /// Where the answer to each of them is to be had.
    sources: Vec<Source>,
    /// The observations that the evaluator must see.
    questions: Vec<Observation>,
    evaluations: Evaluations,
    cache: EvaluationCache,
}

/// How far a search is, between two steps.
#[derive(Clone, Copy, Debug)]
pub struct SearchProgress<'a> {
    trees: &'a [Tree],
    settings: &'a SearchSettings,
}

impl SearchProgress<'_> {
    /// What the search has found out so far, as its result would say: one for each root, in order.
    pub fn results(&self) -> Vec<SearchResult> {
        self.trees.iter().map(|tree| tree.result(self.settings)).collect()
    }

    /// Walks that were made so far, over all roots.
    pub fn simulations(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.simulations)).sum()
    }
}

impl BatchSearch {
    /// Searches every root and returns a result for each, in order. The result for one game does not depend on the others
    /// as long as the evaluator's answers do not.
    ///
    /// # Errors
    /// If a setting is out of range, noise does not fit the selection, a game is over, the evaluator fails, or the monitor
    /// asks to stop. Nothing is lost then but this call's work and kept trees.
    pub fn search(
        &mut self,
        roots: &[SearchRoot<'_>],
        evaluator: &mut dyn Evaluator,
        settings: &SearchSettings,
        monitor: &dyn Monitor,
    ) -> Result<Vec<SearchResult>, SearchError> {
        self.search_while(roots, evaluator, settings, monitor, &mut |_| {
            ControlFlow::Continue(())
        })
    }

    /// The same, with somebody who looks on after each step and may end the search by [`ControlFlow::Break`]: the results
    /// are then those so far. The first look comes when every root has its evaluation.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn search_while(
        &mut self,
        roots: &[SearchRoot<'_>],
        evaluator: &mut dyn Evaluator,
        settings: &SearchSettings,
        monitor: &dyn Monitor,
        watch: &mut dyn FnMut(SearchProgress<'_>) -> ControlFlow<()>,
    ) -> Result<Vec<SearchResult>, SearchError> {
        settings.validate()?;
        for root in roots {
            if let Some(noise) = &root.noise {
                noise.validate_for(&settings.selection)?;
            }
        }
        self.plant(roots, settings, monitor)?;
        while !self.active.is_empty() {
            if let Err(error) = self.step(roots, evaluator, settings, monitor) {
                self.cache.clear();
                return Err(error);
            }
            let progress = SearchProgress {
                trees: &self.trees[..roots.len()],
                settings,
            };
            if watch(progress).is_break() {
                break;
            }
            self.gather(roots, settings);
        }
        Ok(self.finish(roots, settings, monitor))
    }

    /// Forgets kept trees and cached answers, as another evaluator needs.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.numbers.clear();
        self.cache.clear();
    }

    /// Starts a tree for every root; all roots wait for their evaluation.
    fn plant(
        &mut self,
        roots: &[SearchRoot<'_>],
        settings: &SearchSettings,
        monitor: &dyn Monitor,
    ) -> Result<(), SearchError> {
        if let Some(index) = roots.iter().position(|root| root.game.is_over()) {
            return Err(SearchError::GameOver(index));
        }
        self.cache.set_size(settings.cache_mebibytes);
        if settings.tree_reuse == TreeReuse::Keep {
            self.bring_trees_to_their_games(roots);
        }
        if self.trees.len() < roots.len() {
            self.trees.resize_with(roots.len(), Tree::default);
        }
        self.active.clear();
        self.active.extend(0..roots.len());
        self.observations.clear();
        for (tree, root) in self.trees.iter_mut().zip(roots) {
            self.observations
                .push(tree.plant(root.game, root.noise, settings));
            tree.prove_ending(root.game, settings, monitor)?;
        }
        Ok(())
    }

    /// Puts the tree of each game in the place that the game now has in the batch. Trees of games that are not in it are
    /// dropped.
    fn bring_trees_to_their_games(&mut self, roots: &[SearchRoot<'_>]) {
        let mut trees = mem::take(&mut self.trees);
        let mut numbers = mem::take(&mut self.numbers);
        for (place, root) in roots.iter().enumerate() {
            let number = root.number.unwrap_or(place as u64);
            let tree = numbers.iter().position(|&known| known == number);
            self.trees.push(tree.map_or_else(Tree::default, |index| {
                numbers.swap_remove(index);
                trees.swap_remove(index)
            }));
            self.numbers.push(number);
        }
    }

    /// Evaluates the positions that wait and hands the evaluations to their trees.
    fn step(
        &mut self,
        roots: &[SearchRoot<'_>],
        evaluator: &mut dyn Evaluator,
        settings: &SearchSettings,
        monitor: &dyn Monitor,
    ) -> Result<(), SearchError> {
        if monitor.is_stopped() {
            return Err(SearchError::Stopped);
        }
        if settings.cache_mebibytes == 0 {
            evaluate(&mut self.evaluations, evaluator, &self.observations, monitor)?;
            self.expand(roots, settings, |evaluations, row| {
                Answer::of_row(evaluations, row)
            })?;
            return Ok(());
        }
        self.questions.clear();
        self.sources.clear();
        for observation in &self.observations {
            let source = self.cache.ask(observation, &mut self.questions);
            self.sources.push(source);
        }
        evaluate(&mut self.evaluations, evaluator, &self.questions, monitor)?;
        self.cache.keep(&self.evaluations);
        let hits = self.observations.len() - self.questions.len();
        monitor.advance(Counter::CacheHits, hits as u64);
        let sources = mem::take(&mut self.sources);
        let expanded = self.expand(roots, settings, |evaluations, row| match sources[row] {
            Source::Row(row) => Answer::of_row(evaluations, row),
            Source::Cache(answer) => answer,
        });
        self.sources = sources;
        Ok(expanded?)
    }

    fn expand(
        &mut self,
        roots: &[SearchRoot<'_>],
        settings: &SearchSettings,
        answer: impl Fn(&Evaluations, usize) -> Answer,
    ) -> Result<(), EvaluatorError> {
        let mut row = 0;
        for &index in &self.active {
            let (tree, rules) = (&mut self.trees[index], roots[index].game.rules());
            for number in 0..tree.waiting() {
                let answer = answer(&self.evaluations, row);
                let evaluation = Evaluation::read(&answer, row, tree.waiting_moves(number))?;
                tree.expand(number, evaluation, rules, settings);
                row += 1;
            }
            tree.end_step(settings);
        }
        Ok(())
    }

    /// Lets each tree go on to its next leaves, if it has simulations left.
    fn gather(&mut self, roots: &[SearchRoot<'_>], settings: &SearchSettings) {
        self.observations.clear();
        let (trees, observations) = (&mut self.trees, &mut self.observations);
        self.active.retain(|&index| {
            let tree = &mut trees[index];
            tree.gather(roots[index].game, settings, observations);
            tree.waiting() > 0 || !tree.is_done()
        });
    }

    fn finish(
        &mut self,
        roots: &[SearchRoot<'_>],
        settings: &SearchSettings,
        monitor: &dyn Monitor,
    ) -> Vec<SearchResult> {
        let trees = self.trees.iter_mut().zip(roots);
        let results: Vec<SearchResult> = trees
            .map(|(tree, root)| {
                tree.end_search(root.game, settings);
                tree.result(settings)
            })
            .collect();
        let simulations = results.iter().map(|result| u64::from(result.simulations)).sum();
        monitor.advance(Counter::Simulations, simulations);
        results
    }
}

/// Asks the evaluator about these positions, if there are any.
pub(super) fn evaluate(
    evaluations: &mut Evaluations,
    evaluator: &mut dyn Evaluator,
    questions: &[Observation],
    monitor: &dyn Monitor,
) -> Result<(), EvaluatorError> {
    if questions.is_empty() {
        return Ok(());
    }
    if evaluations.margin.len() < questions.len() {
        *evaluations = Evaluations::zeros(questions.len());
    }
    evaluate_all(evaluator, questions, evaluations)?;
    monitor.advance(Counter::Evaluations, questions.len() as u64);
    Ok(())
}
