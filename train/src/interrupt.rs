use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use kumalak_selfplay::Monitor;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C (and a request to terminate) end the work at the next good place; a second one ends the process at once.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether somebody asked the work to end.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Stops work after Ctrl-C, and shows nothing.
pub(crate) struct InterruptWatch;

impl Monitor for InterruptWatch {
    fn is_stopped(&self) -> bool {
        is_interrupted()
    }
}
