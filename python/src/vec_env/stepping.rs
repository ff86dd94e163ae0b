//! Resets, steps and random moves.

use kumalak_env::{MAX_PITS, ObservationKind};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{booleans, whole_numbers, writable};
use crate::errors::{IllegalMoveError, step_error, value_error};
use crate::observation::ObservationChoice;
use crate::vec_env::VecEnv;

/// Observations, rewards, terminated, truncated and infos, as in Gymnasium.
type Step<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyDict>,
);

#[pymethods]
impl VecEnv {
    /// Starts a new game on every board, or on those where `mask` (`[N]`, bool) is true, and returns observations and infos.
    /// With a seed, or one for each board, the random streams of `sample_actions` start anew.
    #[pyo3(signature = (seed = None, *, mask = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let mask = optional(mask, |mask| booleans(mask, "mask", self.inner.boards()))?;
        if let Some(seed) = seed {
            self.reseed(seed)?;
        }
        match mask {
            None => self.inner.reset(),
            Some(mask) => {
                for (board, _) in mask.iter().enumerate().filter(|&(_, &chosen)| chosen) {
                    self.inner.reset_board(board).map_err(value_error)?;
                }
            }
        }
        Ok((self.observations(py)?, self.infos(py)?))
    }

    /// Plays an action, the index 0 to 8 of a pit of the side to move, on every board: `[N]`, whole numbers. Returns
    /// observations `[N, …]`, rewards of the players who moved `[N]`, terminated `[N]`, truncated `[N]` and infos.
    ///
    /// Raises IllegalMoveError for an illegal action; no board has changed then.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        self.play(py, actions)?;
        Ok((
            self.observations(py)?,
            PyArray1::from_slice(py, self.inner.rewards()),
            PyArray1::from_slice(py, self.inner.terminated()),
            PyArray1::from_slice(py, self.inner.truncated()),
            self.infos(py)?,
        ))
    }

    /// Like `step`, but writes to C-contiguous arrays of the caller, as many as are given. With actions of type uint8 it
    /// allocates nothing.
    #[pyo3(signature = (actions, *, observations = None, action_mask = None, rewards = None, terminated = None,
        truncated = None, current_player = None))]
    #[expect(clippy::too_many_arguments, reason = "each array is one that Python names")]
    fn step_into<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        observations: Option<&Bound<'py, PyAny>>,
        action_mask: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        terminated: Option<&Bound<'py, PyAny>>,
        truncated: Option<&Bound<'py, PyAny>>,
        current_player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let boards = [self.inner.boards()];
        let mut observations = self.writable_observations(observations)?;
        let mask_shape = [self.inner.boards(), MAX_PITS];
        let mut action_mask = optional(action_mask, |array| writable(array, "action_mask", &mask_shape))?;
        let mut rewards = optional(rewards, |array| writable(array, "rewards", &boards))?;
        let mut terminated = optional(terminated, |array| writable(array, "terminated", &boards))?;
        let mut truncated = optional(truncated, |array| writable(array, "truncated", &boards))?;
        let mut players = optional(current_player, |array| writable(array, "current_player", &boards))?;
        self.play(py, actions)?;
        for array in &mut observations {
            array.fill(py, self)?;
        }
        if let Some(array) = &mut action_mask {
            self.inner
                .action_mask_into(array.as_slice_mut()?)
                .map_err(value_error)?;
        }
        copy_into(rewards.as_mut(), self.inner.rewards())?;
        copy_into(terminated.as_mut(), self.inner.terminated())?;
        copy_into(truncated.as_mut(), self.inner.truncated())?;
        copy_into(players.as_mut(), self.inner.current_player())
    }

    /// A uniformly random legal action for every board, 0 for a finished one, each from its own stream: `[N]`, uint8. Fills
    /// and returns `out` if it is given.
    #[pyo3(signature = (out = None))]
    fn sample_actions<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(out) = out else {
            let mut actions = vec![0; self.inner.boards()];
            let env = &mut self.inner;
            py.detach(|| env.sample_actions(&mut actions))
                .map_err(value_error)?;
            return Ok(PyArray1::from_vec(py, actions).into_any());
        };
        let mut array = writable(out, "out", &[self.inner.boards()])?;
        let actions = array.as_slice_mut()?;
        let env = &mut self.inner;
        py.detach(|| env.sample_actions(actions)).map_err(value_error)?;
        Ok(out.clone())
    }
}

