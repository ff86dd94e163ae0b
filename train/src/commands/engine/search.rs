//! The thread that searches, so that everything else is answered at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kumalak_env::{Game, Pit, stream};
use kumalak_selfplay::{
    Monitor, MoveEvaluation, MoveLimits, MoveTime, Player, PlayerError, PlayerSpec, SearchSummary,
};

use super::effort::{Effort, Step};
use super::options::EngineOptions;
use super::session::Event;
use crate::build_player::build_players;

/// A search to do.
pub(super) struct SearchTask {
    pub(super) game: Game,
    pub(super) effort: Effort,
    pub(super) options: EngineOptions,
    /// Set when the answer is wanted at once.
    pub(super) stop: Arc<AtomicBool>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) best: Pit,
    pub(super) evaluation: Option<MoveEvaluation>,
    pub(super) summary: SearchSummary,
    /// Time since `go`.
    pub(super) elapsed: Duration,
}

/// The thread that searches. It ends when this is dropped.
pub(super) struct Searcher {
    tasks: Option<Sender<SearchTask>>,
    thread: Option<JoinHandle<()>>,
}

impl Searcher {
    /// Starts the thread, which sends what it finds to `events`.
    pub(super) fn start(events: Sender<Event>) -> Self {
        let (tasks, received) = channel();
        Self {
            tasks: Some(tasks),
            thread: Some(thread::spawn(move || work(&received, &events))),
        }
    }

    /// Begins a search as soon as the one before has ended.
    pub(super) fn begin(&self, task: SearchTask) {
        if let Some(tasks) = &self.tasks {
            // The thread lives as long as this.
            let _ = tasks.send(task);
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been reported.
            let _ = thread.join();
        }
    }
}

fn work(tasks: &Receiver<SearchTask>, events: &Sender<Event>) {
    let mut kept = KeptPlayer::default();
    for task in tasks {
        let answer = search(&task, &mut kept, events);
        if events.send(Event::Finished(answer)).is_err() {
            return;
        }
    }
}

/// Goes through the steps; the answer is the best move of the last one that was finished.
fn search(task: &SearchTask, kept: &mut KeptPlayer, events: &Sender<Event>) -> Result<Option<Pit>, String> {
    let started = Instant::now();
    let deadline = task.effort.time.and_then(|time| started.checked_add(time));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut best = None;
    for step in &task.effort.steps {
        let is_stopped = task.stop.load(Ordering::Relaxed) || is_late();
        if best.is_some() && is_stopped {
            break;
        }
        let began = Instant::now();
        let time = step.time.granted(deadline);
        let Some(mut finding) = take_step(task, step, kept, time, best.is_some())? else {
            break;
        };
        finding.elapsed = started.elapsed();
        best = Some(finding.best);
        if events.send(Event::Found(finding)).is_err() {
            break;
        }
        // A search that leaves time over has met the player's own limits, and another one would find the same.
        if let MoveTime::PerMove(time) = time
            && began.elapsed() < time / 2
            && task.effort.steps.iter().all(|other| other.player == step.player)
        {
            break;
        }
    }
    Ok(best)
}

/// One search; `None` if it was stopped. The first one is finished in any case.
fn take_step(
    task: &SearchTask,
    step: &Step,
    kept: &mut KeptPlayer,
    time: MoveTime,
    may_stop: bool,
) -> Result<Option<Finding>, String> {
    let player = kept.get(&step.player, &task.options)?;
    let mut rng = stream(task.options.seed, task.game.moves().len() as u64);
    let stop = Stop(&task.stop);
    let limits = MoveLimits {
        time,
        monitor: if may_stop { &stop } else { &() },
    };
    let pits = match player.choose(&[&task.game], &mut [&mut rng], &limits) {
        Ok(pits) => pits,
        Err(PlayerError::Stopped) => return Ok(None),
        Err(error) => return Err(format!("{}: {error}", step.player)),
    };
    let best = *pits
        .first()
        .ok_or_else(|| format!("{} chose no move", step.player))?;
    Ok(Some(Finding {
        best,
        evaluation: player.evaluations().first().copied(),
        summary: player.summaries().first().cloned().unwrap_or_default(),
        elapsed: Duration::ZERO,
    }))
}

/// The player that was used last, since a network takes time to load.
#[derive(Default)]
struct KeptPlayer(Option<(PlayerSpec, EngineOptions, Box<dyn Player>)>);

impl KeptPlayer {
    fn get(&mut self, spec: &PlayerSpec, options: &EngineOptions) -> Result<&mut dyn Player, String> {
        let is_same = self
            .0
            .as_ref()
            .is_some_and(|(kept, with, _)| kept == spec && with.rules == options.rules);
        if !is_same {
            self.0 = None;
            let players = build_players(spec, &options.rules, options.device, 1);
            let players = players.map_err(|error| format!("{error:#}"))?;
            let player = players.into_iter().next();
            let player = player.ok_or_else(|| format!("{spec} cannot be built"))?;
            self.0 = Some((spec.clone(), options.clone(), player));
        }
        let (_, _, player) = self.0.as_mut().expect("it was just put there");
        Ok(player.as_mut())
    }
}

/// Ends a search when `stop` was said.
struct Stop<'a>(&'a AtomicBool);

impl Monitor for Stop<'_> {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
