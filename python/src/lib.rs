//! The module `kumalak._kumalak`: what Python sees of the rules, the game records and the vectorized environment.

#![allow(clippy::doc_markdown, reason = "doc comments become Python's docstrings")]

mod errors;
mod position;
mod record;
mod rules;
mod vec_env;

use pyo3::prelude::*;

#[pymodule]
mod _kumalak {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::errors::{IllegalMoveError, RecordError};
    #[pymodule_export]
    use crate::position::{Position, perft};
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
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
