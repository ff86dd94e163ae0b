use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    kumalak,
    IllegalMoveError,
    PyValueError,
    "A move that the rules forbid."
);
create_exception!(
    kumalak,
    RecordError,
    PyValueError,
    "A game record that cannot be read, or that disagrees with the rules. Names source, line and ply."
);
create_exception!(
    kumalak,
    StateError,
    PyValueError,
    "Arrays that are no states of boards. Names the board and what was expected."
);

/// A `ValueError` with the words of a library error.
pub(crate) fn value_error(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `StateError` with the words of a library error.
pub(crate) fn state_error(error: impl std::error::Error) -> PyErr {
    StateError::new_err(error.to_string())
}

/// An `IllegalMoveError` where a move is to blame, else a `ValueError`.
pub(crate) fn step_error(error: kumalak_env::VecEnvError) -> PyErr {
    use kumalak_env::VecEnvError::{IllegalAction, NoSuchAction};
    match error {
        IllegalAction { .. } | NoSuchAction { .. } => IllegalMoveError::new_err(error.to_string()),
        _ => value_error(error),
    }
}
