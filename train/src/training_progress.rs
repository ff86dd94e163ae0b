use std::sync::{Arc, Mutex};

use kumalak_selfplay::{Counter, Monitor};
use kumalak_train::{Stage, TrainingMonitor};

use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Shows each stage of a training run as a [`Progress`] of its own.
#[derive(Default)]
pub(crate) struct TrainingProgress {
    current: Mutex<Option<Arc<Progress>>>,
}

impl TrainingProgress {
    fn current(&self) -> Option<Arc<Progress>> {
        self.current.lock().ok()?.clone()
    }

    /// Takes an unfinished stage off the screen.
    pub(crate) fn clear(&self) {
        if let Some(progress) = self.replace(None) {
            progress.clear();
        }
    }

    fn replace(&self, progress: Option<Progress>) -> Option<Arc<Progress>> {
        let mut current = self.current.lock().ok()?;
        std::mem::replace(&mut *current, progress.map(Arc::new))
    }
}

impl Monitor for TrainingProgress {
    fn advance(&self, counter: Counter, amount: u64) {
        if let Some(progress) = self.current() {
            progress.advance(counter, amount);
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_interrupted()
    }
}

impl TrainingMonitor for TrainingProgress {
    fn begin(&self, stage: &Stage<'_>) {
        self.replace(Some(match *stage {
            Stage::SelfPlay { iteration, games } => {
                Progress::new(format!("self-play {iteration}"), "games", u64::from(games))
            }
            Stage::Training { iteration, steps } => {
                Progress::new(format!("training {iteration}"), "steps", u64::from(steps))
            }
            Stage::Match {
                iteration,
                opponent,
                games,
            } => Progress::new(
                format!("network {iteration} against {opponent}"),
                "games",
                u64::from(games),
            ),
        }));
    }

    fn step(&self, loss: f64) {
        if let Some(progress) = self.current() {
            progress.note(format!("loss {loss:.3}"));
            progress.add(1);
        }
    }

    fn end(&self, summary: &str) {
        if let Some(progress) = self.replace(None) {
            progress.note("");
            progress.finish(summary);
        }
    }

    fn message(&self, text: &str) {
        print_line(text);
    }
}
