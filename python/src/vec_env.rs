use kumalak_env::{Autoreset, MAX_PITS, OBSERVATION_LEN, Outcome, Side, StepOutput};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::position::Position;
use crate::rules::{Rules, rules_or_standard};

/// `N` boards that play under one rule set, one move on each at every step.
#[pyclass(module = "kumalak")]
pub(crate) struct VecEnv {
    inner: kumalak_env::VecEnv,
}

/// Observations, rewards, terminated, truncated and infos, as in Gymnasium.
type Step<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyDict>,
);

#[pymethods]
impl VecEnv {
    /// `num_envs` games at their start. `seed` serves `sample_actions` alone: the rules hold no chance. `autoreset` is
    /// "next_step", "same_step" or "disabled"; `ply_cap` cuts games off without a result.
    #[new]
    #[pyo3(signature = (num_envs, *, seed = 0, rules = None, autoreset = "next_step", ply_cap = None))]
    fn new(
        num_envs: usize,
        seed: u64,
        rules: Option<Rules>,
        autoreset: &str,
        ply_cap: Option<u32>,
    ) -> PyResult<Self> {
        let rules = rules_or_standard(rules).with_ply_cap(ply_cap);
        let inner = kumalak_env::VecEnv::new(rules, num_envs, seed).map_err(value_error)?;
        Ok(Self {
            inner: inner.with_autoreset(parse_autoreset(autoreset)?),
        })
    }

    /// Number of boards, `N`.
    #[getter]
    fn num_envs(&self) -> usize {
        self.inner.boards()
    }

    /// When new games start: "next_step", "same_step" or "disabled".
    #[getter]
    fn autoreset(&self) -> &'static str {
        match self.inner.autoreset() {
            Autoreset::NextStep => "next_step",
            Autoreset::SameStep => "same_step",
            Autoreset::Disabled => "disabled",
        }
    }

    /// Starts a new game on every board and returns observations `[N, 23]` and infos; with a seed, also starts the random
    /// streams of `sample_actions` anew.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyDict>)> {
        if let Some(seed) = seed {
            self.inner.reseed(seed);
        }
        self.inner.reset();
        Ok((self.observations(py)?, self.infos(py)?))
    }

    /// Plays an action, the index 0 to 8 of a pit of the side to move, on every board: `[N]`, uint8. Returns
    /// observations `[N, 23]`, rewards of the players who moved `[N]`, terminated `[N]`, truncated `[N]` and infos.
    ///
    /// Raises ValueError for an illegal action; no board has changed then.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, u8>) -> PyResult<Step<'py>> {
        let actions = actions.as_slice()?;
        let env = &mut self.inner;
        py.detach(|| env.step(actions)).map_err(value_error)?;
        Ok((
            self.observations(py)?,
            PyArray1::from_slice(py, self.inner.rewards()),
            PyArray1::from_slice(py, self.inner.terminated()),
            PyArray1::from_slice(py, self.inner.truncated()),
            self.infos(py)?,
        ))
    }

    /// Like `step`, but writes to C-contiguous arrays of the caller: observations `[N, 23]` uint8, action_mask `[N, 9]`
    /// bool, rewards `[N]` int8, terminated and truncated `[N]` bool. Allocates nothing.
    #[pyo3(signature = (actions, *, observations, action_mask, rewards, terminated, truncated))]
    #[expect(clippy::too_many_arguments, reason = "each array is one that Python names")]
    fn step_into(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, u8>,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut action_mask: PyReadwriteArray2<'_, bool>,
        mut rewards: PyReadwriteArray1<'_, i8>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let mut output = StepOutput {
            observations: observations.as_slice_mut()?,
            action_mask: action_mask.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let env = &mut self.inner;
        py.detach(|| env.step_into(actions, &mut output))
            .map_err(value_error)
    }

    /// A uniformly random legal action for every board, each from its own stream: `[N]`, uint8.
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut actions = vec![0; self.inner.boards()];
        let env = &mut self.inner;
        py.detach(|| env.sample_actions(&mut actions))
            .map_err(value_error)?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// What the side to move sees on every board: `[N, 23]`, uint8.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let env = &self.inner;
        let observations = py.detach(|| env.observations());
        PyArray1::from_vec(py, observations).reshape([env.boards(), OBSERVATION_LEN])
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

    /// The games that ended in the last step, `K` of them: `board` `[K]`, `observation` `[K, 23]`, `kazans` of White and
    /// Black `[K, 2]`, `plies` `[K]` and `white_result` `[K]`: 1, 0, −1; 0 too where the game was truncated.
    fn finished_games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let games = self.inner.finished_games();
        let count = games.len();
        let observations: Vec<u8> = games.iter().flat_map(|game| game.observation).collect();
        let kazans: Vec<u8> = games
            .iter()
            .flat_map(|game| Side::ALL.map(|side| game.position.kazan(side)))
            .collect();
        let results = games.iter().map(|game| {
            game.status
                .outcome()
                .map_or(0, |outcome: Outcome| outcome.sign_for(Side::White))
        });
        let arrays = PyDict::new(py);
        arrays.set_item(
            "board",
            PyArray1::from_iter(py, games.iter().map(|game| game.board)),
        )?;
        arrays.set_item(
            "observation",
            PyArray1::from_vec(py, observations).reshape([count, OBSERVATION_LEN])?,
        )?;
        arrays.set_item("kazans", PyArray1::from_vec(py, kazans).reshape([count, 2])?)?;
        arrays.set_item(
            "plies",
            PyArray1::from_iter(py, games.iter().map(|game| game.plies)),
        )?;
        arrays.set_item("white_result", PyArray1::from_iter(py, results))?;
        Ok(arrays)
    }

    /// The position on a board.
    fn position(&self, board: usize) -> PyResult<Position> {
        let position = self.inner.position(board).map_err(value_error)?;
        Ok(Position::new_with(position, self.named_rules()))
    }

    /// Starts a new game on a board from a position.
    fn set_position(&mut self, board: usize, position: &Position) -> PyResult<()> {
        if position.rules != self.named_rules() {
            return Err(PyValueError::new_err(
                "the position has other rules than the environment",
            ));
        }
        self.inner
            .set_position(board, &position.inner)
            .map_err(value_error)
    }

    /// An independent copy: boards, histories and random streams.
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
        }
    }

    fn __len__(&self) -> usize {
        self.inner.boards()
    }

    fn __repr__(&self) -> String {
        format!(
            "<VecEnv of {} boards, autoreset {:?}>",
            self.inner.boards(),
            self.autoreset()
        )
    }
}

impl VecEnv {
    /// The rules of positions, which know no ply cap.
    fn named_rules(&self) -> kumalak_env::Rules {
        self.inner.rules().with_ply_cap(None)
    }

    fn infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let infos = PyDict::new(py);
        infos.set_item("action_mask", self.action_mask(py)?)?;
        infos.set_item("current_player", self.current_player(py))?;
        Ok(infos)
    }
}

fn parse_autoreset(name: &str) -> PyResult<Autoreset> {
    match name {
        "next_step" => Ok(Autoreset::NextStep),
        "same_step" => Ok(Autoreset::SameStep),
        "disabled" => Ok(Autoreset::Disabled),
        _ => Err(PyValueError::new_err(format!(
            "autoreset must be \"next_step\", \"same_step\" or \"disabled\", got {name:?}"
        ))),
    }
}
