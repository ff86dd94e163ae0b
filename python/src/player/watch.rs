use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kumalak_selfplay::{Counter, Monitor};
use pyo3::prelude::*;

/// How often Python is asked whether it has a signal to answer: taking the interpreter's lock may have to wait for other
/// threads of Python.
const ASK_EVERY: Duration = Duration::from_millis(20);

/// Stops a player when Python has a signal to answer, such as Ctrl-C, and may tell a callable of Python how many moves are
/// done.
pub(crate) struct Watch {
    progress: Option<Py<PyAny>>,
    state: Mutex<State>,
}

struct State {
    asked: Instant,
    raised: Option<PyErr>,
}

impl Watch {
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Self {
        let state = State {
            asked: Instant::now(),
            raised: None,
        };
        Self {
            progress,
            state: Mutex::new(state),
        }
    }

    /// What Python raised meanwhile.
    pub(crate) fn take(self) -> Option<PyErr> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).raised
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Watch {
    fn advance(&self, counter: Counter, amount: u64) {
        let Some(progress) = self.progress.as_ref().filter(|_| counter == Counter::Moves) else {
            return;
        };
        if let Err(raised) = Python::attach(|py| progress.call1(py, (amount,))) {
            self.state().raised.get_or_insert(raised);
        }
    }

    fn is_stopped(&self) -> bool {
        let mut state = self.state();
        if state.raised.is_none() && state.asked.elapsed() >= ASK_EVERY {
            state.raised = Python::attach(|py| py.check_signals().err());
            state.asked = Instant::now();
        }
        state.raised.is_some()
    }
}
