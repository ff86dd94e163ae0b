use thiserror::Error;

use super::byte_size::ByteSize;
use crate::position::BoardError;

/// Why a board was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SolverError {
    /// The position does not belong to the rule set.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There is nothing to solve.
    #[error("the game is over in this position, there is nothing to solve")]
    GameOver,
    /// The table or the work on it does not fit in the memory allowed. Known before the memory is taken.
    #[error(
        "solving needs at least {} of memory, {} are allowed: allow more, or take a smaller board or a position with \
         fewer stones in the pits",
        ByteSize(*.needed),
        ByteSize(*.allowed)
    )]
    Memory {
        /// Bytes that are needed; more may be found to be needed later.
        needed: u64,
        /// Bytes that the caller allows.
        allowed: u64,
    },
    /// The system did not hand out memory that the caller allows.
    #[error("the system refused {} of memory", ByteSize(*.bytes))]
    Allocation {
        /// Bytes asked for at once.
        bytes: u64,
    },
    /// Positions with the same kazans are numbered with 32 bits.
    #[error("a group of {found} positions with the same kazans and tuzdiks is larger than {limit}")]
    GroupTooLarge {
        /// Positions in the group.
        found: u64,
        /// The most that can be numbered.
        limit: u64,
    },
    /// A win takes longer than the table can say.
    #[error("best play takes more than {0} plies")]
    TooDeep(u32),
    /// The progress callback asked to stop.
    #[error("solving was stopped")]
    Stopped,
}
