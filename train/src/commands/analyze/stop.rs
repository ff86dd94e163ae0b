//! Somebody who ends a search before its time: Ctrl-C, or a line on the standard input.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::exit::Finish;
use crate::interrupt;

/// Why a search should end now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StopReason {
    /// Ctrl-C.
    Interrupt,
    /// The line `stop`.
    Command,
}

/// Listens for both.
pub(super) struct StopListener {
    commanded: Arc<AtomicBool>,
}

impl StopReason {
    /// How the program ends.
    pub(super) const fn finish(reason: Option<Self>) -> Finish {
        match reason {
            Some(Self::Interrupt) => Finish::Interrupted,
            Some(Self::Command) | None => Finish::Done,
        }
    }
}

impl StopListener {
    /// Begins to listen. A standard input that ends says nothing.
    pub(super) fn new() -> anyhow::Result<Self> {
        interrupt::listen()?;
        let commanded = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&commanded);
        // Nobody waits for this thread: it may sit in a read until the process ends.
        thread::spawn(move || {
            let mut lines = io::stdin().lines().map_while(Result::ok);
            if lines.any(|line| line.trim() == "stop") {
                heard.store(true, Ordering::Relaxed);
            }
        });
        Ok(Self { commanded })
    }

    /// Whether somebody has asked the search to end.
    pub(super) fn reason(&self) -> Option<StopReason> {
        if interrupt::is_interrupted() {
            return Some(StopReason::Interrupt);
        }
        self.commanded
            .load(Ordering::Relaxed)
            .then_some(StopReason::Command)
    }
}
