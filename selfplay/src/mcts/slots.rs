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
/// early, or because it was to have fewer simulations. A search also goes on at once wherever the cache has the answer.
/// What happens depends on the calls alone, and not on time.
///
/// The results of a slot's search are those of a [`BatchSearch`](super::BatchSearch) of its game.
#[derive(Debug, Default)]
pub(crate) struct SlotSearch {
    slots: Vec<Slot>,
    desk: Desk,
}

/// Room for the search of one game.
#[derive(Debug, Default)]
struct Slot {
    tree: Tree,
    settings: SearchSettings,
    /// Positions that wait for their answer.
    waiting: Vec<Observation>,
    /// Where the answer to each of them is to be had.
    sources: Vec<Source>,
}

/// Where questions to the evaluator are collected and its answers are found.
#[derive(Debug, Default)]
struct Desk {
    /// The observations that the evaluator must see in the next call.
    questions: Vec<Observation>,
    evaluations: Evaluations,
    cache: EvaluationCache,
    /// Questions that somebody had asked already, and that were not reported yet.
    hits: u64,
}

impl SlotSearch {
    /// Searches that share this much memory for the evaluator's answers; 0 asks it every time.
    pub(crate) fn new(cache_mebibytes: u32) -> Self {
        let mut search = Self::default();
        search.desk.cache.set_size(cache_mebibytes);
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
        monitor: &dyn Monitor,
    ) -> Result<(), SearchError> {
        if slot == self.slots.len() {
            self.slots.push(Slot::default());
        }
        let slot = &mut self.slots[slot];
        slot.settings = settings;
        slot.waiting.clear();
        slot.waiting.push(slot.tree.plant(game, noise, &slot.settings));
        slot.tree.prove_ending(game, &slot.settings, monitor)?;
        slot.go_on(game, &mut self.desk)
    }

    /// Takes a slot away whose search is done; the last one moves into its place.
    pub(crate) fn remove(&mut self, slot: usize) {
        self.slots.swap_remove(slot);
    }

    /// Lets the evaluator judge the positions that wait, and each search go on to its next ones. `game` gives the game of
    /// each slot. After an error the search is of no more use.
    pub(crate) fn step<'g>(
        &mut self,
        game: impl Fn(usize) -> &'g Game,
        evaluator: &mut dyn Evaluator,
        monitor: &dyn Monitor,
    ) -> Result<(), SearchError> {
        if monitor.is_stopped() {
            return Err(SearchError::Stopped);
        }
        self.desk.answer(evaluator, monitor)?;
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let game = game(index);
            slot.take_answers(game, &self.desk.evaluations)?;
            slot.go_on(game, &mut self.desk)?;
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

    /// Evaluations that the cache has spared since this was asked last.
    pub(crate) fn take_cache_hits(&mut self) -> u64 {
        std::mem::take(&mut self.desk.hits)
    }
}

impl Slot {
    /// Asks about the positions that wait, and goes on as long as all answers are known.
    fn go_on(&mut self, game: &Game, desk: &mut Desk) -> Result<(), SearchError> {
        while self.tree.waiting() > 0 {
            self.sources.clear();
            for observation in &self.waiting {
                self.sources.push(desk.ask(observation));
            }
            if self.sources.iter().any(|source| matches!(source, Source::Row(_))) {
                return Ok(());
            }
            self.take_answers(game, &desk.evaluations)?;
        }
        Ok(())
    }

    /// Takes the answers to all positions that wait, and walks on to the next ones.
    fn take_answers(&mut self, game: &Game, evaluations: &Evaluations) -> Result<(), SearchError> {
        for number in 0..self.tree.waiting() {
            let (answer, row) = match self.sources[number] {
                Source::Row(row) => (Answer::of_row(evaluations, row), row),
                Source::Cache(answer) => (answer, number),
            };
            let evaluation = Evaluation::read(&answer, row, self.tree.waiting_moves(number))?;
            self.tree.expand(number, evaluation, game.rules(), &self.settings);
        }
        self.tree.end_step(&self.settings);
        self.waiting.clear();
        self.tree.gather(game, &self.settings, &mut self.waiting);
        Ok(())
    }
}

impl Desk {
    fn ask(&mut self, observation: &Observation) -> Source {
        let asked = self.questions.len();
        let source = self.cache.ask(observation, &mut self.questions);
        self.hits += u64::from(self.questions.len() == asked);
        source
    }

    /// Lets the evaluator answer all questions.
    fn answer(&mut self, evaluator: &mut dyn Evaluator, monitor: &dyn Monitor) -> Result<(), SearchError> {
        evaluate(&mut self.evaluations, evaluator, &self.questions, monitor)?;
        self.cache.keep(&self.evaluations);
        if !self.questions.is_empty() {
            monitor.advance(Counter::Batches, 1);
        }
        self.questions.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::{Pit, Rules};

    use super::*;
    use crate::hash_evaluator::HashEvaluator;
    use crate::mcts::{BatchSearch, SearchRoot};

    fn game(moves: usize) -> Game {
        let mut game = Game::new(Rules::BESTEMSHE);
        for _ in 0..moves {
            let pit: Pit = game.legal_moves().iter().next().expect("the game goes on");
            game.play(pit);
        }
        game
    }

    #[test]
    fn results_are_those_of_a_search_of_each_game_alone() {
        let games = [0, 3, 6, 9].map(game);
        let simulations = [20, 7, 33, 1];
        for cache_mebibytes in [0, 1] {
            let mut search = SlotSearch::new(cache_mebibytes);
            let settings = |slot: usize| SearchSettings {
                simulations: simulations[slot],
                ..SearchSettings::default()
            };
            for (slot, game) in games.iter().enumerate() {
                search.plant(slot, game, None, settings(slot), &()).unwrap();
            }
            // Each search is followed by another of the same game, which a cache answers at once.
            let mut found: Vec<Vec<SearchResult>> = vec![Vec::new(); games.len()];
            while found.iter().any(|results| results.len() < 2) {
                search
                    .step(|slot| &games[slot], &mut HashEvaluator::default(), &())
                    .unwrap();
                for (slot, game) in games.iter().enumerate() {
                    while found[slot].len() < 2
                        && let Some(result) = search.result(slot, game)
                    {
                        found[slot].push(result);
                        search.plant(slot, game, None, settings(slot), &()).unwrap();
                    }
                }
            }
            for (slot, game) in games.iter().enumerate() {
                let alone = BatchSearch::default()
                    .search(
                        &[SearchRoot::new(game)],
                        &mut HashEvaluator::default(),
                        &settings(slot),
                        &(),
                    )
                    .unwrap()
                    .remove(0);
                assert!(found[slot].iter().all(|result| *result == alone), "slot {slot}");
            }
        }
    }
}
