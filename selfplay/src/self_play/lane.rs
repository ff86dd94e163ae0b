use std::ops::Range;

use super::early_end::GameEnd;
use super::game::{GameInProgress, GameSetup, SelfPlayGame};
use crate::evaluator::Evaluator;
use crate::mcts::{SearchError, SlotSearch};
use crate::monitor::{Counter, Monitor};

/// Plays the games of one lane and returns them in the order of their numbers.
pub(super) fn play_lane(
    setup: &GameSetup<'_>,
    numbers: Range<u64>,
    evaluator: &mut dyn Evaluator,
    monitor: &dyn Monitor,
) -> Result<Vec<SelfPlayGame>, SearchError> {
    let mut lane = Lane {
        setup,
        numbers,
        slots: Vec::new(),
        search: SlotSearch::new(setup.settings.search.cache_mebibytes),
        finished: Vec::new(),
        monitor,
    };
    lane.fill_slots()?;
    while !lane.slots.is_empty() {
        let slots = &lane.slots;
        lane.search.step(|slot| slots[slot].game(), evaluator, monitor)?;
        lane.advance()?;
    }
    lane.finished.sort_by_key(|game| game.number);
    Ok(lane.finished)
}

/// A fixed range of games, some of them in progress.
struct Lane<'a> {
    setup: &'a GameSetup<'a>,
    /// Games that have not begun.
    numbers: Range<u64>,
    /// Games in progress, each with its search.
    slots: Vec<GameInProgress>,
    search: SlotSearch,
    finished: Vec<SelfPlayGame>,
    monitor: &'a dyn Monitor,
}

impl Lane<'_> {
    fn fill_slots(&mut self) -> Result<(), SearchError> {
        while self.slots.len() < self.setup.settings.slots_per_lane as usize {
            let Some(game) = self.next_game() else {
                break;
            };
            self.slots.push(game);
            self.begin_search(self.slots.len() - 1)?;
        }
        self.advance()
    }

    /// Takes the results of all searches that are done, and begins the next ones.
    fn advance(&mut self) -> Result<(), SearchError> {
        let (mut slot, mut moves, mut simulations) = (0, 0, 0);
        while slot < self.slots.len() {
            let Some(result) = self.search.result(slot, self.slots[slot].game()) else {
                slot += 1;
                continue;
            };
            self.slots[slot].advance(&result, self.setup.settings);
            moves += 1;
            simulations += u64::from(result.simulations);
            // The search that begins may be done at once, and so may that of a game which moves into the slot.
            if !self.slots[slot].is_over() || self.replace(slot) {
                self.begin_search(slot)?;
            }
        }
        self.monitor.advance(Counter::Moves, moves);
        self.monitor.advance(Counter::Simulations, simulations);
        self.monitor
            .advance(Counter::CacheHits, self.search.take_cache_hits());
        Ok(())
    }

    fn begin_search(&mut self, slot: usize) -> Result<(), SearchError> {
        let game = &mut self.slots[slot];
        let (settings, noise) = game.next_search(self.setup.settings);
        self.search
            .plant(slot, game.game(), noise, settings, self.monitor)
    }

    /// Puts the next game in the place of one that is over, or without a next one gives the slot up. Says whether there
    /// was one.
    fn replace(&mut self, slot: usize) -> bool {
        let (over, is_replaced) = match self.next_game() {
            Some(next) => (std::mem::replace(&mut self.slots[slot], next), true),
            None => {
                self.search.remove(slot);
                (self.slots.swap_remove(slot), false)
            }
        };
        self.finish(over);
        is_replaced
    }

    /// The next game of the lane that its opening has not ended already.
    fn next_game(&mut self) -> Option<GameInProgress> {
        loop {
            let game = GameInProgress::start(self.setup, self.numbers.next()?);
            if !game.is_over() {
                return Some(game);
            }
            self.finish(game);
        }
    }

    fn finish(&mut self, game: GameInProgress) {
        let game = game.finish(self.setup.settings);
        self.monitor.advance(Counter::Games, 1);
        if game.end == GameEnd::Resigned {
            self.monitor.advance(Counter::Resignations, 1);
        }
        self.finished.push(game);
    }
}
