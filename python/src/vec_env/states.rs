//! The positions of all boards as arrays.

use std::collections::HashSet;

use kumalak_env::{BoardStates, MAX_PITS};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::arrays::{type_name, whole_numbers};
use crate::errors::{StateError, state_error};
use crate::vec_env::VecEnv;

#[pymethods]
impl VecEnv {
    /// The positions of all boards: `pits` `[N, 2, 9]`, `kazans` `[N, 2]`, `tuzdiks` `[N, 2]`, `current_player` `[N]`,
    /// `plies` `[N]` and `status` `[N]`; uint8, plies uint32.
    fn get_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let states = self.inner.states();
        let boards = self.inner.boards();
        let arrays = PyDict::new(py);
        let pits = PyArray1::from_slice(py, states.pits.as_flattened().as_flattened());
        arrays.set_item("pits", pits.reshape([boards, 2, MAX_PITS])?)?;
        for (name, pairs) in [("kazans", &states.kazans), ("tuzdiks", &states.tuzdiks)] {
            let pairs = PyArray1::from_slice(py, pairs.as_flattened());
            arrays.set_item(name, pairs.reshape([boards, 2])?)?;
        }
        arrays.set_item("current_player", PyArray1::from_vec(py, states.current_player))?;
        arrays.set_item("plies", PyArray1::from_vec(py, states.plies))?;
        arrays.set_item("status", PyArray1::from_vec(py, states.status))?;
        Ok(arrays)
    }

    /// Puts positions, as `get_state` gives them, on all boards, or on those that `boards` lists. Without `tuzdiks` there are
    /// none, without `current_player` White moves, without `plies` none have been played, and without `status` the position
    /// and the plies say whether the game is over.
    ///
    /// Raises StateError, which names the board and what was expected; no board has changed then.
    #[pyo3(signature = (state, boards = None))]
    fn set_state(&mut self, state: &Bound<'_, PyAny>, boards: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        if state.cast::<PyMapping>().is_err() {
            return Err(PyTypeError::new_err(format!(
                "state must be a dict of arrays, as get_state gives it, got {}",
                type_name(state)
            )));
        }
        let boards = match boards {
            Some(boards) => board_numbers(boards)?,
            None => (0..self.inner.boards()).collect(),
        };
        let arrays = StateArrays {
            state,
            boards: &boards,
        };
        let [pits, kazans, tuzdiks, current_player, status] = [
            ("pits", &[2, MAX_PITS][..]),
            ("kazans", &[2]),
            ("tuzdiks", &[2]),
            ("current_player", &[]),
            ("status", &[]),
        ]
        .map(|(name, shape)| arrays.numbers::<u8>(name, shape));
        let zeros =
            |array: Option<Vec<u8>>, numbers: usize| array.unwrap_or_else(|| vec![0; numbers * boards.len()]);
        let rows = arrays.needed("pits", pits?)?.as_chunks::<MAX_PITS>().0.to_vec();
        let states = BoardStates {
            pits: rows.as_chunks().0.to_vec(),
            kazans: arrays.needed("kazans", kazans?)?.as_chunks().0.to_vec(),
            tuzdiks: zeros(tuzdiks?, 2).as_chunks().0.to_vec(),
            current_player: zeros(current_player?, 1),
            plies: arrays
                .numbers("plies", &[])?
                .unwrap_or_else(|| vec![0; boards.len()]),
            status: status?.unwrap_or_default(),
        };
        arrays.check_names()?;
        self.inner.set_states(&boards, &states).map_err(state_error)
    }
}

/// The numbers of different boards. That there are such boards is left to the environment.
fn board_numbers(boards: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let (numbers, shape) = whole_numbers(boards, "boards")?;
    if shape.len() != 1 {
        return Err(PyValueError::new_err(format!(
            "boards must be a list of numbers of boards, got an array with shape {shape:?}"
        )));
    }
    let mut listed = HashSet::with_capacity(numbers.len());
    let read = |&number: &i64| match usize::try_from(number) {
        Err(_) => Err(StateError::new_err(format!(
            "boards must hold numbers of boards, from 0 on, got {number}"
        ))),
        Ok(board) if !listed.insert(board) => {
            Err(StateError::new_err(format!("boards lists board {board} twice")))
        }
        Ok(board) => Ok(board),
    };
    numbers.iter().map(read).collect()
}

/// The arrays of a state that Python hands in.
struct StateArrays<'a, 'py> {
    state: &'a Bound<'py, PyAny>,
    boards: &'a [usize],
}

impl StateArrays<'_, '_> {
    const NAMES: [&'static str; 6] = ["pits", "kazans", "tuzdiks", "current_player", "plies", "status"];

    /// The numbers of an array, board by board, or None if the state has no such array.
    fn numbers<T>(&self, name: &str, shape: &[usize]) -> PyResult<Option<Vec<T>>>
    where
        T: TryFrom<i64>,
    {
        if !self.state.contains(name)? {
            return Ok(None);
        }
        let (numbers, found) = whole_numbers(&self.state.get_item(name)?, name)?;
        let expected = [&[self.boards.len()], shape].concat();
        if found != expected {
            return Err(StateError::new_err(format!(
                "{name} must have the shape {expected:?}, got {found:?}"
            )));
        }
        let per_board: usize = shape.iter().product();
        let narrow = |(index, &number): (usize, &i64)| {
            T::try_from(number).map_err(|_| {
                let board = self.boards[index / per_board];
                let greatest = if name == "plies" { u32::MAX } else { u8::MAX.into() };
                StateError::new_err(format!(
                    "board {board}: {name} must hold numbers from 0 to {greatest}, got {number}"
                ))
            })
        };
        numbers
            .iter()
            .enumerate()
            .map(narrow)
            .collect::<PyResult<_>>()
            .map(Some)
    }

    fn needed(&self, name: &str, array: Option<Vec<u8>>) -> PyResult<Vec<u8>> {
        array.ok_or_else(|| StateError::new_err(format!("a state needs the array {name:?}")))
    }

    fn check_names(&self) -> PyResult<()> {
        for name in self.state.try_iter()? {
            let name: String = name?.extract()?;
            if !Self::NAMES.contains(&name.as_str()) {
                let known = Self::NAMES.join(", ");
                return Err(StateError::new_err(format!(
                    "a state has no array {name:?}, only {known}"
                )));
            }
        }
        Ok(())
    }
}
