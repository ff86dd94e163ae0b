//! The proof of an ending that comes before the walks of a search.

use std::sync::atomic::{AtomicBool, Ordering};

use kumalak_selfplay::{Counter, Monitor, SearchSettings};

use super::stop::StopListener;
use crate::progress::Progress;

/// Shows how far the proof is, and stops it when somebody asks for that. Of the walks it says nothing: who looks on after
/// each step ends them without losing what they found.
pub(super) struct ProofWatch<'a> {
    listener: &'a StopListener,
    /// None if no proof is asked for.
    progress: Option<Progress>,
    is_over: AtomicBool,
}

impl<'a> ProofWatch<'a> {
    pub(super) fn new(listener: &'a StopListener, settings: &SearchSettings) -> Self {
        let is_asked = settings.ending_nodes > 0;
        Self {
            listener,
            progress: is_asked.then(|| Progress::new("proof", "endings", 1)),
            is_over: AtomicBool::new(false),
        }
    }

    /// The walks have begun.
    pub(super) fn end(&self) {
        let was_over = self.is_over.swap(true, Ordering::Relaxed);
        if let (false, Some(progress)) = (was_over, &self.progress) {
            progress.clear();
        }
    }
}

impl Monitor for ProofWatch<'_> {
    fn advance(&self, counter: Counter, amount: u64) {
        if let (Counter::Nodes, Some(progress)) = (counter, &self.progress) {
            progress.advance(counter, amount);
        }
    }

    fn is_stopped(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed) && self.listener.reason().is_some()
    }
}
