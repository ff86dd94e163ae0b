use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kumalak_env::{Pit, Rules};
use thiserror::Error;

use super::game::{GameSetup, SelfPlayGame};
use super::lane::play_lane;
use super::settings::SelfPlaySettings;
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::invalid_setting::InvalidSetting;
use crate::mcts::SearchError;
use crate::monitor::{Counter, Monitor};

/// Why self-play gave no games.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// A setting makes no sense.
    #[error(transparent)]
    Setting(#[from] InvalidSetting),
    /// Nobody was there to evaluate.
    #[error("self-play needs at least one evaluator")]
    NoEvaluator,
    /// An evaluator failed or answered nonsense.
    #[error(transparent)]
    Evaluator(EvaluatorError),
    /// The monitor asked it to stop.
    #[error("interrupted")]
    Stopped,
}

/// Plays the games with these numbers, on one thread for each evaluator, and returns them in order.
///
/// Equal settings, rules, seed and numbers give equal games, whatever the number of evaluators, as long as these answer
/// alike.
///
/// ```
/// use kumalak_env::{Pit, Rules};
/// use kumalak_selfplay::{SearchSettings, SelfPlaySettings, UniformEvaluator, self_play};
///
/// let search = SearchSettings { simulations: 8, ..SearchSettings::default() };
/// let settings = SelfPlaySettings { search, ..SelfPlaySettings::default() };
/// let games = self_play(&settings, Rules::BESTEMSHE, 1, 0..4, &mut [UniformEvaluator; 2], &())?;
/// assert_eq!(games.len(), 4);
/// assert_eq!(games[0].samples.len(), games[0].moves.len());
/// # Ok::<(), kumalak_selfplay::SelfPlayError>(())
/// ```
///
/// # Errors
/// As [`SelfPlay::play`].
pub fn self_play<E: Evaluator + Send>(
    settings: &SelfPlaySettings,
    rules: Rules,
    seed: u64,
    games: Range<u64>,
    evaluators: &mut [E],
    monitor: &dyn Monitor,
) -> Result<Vec<SelfPlayGame>, SelfPlayError> {
    let self_play = SelfPlay {
        settings: *settings,
        rules,
        seed,
        earlier: &[],
    };
    self_play.play(games, evaluators, monitor)
}

/// All that decides self-play games besides their numbers and the evaluator.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// How the games are played.
    pub settings: SelfPlaySettings,
    /// Rules of the games.
    pub rules: Rules,
    /// Seed of all randomness.
    pub seed: u64,
    /// Moves of earlier games under the same rules, from the start of the rule set, for
    /// [`restarts`](SelfPlaySettings::restarts); without any there are none.
    pub earlier: &'a [Vec<Pit>],
}

impl SelfPlay<'_> {
    /// Plays the games with these numbers, on one thread for each evaluator, and returns them in order.
    ///
    /// # Errors
    /// If a setting is out of range, there is no evaluator, one fails, or the monitor asks to stop. All threads end then at
    /// their next step.
    pub fn play<E: Evaluator + Send>(
        &self,
        games: Range<u64>,
        evaluators: &mut [E],
        monitor: &dyn Monitor,
    ) -> Result<Vec<SelfPlayGame>, SelfPlayError> {
        let settings = &self.settings;
        settings.validate()?;
        if evaluators.is_empty() {
            return Err(SelfPlayError::NoEvaluator);
        }
        let setup = GameSetup {
            settings,
            rules: self.rules,
            seed: self.seed,
            earlier: self.earlier,
        };
        let next_lane = AtomicU64::new(0);
        let monitor = StopTogether {
            monitor,
            has_failed: AtomicBool::new(false),
        };
        let play = |evaluator: &mut E| {
            let mut played = Vec::new();
            while let Some(numbers) =
                lane_numbers(&games, settings, next_lane.fetch_add(1, Ordering::Relaxed))
            {
                let lane = play_lane(&setup, numbers, evaluator, &monitor);
                played.extend(lane.inspect_err(|_| monitor.fail())?);
            }
            Ok(played)
        };
        in_order(on_threads(evaluators, &play))
    }
}

/// Lets each evaluator play on a thread of its own.
fn on_threads<E: Send, R: Send>(evaluators: &mut [E], play: &(impl Fn(&mut E) -> R + Sync)) -> Vec<R> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = evaluators
            .iter_mut()
            .map(|evaluator| scope.spawn(move || play(evaluator)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

/// The game numbers of a lane, or `None` if there are fewer lanes.
fn lane_numbers(games: &Range<u64>, settings: &SelfPlaySettings, lane: u64) -> Option<Range<u64>> {
    let length = u64::from(settings.games_per_lane);
    let first = games.start.saturating_add(lane.saturating_mul(length));
    (first < games.end).then(|| first..games.end.min(first.saturating_add(length)))
}

/// Puts the games of all threads in the order of their numbers. If one thread failed, the others were stopped, so that
/// its error goes before theirs.
fn in_order(
    results: Vec<Result<Vec<SelfPlayGame>, SearchError>>,
) -> Result<Vec<SelfPlayGame>, SelfPlayError> {
    let mut games = Vec::new();
    let mut is_stopped = false;
    for result in results {
        match result {
            Ok(played) => games.extend(played),
            Err(SearchError::Stopped) => is_stopped = true,
            Err(SearchError::Evaluator(error)) => return Err(SelfPlayError::Evaluator(error)),
            Err(SearchError::Setting(error)) => return Err(SelfPlayError::Setting(error)),
            Err(SearchError::GameOver(_)) => unreachable!("finished games leave their slots before a search"),
        }
    }
    if is_stopped {
        return Err(SelfPlayError::Stopped);
    }
    games.sort_by_key(|game| game.number);
    Ok(games)
}

/// Passes a monitor on to several threads and stops all of them once one has failed.
struct StopTogether<'a> {
    monitor: &'a dyn Monitor,
    has_failed: AtomicBool,
}

impl StopTogether<'_> {
    fn fail(&self) {
        self.has_failed.store(true, Ordering::Relaxed);
    }
}

impl Monitor for StopTogether<'_> {
    fn advance(&self, counter: Counter, amount: u64) {
        self.monitor.advance(counter, amount);
    }

    fn is_stopped(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed) || self.monitor.is_stopped()
    }
}
