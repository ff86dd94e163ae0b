use thiserror::Error;

use crate::position::BoardError;
use crate::sowing::IllegalMove;
use crate::vec_env::{MAX_BOARDS, SimdLevel};

/// What a vectorized environment refuses. It is then unchanged, on every board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum VecEnvError {
    /// An environment without boards.
    #[error("a vectorized environment needs at least one board")]
    NoBoards,
    /// More boards than any use has; without a bound, a slip of the finger would take all memory.
    #[error("a vectorized environment may have at most {MAX_BOARDS} boards, got {0}")]
    TooManyBoards(usize),
    /// A ply cap under which no move can be played.
    #[error("a ply cap must be at least 1, got 0")]
    PlyCap,
    /// This machine does not have the instructions.
    #[error("this machine has no {0} instructions")]
    SimdLevel(SimdLevel),
    /// A slice of the wrong length.
    #[error("{array} must have {expected} entries, got {found}")]
    Length {
        /// Name of the array.
        array: &'static str,
        /// Entries that it must have.
        expected: usize,
        /// Entries that it has.
        found: usize,
    },
    /// An action that is no pit of any board.
    #[error("board {board}: an action is the index of a pit, 0 to 8, got {action}")]
    NoSuchAction {
        /// Index of the board.
        board: usize,
        /// The action.
        action: u8,
    },
    /// An action that the rules forbid.
    #[error("board {board}: action {action} is illegal: {reason}")]
    IllegalAction {
        /// Index of the board.
        board: usize,
        /// The action: the index of a pit.
        action: u8,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// A board that the environment does not have.
    #[error("there is no board {board}: the environment has boards 0 to {}", boards - 1)]
    NoSuchBoard {
        /// Index of the board.
        board: usize,
        /// Number of boards.
        boards: usize,
    },
    /// A position of another rule set.
    #[error("board {board}: {reason}")]
    ForeignPosition {
        /// Index of the board.
        board: usize,
        /// Why it cannot stand under the rules of the environment.
        reason: BoardError,
    },
    /// A position in which the game is over.
    #[error("board {board}: the position is finished, a game cannot begin there")]
    FinishedPosition {
        /// Index of the board.
        board: usize,
    },
}
