use std::sync::{Mutex, MutexGuard, PoisonError};

use kumalak_env::{GameRng, stream};
use kumalak_selfplay::{Monitor, MoveLimits, MoveTime, PlayerSpec};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::game::Game;

/// A built-in player: "random", "greedy", "alphabeta:depth=4", and what else the library can build without a network.
#[pyclass(module = "kumalak")]
pub(crate) struct Player {
    spec: PlayerSpec,
    inner: Mutex<Box<dyn kumalak_selfplay::Player>>,
    generator: GameRng,
}

#[pymethods]
impl Player {
    /// The player that `spec` names. Its random choices come from `seed` alone.
    #[new]
    #[pyo3(signature = (spec, seed = 0))]
    fn new(spec: &str, seed: u64) -> PyResult<Self> {
        Self::build(spec.parse().map_err(value_error)?, stream(seed, 0))
    }

    /// The name, such as "alphabeta:depth=4".
    #[getter]
    fn name(&self) -> String {
        self.lock().name().to_owned()
    }

    /// Starts the random choices anew.
    fn reseed(&mut self, seed: u64) {
        self.generator = stream(seed, 0);
    }

    /// The number of the pit that the player would play in an unfinished game.
    fn choose(&mut self, py: Python<'_>, game: &Game) -> PyResult<usize> {
        if game.inner.is_over() {
            return Err(PyValueError::new_err(
                "the game is over, there is no move to choose",
            ));
        }
        let game = game.inner.clone();
        let Self { inner, generator, .. } = self;
        let player = inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        let signals = Signals::default();
        let limits = MoveLimits {
            time: MoveTime::Unlimited,
            monitor: &signals,
        };
        let chosen = py.detach(|| player.choose(&[&game], &mut [generator], &limits));
        if let Some(raised) = signals.take() {
            return Err(raised);
        }
        let pits = chosen.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(pits[0].number())
    }

    /// An independent copy, which will make the same random choices.
    #[pyo3(name = "clone")]
    fn clone_in_python(&self) -> PyResult<Self> {
        Self::build(self.spec.clone(), self.generator.clone())
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.clone_in_python()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone_in_python()
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.lock().name())
    }
}

impl Player {
    fn build(spec: PlayerSpec, generator: GameRng) -> PyResult<Self> {
        let player = spec.build_builtin().ok_or_else(|| {
            PyValueError::new_err(format!(
                "{spec} needs a network or a program outside, and the Python package has neither"
            ))
        })?;
        Ok(Self {
            spec,
            inner: Mutex::new(player),
            generator,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn kumalak_selfplay::Player>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops a player when Python has a signal to answer, such as Ctrl-C.
#[derive(Default)]
struct Signals {
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    fn take(self) -> Option<PyErr> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Signals {
    fn is_stopped(&self) -> bool {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_none() {
            *raised = Python::attach(|py| py.check_signals().err());
        }
        raised.is_some()
    }
}
