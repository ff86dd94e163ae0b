//! The module `kumalak._kumalak`: what Python sees of the rules, games, records, players and the vectorized environment.

#![allow(clippy::doc_markdown, reason = "doc comments become Python's docstrings")]

mod analysis;
mod arguments;
mod arrays;
mod errors;
mod evaluation;
mod evaluator;
mod game;
mod observation;
mod player;
mod position;
mod record;
mod rules;
mod vec_env;

use pyo3::prelude::*;

#[pymodule]
mod _kumalak {
    use kumalak_env::ObservationKind;
    use pyo3::prelude::*;
    use pyo3::types::{PyDict, PyTuple};

    #[pymodule_export]
    use crate::analysis::{AnalyzedMove, GameAnalysis, analyze_game};
    #[pymodule_export]
    use crate::errors::{EvaluatorError, IllegalMoveError, PlayerError, RecordError, StateError};
    #[pymodule_export]
    use crate::evaluation::PositionEvaluation;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::position::{_play_random_moves, Position, perft};
    #[pymodule_export]
    use crate::record::{GameRecord, RecordReader, read_records};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::vec_env::VecEnv;

    #[pymodule_export]
    const OBSERVATION_LEN: usize = kumalak_env::OBSERVATION_LEN;
    #[pymodule_export]
    const NUM_ACTIONS: usize = kumalak_env::MAX_PITS;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let shapes = PyDict::new(module.py());
        for kind in ObservationKind::ALL {
            shapes.set_item(kind.name(), PyTuple::new(module.py(), kind.shape())?)?;
        }
        module.add("OBSERVATION_SHAPES", shapes)
    }
}