impl VecEnv {
    pub(super) fn reseed(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(seed) = seed.extract::<u64>() {
            self.inner.reseed(seed);
            return Ok(());
        }
        let seeds = seed.extract::<Vec<u64>>().map_err(|_| {
            PyTypeError::new_err("seed must be a whole number from 0 to 2**64 - 1, or one for each board")
        })?;
        self.inner.reseed_boards(&seeds).map_err(value_error)
    }

    fn play(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let env = &mut self.inner;
        if let Ok(array) = actions.cast::<PyArray1<u8>>()
            && let Ok(array) = array.try_readonly()
            && let Ok(actions) = array.as_slice()
        {
            return py.detach(|| env.step(actions)).map_err(step_error);
        }
        let (numbers, shape) = whole_numbers(actions, "actions")?;
        if shape.len() != 1 {
            let expected = env.boards();
            return Err(PyValueError::new_err(format!(
                "actions must have the shape [{expected}], got {shape:?}"
            )));
        }
        let narrow = |(board, &action): (usize, &i64)| {
            u8::try_from(action).map_err(|_| {
                let message = format!("board {board}: an action is the index of a pit, 0 to 8, got {action}");
                IllegalMoveError::new_err(message)
            })
        };
        let actions: Vec<u8> = numbers.iter().enumerate().map(narrow).collect::<PyResult<_>>()?;
        py.detach(|| env.step(&actions)).map_err(step_error)
    }

    fn writable_observations<'py>(
        &self,
        arrays: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<ObservationArray<'py>>> {
        let Some(arrays) = arrays else {
            return Ok(Vec::new());
        };
        let boards = self.inner.boards();
        match &self.observation {
            ObservationChoice::One(kind) => Ok(vec![ObservationArray::new(
                arrays,
                "observations",
                *kind,
                boards,
            )?]),
            ObservationChoice::Several(kinds) => {
                let arrays = kinds.iter().map(|&kind| {
                    let array = arrays.get_item(kind.name())?;
                    ObservationArray::new(&array, kind.name(), kind, boards)
                });
                arrays.collect()
            }
        }
    }
}

/// An array of the caller for one kind of observation.
enum ObservationArray<'py> {
    Bytes(ObservationKind, PyReadwriteArrayDyn<'py, u8>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

impl<'py> ObservationArray<'py> {
    fn new(array: &Bound<'py, PyAny>, name: &str, kind: ObservationKind, boards: usize) -> PyResult<Self> {
        let shape = [&[boards], kind.shape()].concat();
        Ok(match kind {
            ObservationKind::Scaled => Self::Floats(writable(array, name, &shape)?),
            _ => Self::Bytes(kind, writable(array, name, &shape)?),
        })
    }

    fn fill(&mut self, py: Python<'_>, env: &VecEnv) -> PyResult<()> {
        let env = &env.inner;
        let written = match self {
            Self::Floats(array) => {
                let array = array.as_slice_mut()?;
                py.detach(|| env.scaled_into(array))
            }
            Self::Bytes(kind, array) => {
                let (kind, array) = (*kind, array.as_slice_mut()?);
                py.detach(|| match kind {
                    ObservationKind::Planes => env.planes_into(array),
                    ObservationKind::Landing => env.landing_into(array),
                    ObservationKind::Tokens | ObservationKind::Scaled => env.observations_into(array),
                })
            }
        };
        written.map_err(value_error)
    }
}

fn optional<T, R>(value: Option<T>, check: impl FnOnce(T) -> PyResult<R>) -> PyResult<Option<R>> {
    value.map(check).transpose()
}

fn copy_into<T: numpy::Element + Copy>(
    array: Option<&mut PyReadwriteArrayDyn<'_, T>>,
    values: &[T],
) -> PyResult<()> {
    if let Some(array) = array {
        array.as_slice_mut()?.copy_from_slice(values);
    }
    Ok(())
}
