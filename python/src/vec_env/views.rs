//! What can be read from the boards.

use kumalak_env::{MAX_PITS, OBSERVATION_LEN, Observation, ObservationKind, Outcome, PLANES_LEN, Side};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::BoardNumber;
use crate::errors::value_error;
use crate::observation::{encode, shaped};
use crate::position::Position;
use crate::vec_env::VecEnv;

#[pymethods]
impl VecEnv {
    /// What the side to move sees on every board: `[N, …]`, in a dict by name if several encodings were asked for.
    pub(super) fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let env = &self.inner;
        let boards = [env.boards()];
        self.observation.collect(py, |kind| match kind {
            ObservationKind::Scaled => {
                let mut array = vec![0.0; env.boards() * OBSERVATION_LEN];
                py.detach(|| env.scaled_into(&mut array)).map_err(value_error)?;
                shaped(PyArray1::from_vec(py, array), &boards, kind)
            }
            ObservationKind::Tokens => {
                let array = py.detach(|| env.observations());
                shaped(PyArray1::from_vec(py, array), &boards, kind)
            }
            ObservationKind::Planes => {
                let mut array = vec![0; env.boards() * PLANES_LEN];
                py.detach(|| env.planes_into(&mut array)).map_err(value_error)?;
                shaped(PyArray1::from_vec(py, array), &boards, kind)
            }
            ObservationKind::Landing => {
                let mut array = vec![0; env.boards() * kind.numbers()];
                py.detach(|| env.landing_into(&mut array)).map_err(value_error)?;
                shaped(PyArray1::from_vec(py, array), &boards, kind)
            }
        })
    }

    /// Whether each pit of the side to move may be played: `[N, 9]`, bool; nowhere on a finished board.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let env = &self.inner;
        let action_mask = py.detach(|| env.action_mask());
        PyArray1::from_vec(py, action_mask).reshape([env.boards(), MAX_PITS])
    }

    /// The side to move, 0 White and 1 Black: `[N]`, uint8.
    fn current_player<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.inner.current_player())
    }

    /// Moves played in the game on each board: `[N]`, uint32.
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, self.inner.plies())
    }

    /// The games that ended in the last step, `K` of them: `board` `[K]`, `observation` `[K, …]`, `kazans` of White and
    /// Black `[K, 2]`, `plies` `[K]` and `white_result` `[K]`: 1, 0, −1; 0 too where the game was truncated.
    fn finished_games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let games = self.inner.finished_games();
        let count = games.len();
        let tokens: Vec<Observation> = games.iter().map(|game| game.observation).collect();
        let kazans = games
            .iter()
            .flat_map(|game| Side::ALL.map(|side| game.position.kazan(side)));
        let sign = |outcome: Outcome| outcome.sign_for(Side::White);
        let results = games.iter().map(|game| game.status.outcome().map_or(0, sign));
        let boards = games.iter().map(|game| game.board as u64);
        let plies = games.iter().map(|game| game.plies);
        let rules = self.inner.rules();
        let observation = self
            .observation
            .collect(py, |kind| encode(py, rules, &tokens, kind))?;
        let arrays = PyDict::new(py);
        arrays.set_item("board", PyArray1::from_iter(py, boards))?;
        arrays.set_item("observation", observation)?;
        arrays.set_item("kazans", PyArray1::from_iter(py, kazans).reshape([count, 2])?)?;
        arrays.set_item("plies", PyArray1::from_iter(py, plies))?;
        arrays.set_item("white_result", PyArray1::from_iter(py, results))?;
        Ok(arrays)
    }

    /// The position on a board.
    pub(super) fn position(&self, board: BoardNumber) -> PyResult<Position> {
        let position = self.inner.position(board.0).map_err(value_error)?;
        Ok(Position::new_with(position, self.rules_without_cap()))
    }

    /// Starts a new game on a board from a position.
    fn set_position(&mut self, board: BoardNumber, position: &Position) -> PyResult<()> {
        if position.rules.with_ply_cap(None) != self.rules_without_cap() {
            return Err(PyValueError::new_err(format!(
                "the position has other rules ({}) than the environment ({})",
                position.rules,
                self.inner.rules()
            )));
        }
        self.inner
            .set_position(board.0, &position.inner)
            .map_err(value_error)
    }
}

impl VecEnv {
    /// The rules of positions, which count no plies.
    fn rules_without_cap(&self) -> kumalak_env::Rules {
        self.inner.rules().with_ply_cap(None)
    }

    pub(super) fn infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let infos = PyDict::new(py);
        infos.set_item("action_mask", self.action_mask(py)?)?;
        infos.set_item("current_player", self.current_player(py))?;
        Ok(infos)
    }
}
