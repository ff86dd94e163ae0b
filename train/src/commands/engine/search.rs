//! The thread that searches, so that everything else is answered at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use kumalak_env::{Game, Pit, stream};
use kumalak_selfplay::{MoveLimits, Player, PlayerError, PlayerSpec};

use super::effort::Effort;
use super::options::EngineOptions;
use super::session::Event;
use super::watch::{Finding, Watch};
use crate::build_player::build_players;

/// A search to do.
pub(super) struct SearchTask {
    pub(super) game: Game,
    pub(super) effort: Effort,
    pub(super) options: EngineOptions,
    /// Set when the answer is wanted at once.
    pub(super) stop: Arc<AtomicBool>,
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

/// Searches until the limits are met or somebody says `stop`, and returns the best move.
fn search(task: &SearchTask, kept: &mut KeptPlayer, events: &Sender<Event>) -> Result<Option<Pit>, String> {
    let Effort {
        player: spec,
        stopgap,
        time,
        ..
    } = &task.effort;
    let watch = Watch::new(&task.stop, stopgap.is_some(), events);
    let limits = MoveLimits {
        time: *time,
        monitor: &watch,
    };
    let answer = match choose(kept.get(spec, &task.options)?, task, &limits) {
        Ok(answer) => answer,
        Err(PlayerError::Stopped) => match (watch.best(), stopgap) {
            (Some(best), _) => return Ok(Some(best)),
            (None, Some(stopgap)) => {
                let player = kept.get(stopgap, &task.options)?;
                choose(player, task, &MoveLimits::NONE).map_err(|error| format!("{stopgap}: {error}"))?
            }
            (None, None) => return Err(format!("{spec}: {}", PlayerError::Stopped)),
        },
        Err(error) => return Err(format!("{spec}: {error}")),
    };
    let best = answer.best;
    watch.conclude(answer);
    Ok(best)
}

fn choose(
    player: &mut dyn Player,
    task: &SearchTask,
    limits: &MoveLimits<'_>,
) -> Result<Finding, PlayerError> {
    let mut rng = stream(task.options.seed, task.game.moves().len() as u64);
    let pits = player.choose(&[&task.game], &mut [&mut rng], limits)?;
    Ok(Finding {
        best: pits.first().copied(),
        evaluation: player.evaluations().first().copied(),
        summary: player.summaries().first().cloned().unwrap_or_default(),
    })
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
