use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

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
create_exception!(
    kumalak,
    EvaluatorError,
    PyValueError,
    "An evaluator's answer that cannot be used. Names the array and what was expected."
);
create_exception!(
    kumalak,
    PlayerError,
    PyRuntimeError,
    "A player that could not do what it was asked, such as a program outside that crashed."
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

/// What the evaluator in Python raised, or what was wrong with its answer.
pub(crate) fn evaluator_error(error: kumalak_selfplay::EvaluatorError) -> PyErr {
    match error.0.downcast::<PyErr>() {
        Ok(raised) => *raised,
        Err(other) => EvaluatorError::new_err(other.to_string()),
    }
}

/// The exception for a player that failed; what Python itself raised comes back as it was.
pub(crate) fn player_error(error: kumalak_selfplay::PlayerError) -> PyErr {
    use kumalak_selfplay::PlayerError::{Evaluator, GameOver, Solver};
    match error {
        Evaluator(error) => evaluator_error(error),
        GameOver(_) => PyValueError::new_err("the game is over, there is no move to choose"),
        Solver(error) => PlayerError::new_err(format!("the game is too large to be solved: {error}")),
        other => PlayerError::new_err(other.to_string()),
    }
}
