//! The vectorized environment: what it is made of, and copies of it.

mod states;
mod stepping;
mod views;

use kumalak_env::Autoreset;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::arguments::BoardNumber;
use crate::arrays::whole_number;
use crate::errors::value_error;
use crate::observation::ObservationChoice;
use crate::rules::{Rules, RulesArgument, rules_or_standard};

/// `N` boards that play under one rule set, one move on each at every step.
#[pyclass(module = "kumalak")]
#[derive(Clone)]
pub(crate) struct VecEnv {
    inner: kumalak_env::VecEnv,
    observation: ObservationChoice,
}

/// What `VecEnv.__reduce__` hands to pickle: the function that makes the environment, and its arguments.
type PickledVecEnv<'py> = (Bound<'py, PyAny>, (Rules, Bound<'py, PyAny>, Bound<'py, PyBytes>));

#[pymethods]
impl VecEnv {
    /// `num_envs` games at their start. `seed` serves `sample_actions` alone: the rules hold no chance. `autoreset` is
    /// "next_step", "same_step" or "disabled". `observation` names one encoding or several.
    #[new]
    #[pyo3(signature = (num_envs, *, seed = None, rules = None, autoreset = "next_step", observation = None),
        text_signature = "(num_envs, *, seed=0, rules=None, autoreset='next_step', observation='tokens')")]
    fn new(
        num_envs: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        rules: Option<RulesArgument>,
        autoreset: &str,
        observation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let num_envs = whole_number(num_envs, "num_envs", 1)?;
        let rules = rules_or_standard(rules)?;
        let inner = kumalak_env::VecEnv::new(rules, num_envs, 0).map_err(value_error)?;
        let mut env = Self {
            inner: inner.with_autoreset(parse_autoreset(autoreset)?),
            observation: ObservationChoice::parse(observation)?,
        };
        if let Some(seed) = seed {
            env.reseed(seed)?;
        }
        Ok(env)
    }

    #[staticmethod]
    fn _from_snapshot(rules: Rules, observation: &Bound<'_, PyAny>, snapshot: &[u8]) -> PyResult<Self> {
        let inner = kumalak_env::VecEnv::from_bytes(rules.inner, snapshot).map_err(value_error)?;
        let observation = ObservationChoice::parse(Some(observation))?;
        Ok(Self { inner, observation })
    }

    /// Number of boards, `N`.
    #[getter]
    fn num_envs(&self) -> usize {
        self.inner.boards()
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        let inner = *self.inner.rules();
        Rules { inner }
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

    /// Name of the encoding of observations, or a tuple of several.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.observation.to_python(py)
    }

    /// The vector instructions in use: "baseline", "avx2" or "avx512". The results do not depend on them.
    #[getter]
    fn simd_level(&self) -> &'static str {
        self.inner.simd_level().name()
    }

    /// Bytes that all boards take now. Positions of long runs without a capture are kept while they may repeat, so that the
    /// number grows with use and then stays.
    #[getter]
    fn memory_bytes(&self) -> usize {
        self.inner.memory_bytes()
    }

    /// An independent copy: boards, histories and random streams.
    #[pyo3(name = "clone")]
    fn clone_in_python(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickledVecEnv<'py>> {
        let env = slf.borrow();
        let snapshot = PyBytes::new(slf.py(), &env.inner.to_bytes());
        let observation = env.observation(slf.py())?;
        let make = slf.get_type().getattr("_from_snapshot")?;
        Ok((make, (env.rules(), observation, snapshot)))
    }

    /// One board as text, as books print it, or as an SVG: `mode` is "ansi" or "svg".
    #[pyo3(signature = (board = BoardNumber(0), mode = "ansi"), text_signature = "($self, board=0, mode='ansi')")]
    fn render<'py>(&self, py: Python<'py>, board: BoardNumber, mode: &str) -> PyResult<Bound<'py, PyAny>> {
        let position = self.position(board)?;
        match mode {
            "ansi" => {
                let diagram = position.inner.to_diagram(&position.rules);
                Ok(PyString::new(py, &diagram).into_any())
            }
            "svg" => py
                .import("kumalak.render")?
                .call_method1("board_svg", (position,)),
            _ => Err(PyValueError::new_err(format!(
                "mode must be \"ansi\" or \"svg\", got {mode:?}"
            ))),
        }
    }

    /// The first boards as SVGs, which notebooks show.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let render = slf.py().import("kumalak.render")?;
        render.call_method1("boards_html", (slf,))
    }

    fn __len__(&self) -> usize {
        self.inner.boards()
    }

    fn __repr__(&self) -> String {
        format!(
            "<VecEnv of {} boards under {}, autoreset {:?}>",
            self.inner.boards(),
            self.inner.rules(),
            self.autoreset()
        )
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
