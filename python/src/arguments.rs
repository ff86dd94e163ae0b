//! Numbers that Python hands in, with messages that say what was expected.

use kumalak_env::Pit;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The number of a pit, 1 to 9.
pub(crate) struct PitNumber(pub(crate) Pit);

impl FromPyObject<'_, '_> for PitNumber {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let expected = "a pit has a number from 1 to 9";
        let pit = whole_number(&number, expected)?.and_then(|number| Pit::from_number(number as usize));
        pit.map(Self).ok_or_else(|| refused(&number, expected))
    }
}

/// The number of a board, from 0.
pub(crate) struct BoardNumber(pub(crate) usize);

impl FromPyObject<'_, '_> for BoardNumber {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let expected = "board must be the number of a board, from 0 on";
        let board = whole_number(&number, expected)?;
        board
            .map(|board| Self(board as usize))
            .ok_or_else(|| refused(&number, expected))
    }
}

/// Where random choices come from.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seed(pub(crate) u64);

impl FromPyObject<'_, '_> for Seed {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let expected = "seed must be a whole number from 0 to 2**64 - 1";
        let seed = whole_number(&number, expected)?;
        seed.map(Self).ok_or_else(|| refused(&number, expected))
    }
}

/// A whole number of any type; `None` if it is negative or too large.
fn whole_number(number: &Bound<'_, PyAny>, expected: &str) -> PyResult<Option<u64>> {
    match number.extract::<u64>() {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_instance_of::<PyTypeError>(number.py()) => Err(PyTypeError::new_err(format!(
            "{expected}, got {}",
            number.get_type().name()?
        ))),
        Err(_) => Ok(None),
    }
}

fn refused(number: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{expected}, got {number}"))
}
