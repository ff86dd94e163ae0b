use std::ops::Range;

use kumalak_env::Rules;

use super::game::{GameInProgress, SelfPlayGame};
use super::settings::SelfPlaySettings;
use crate::evaluator::Evaluator;
use crate::mcts::{BatchSearch, SearchError, SearchRoot};
use crate::monitor::{Counter, Monitor};

/// What all lanes have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneSetup<'a> {
    pub(super) settings: &'a SelfPlaySettings,
    pub(super) rules: Rules,
    pub(super) seed: u64,
}

/// Plays the games of one lane and returns them in the order of their numbers.
pub(super) fn play_lane(
    setup: LaneSetup<'_>,
    numbers: Range<u64>,
    evaluator: &mut dyn Evaluator,
    monitor: &dyn Monitor,
) -> Result<Vec<SelfPlayGame>, SearchError> {
    let settings = setup.settings;
    let mut search = BatchSearch::default();
    let mut waiting = numbers.map(|number| GameInProgress::start(settings, setup.rules, setup.seed, number));
    let mut slots: Vec<GameInProgress> = waiting.by_ref().take(settings.slots_per_lane as usize).collect();
    let mut finished = Vec::new();
    loop {
        retire_finished(&mut slots, &mut waiting, &mut finished, monitor);
        if slots.is_empty() {
            break;
        }
        let roots: Vec<SearchRoot<'_>> = slots.iter_mut().map(|game| game.search_root(settings)).collect();
        let results = search.search(&roots, evaluator, &settings.search, monitor)?;
        for (game, result) in slots.iter_mut().zip(&results) {
            game.advance(result, settings);
        }
        monitor.advance(Counter::Moves, results.len() as u64);
    }
    finished.sort_by_key(|game: &SelfPlayGame| game.number);
    Ok(finished)
}

/// Takes finished games out of their slots and starts the next numbers of the lane in them.
fn retire_finished(
    slots: &mut Vec<GameInProgress>,
    waiting: &mut impl Iterator<Item = GameInProgress>,
    finished: &mut Vec<SelfPlayGame>,
    monitor: &dyn Monitor,
) {
    let mut slot = 0;
    while slot < slots.len() {
        if !slots[slot].is_over() {
            slot += 1;
            continue;
        }
        let over = match waiting.next() {
            Some(next) => std::mem::replace(&mut slots[slot], next),
            None => slots.swap_remove(slot),
        };
        finished.push(over.finish());
        monitor.advance(Counter::Games, 1);
    }
}
