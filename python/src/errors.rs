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

/// A `ValueError` with the words of a library error.
pub(crate) fn value_error(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
