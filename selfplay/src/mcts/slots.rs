use kumalak_env::{Game, Observation};

use super::cache::{EvaluationCache, Source};
use super::evaluation::{Answer, Evaluation};
use super::noise::NoiseSample;
use super::result::SearchResult;
use super::search::{SearchError, evaluate};
use super::settings::SearchSettings;
use super::tree::Tree;
use crate::evaluator::{Evaluations, Evaluator};
use crate::monitor::{Counter, Monitor};

/// Searches of many games, each at its own pace, with one evaluator call for each step of all of them.
///
/// [`BatchSearch`](super::BatchSearch) begins and ends the searches of a batch together. Here a slot whose search is done
/// takes the next root at once, so that batches stay full although searches differ in length: because a root is proven
/// early, or because it was to have fewer simulations. What happens depends on the calls alone, and not on time.
///
/// The results of a slot's search are those of a [`BatchSearch`](super::BatchSearch) of its game.
#[derive(Debug, Default)]
pub(crate) struct SlotSearch {
    slots: Vec<Slot>,
    /// Where the answer to each position that waits is to be had, those of the first slot first.
    sources: Vec<Source>,
    /// The observations that the evaluator must see.
    questions: Vec<Observation>,
    evaluations: Evaluations,
    cache: EvaluationCache,
}

/// Room for the search of one game.
#[derive(Debug, Default)]
struct Slot {
    tree: Tree,
    settings: SearchSettings,
    waiting: Vec<Observation>,
}

impl SlotSearch {
    /// Searches that share this much memory for the evaluator's answers; 0 asks it every time.
    pub(crate) fn new(cache_mebibytes: u32) -> Self {
        let mut search = Self::default();
        search.cache.set_size(cache_mebibytes);
        search
    }

    /// Begins the search of a game, which goes on, in a slot. The slot next to the last one may be new. Settings and noise
    /// must be valid; the memory for answers is that of [`new`](Self::new).
    pub(crate) fn plant(
        &mut self,
        slot: usize,
        game: &Game,
        noise: Option<NoiseSample>,
        settings: SearchSettings,
    ) {
        if slot == self.slots.len() {
            self.slots.push(Slot::default());
        }
        let slot = &mut self.slots[slot];
        slot.settings = settings;
        slot.waiting.clear();
        slot.waiting.push(slot.tree.plant(game, noise, &slot.settings));
    }

    /// Takes a slot away; the last one moves into its place.
    pub(crate) fn remove(&mut self, slot: usize) {
        self.slots.swap_remove(slot);
    }

    /// Lets the evaluator judge the positions that wait, and each search go on to its next ones. `game` gives the game of
    /// each slot.
    pub(crate) fn step<'g>(
        &mut self,
        game: impl Fn(usize) -> &'g Game,
        evaluator: &mut dyn Evaluator,
        monitor: &dyn Monitor,
    ) -> Result<(), SearchError> {
        if monitor.is_stopped() {
            return Err(SearchError::Stopped);
        }
        self.ask(evaluator, monitor)?;
        let mut row = 0;
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let game = game(index);
            for number in 0..slot.tree.waiting() {
                let answer = match self.sources[row] {
                    Source::Row(row) => Answer::of_row(&self.evaluations, row),
                    Source::Cache(answer) => answer,
                };
                let evaluation = Evaluation::read(&answer, row, slot.tree.waiting_moves(number))?;
                slot.tree.expand(number, evaluation, game.rules(), &slot.settings);
                row += 1;
            }
            slot.tree.end_step(&slot.settings);
            slot.waiting.clear();
            slot.tree.gather(game, &slot.settings, &mut slot.waiting);
        }
        Ok(())
    }

    /// What the search of a slot found, if it is done. The slot must then get its next root or be removed.
    pub(crate) fn result(&mut self, slot: usize, game: &Game) -> Option<SearchResult> {
        let slot = &mut self.slots[slot];
        if slot.tree.waiting() > 0 || !slot.tree.is_done() {
            return None;
        }
        slot.tree.end_search(game, &slot.settings);
        Some(slot.tree.result(&slot.settings))
    }

    /// Gets an answer, or its place, for every position that waits.
    fn ask(&mut self, evaluator: &mut dyn Evaluator, monitor: &dyn Monitor) -> Result<(), SearchError> {
        self.questions.clear();
        self.sources.clear();
        for observation in self.slots.iter().flat_map(|slot| &slot.waiting) {
            let source = self.cache.ask(observation, &mut self.questions);
            self.sources.push(source);
        }
        if let Err(error) = evaluate(&mut self.evaluations, evaluator, &self.questions, monitor) {
            self.cache.clear();
            return Err(error.into());
        }
        self.cache.keep(&self.evaluations);
        if !self.questions.is_empty() {
            monitor.advance(Counter::Batches, 1);
        }
        let hits = self.sources.len() - self.questions.len();
        monitor.advance(Counter::CacheHits, hits as u64);
        Ok(())
    }
}
