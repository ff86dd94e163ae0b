use std::ops::ControlFlow;

use kumalak_env::solver::{SolverPhase, SolverProgress};

use crate::interrupt;
use crate::progress::Progress;

/// Shows each phase of the solver as a [`Progress`] of its own, and stops the work after Ctrl-C.
#[derive(Default)]
pub(in crate::commands) struct SolverBars {
    current: Option<Bar>,
}

struct Bar {
    phase: SolverPhase,
    done: u64,
    progress: Progress,
}

impl SolverBars {
    /// Shows how far the solver is.
    pub(in crate::commands) fn show(&mut self, report: SolverProgress) -> ControlFlow<()> {
        if self.current.as_ref().is_none_or(|bar| bar.phase != report.phase) {
            self.clear();
        }
        let bar = self.current.get_or_insert_with(|| Bar::new(&report));
        if report.phase == SolverPhase::Enumerate {
            bar.progress.note(format!("{} positions", report.positions));
        }
        bar.progress.add(report.done - bar.done);
        bar.done = report.done;
        match interrupt::is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Takes the bar off the screen.
    pub(in crate::commands) fn clear(&mut self) {
        if let Some(bar) = self.current.take() {
            bar.progress.clear();
        }
    }
}

impl Bar {
    fn new(report: &SolverProgress) -> Self {
        let progress = match report.phase {
            SolverPhase::Enumerate => Progress::new("find positions", "places", report.total),
            SolverPhase::Solve => Progress::new("solve", "positions", report.total),
        };
        Self {
            phase: report.phase,
            done: 0,
            progress,
        }
    }
}
