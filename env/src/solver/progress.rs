use std::ops::ControlFlow;

use super::error::SolverError;

/// Positions between two reports.
const REPORT_EVERY: u32 = 1 << 14;

/// What the solver is at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolverPhase {
    /// Finding the positions that can be reached.
    Enumerate,
    /// Working backwards from the ends of the game.
    Solve,
}

impl SolverPhase {
    /// How often the phase looks at the moves of a position.
    const fn looks(self) -> u64 {
        match self {
            Self::Enumerate => 1,
            Self::Solve => 2,
        }
    }
}

/// How far the solver is. Handed to the callback, which may stop the work with [`ControlFlow::Break`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverProgress {
    /// What the solver is at.
    pub phase: SolverPhase,
    /// Work done in this phase, from 0 to `total`. In the phase `Enumerate` these are places in the table, most of which
    /// turn out to be positions; in the phase `Solve` they are positions.
    pub done: u64,
    /// All work of this phase.
    pub total: u64,
    /// Positions found so far.
    pub positions: u64,
}

/// Counts work and tells the callback about it now and then.
pub(super) struct Reporter<'a> {
    callback: &'a mut dyn FnMut(SolverProgress) -> ControlFlow<()>,
    progress: SolverProgress,
    /// How often the moves of a position were looked at in this phase.
    looks: u64,
    until_report: u32,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(callback: &'a mut dyn FnMut(SolverProgress) -> ControlFlow<()>) -> Self {
        Self {
            callback,
            progress: SolverProgress {
                phase: SolverPhase::Enumerate,
                done: 0,
                total: 0,
                positions: 0,
            },
            looks: 0,
            until_report: REPORT_EVERY,
        }
    }

    /// Begins a phase with so much work.
    pub(super) fn begin(&mut self, phase: SolverPhase, total: u64) -> Result<(), SolverError> {
        self.looks = 0;
        self.progress = SolverProgress {
            phase,
            done: 0,
            total,
            ..self.progress
        };
        self.report()
    }

    /// One position more is found.
    pub(super) fn found(&mut self) {
        self.progress.positions += 1;
    }

    /// Positions found so far.
    pub(super) const fn positions(&self) -> u64 {
        self.progress.positions
    }

    /// The moves of one position more were looked at.
    pub(super) fn advance(&mut self) -> Result<(), SolverError> {
        self.looks += 1;
        self.progress.done = self.looks / self.progress.phase.looks();
        self.tick()
    }

    /// A little work that is not counted is done.
    pub(super) fn tick(&mut self) -> Result<(), SolverError> {
        self.until_report -= 1;
        if self.until_report == 0 {
            self.report()
        } else {
            Ok(())
        }
    }

    /// All work up to this amount is done.
    pub(super) fn advance_to(&mut self, done: u64) {
        self.looks = done * self.progress.phase.looks();
        self.progress.done = done;
    }

    /// Ends a phase.
    pub(super) fn end(&mut self) -> Result<(), SolverError> {
        self.advance_to(self.progress.total);
        self.report()
    }

    fn report(&mut self) -> Result<(), SolverError> {
        self.until_report = REPORT_EVERY;
        match (self.callback)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SolverError::Stopped),
        }
    }
}
