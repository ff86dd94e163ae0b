use std::time::Instant;

use crate::monitor::{Counter, Monitor};

/// Visited positions between two looks at the clock and the monitor.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// Why a search ended before its depth was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// Nodes or time are used up.
    Exhausted,
    /// The monitor asked for it.
    Stopped,
}

/// What bounds one search.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub(crate) nodes: Option<u64>,
    pub(crate) deadline: Option<Instant>,
    pub(crate) monitor: &'a dyn Monitor,
}

impl<'a> Bounds<'a> {
    /// Nothing but the monitor.
    pub(crate) const fn none(monitor: &'a dyn Monitor) -> Self {
        Self {
            nodes: None,
            deadline: None,
            monitor,
        }
    }
}

/// Counts the positions that a search visits and halts it at its bounds.
pub(crate) struct Meter<'a> {
    bounds: Bounds<'a>,
    nodes: u64,
    /// Those of which the monitor knows.
    reported: u64,
    next_check: u64,
}

impl<'a> Meter<'a> {
    /// A meter that only the monitor can halt, until [`enforce`](Self::enforce) is called.
    pub(crate) fn new(monitor: &'a dyn Monitor) -> Self {
        Self {
            bounds: Bounds::none(monitor),
            nodes: 0,
            reported: 0,
            next_check: NODES_BETWEEN_CHECKS,
        }
    }

    /// Lets these bounds hold from now on. What was counted before counts towards them.
    pub(crate) fn enforce(&mut self, bounds: Bounds<'a>) -> Result<(), Halt> {
        self.bounds = bounds;
        self.check()
    }

    /// Lets only the monitor halt it again.
    pub(crate) fn release(&mut self) {
        self.bounds = Bounds::none(self.bounds.monitor);
        self.next_check = self.nodes;
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes < self.next_check {
            return Ok(());
        }
        self.check()
    }

    #[cold]
    fn check(&mut self) -> Result<(), Halt> {
        let Bounds {
            nodes,
            deadline,
            monitor,
        } = self.bounds;
        self.report();
        if monitor.is_stopped() {
            return Err(Halt::Stopped);
        }
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Halt::Exhausted);
        }
        let next = self.nodes + NODES_BETWEEN_CHECKS;
        self.next_check = nodes.map_or(next, |limit| next.min(limit));
        Ok(())
    }

    fn report(&mut self) {
        let nodes = self.nodes - self.reported;
        self.bounds.monitor.advance(Counter::Nodes, nodes);
        self.reported = self.nodes;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}
