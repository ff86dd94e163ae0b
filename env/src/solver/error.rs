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
        "{}: take a smaller board (2×4 pits of 3 stones need 118 MB) or a position with fewer stones in the pits",
        memory_text(*.positions, *.needed, *.allowed)
    )]
    Memory {
        /// Positions that may be reached; after they were counted, those that are.
        positions: u128,
        /// Bytes that are needed, [`u64::MAX`] if that is too small a number; more may be found to be needed later.
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

fn memory_text(positions: u128, needed: u64, allowed: u64) -> String {
    let (positions, allowed) = (count_text(positions), ByteSize(allowed));
    match needed {
        u64::MAX => format!("up to {positions} positions are more than any memory holds"),
        _ => {
            let needed = ByteSize(needed);
            format!(
                "solving up to {positions} positions needs at least {needed} of memory, {allowed} are allowed"
            )
        }
    }
}

/// `976,087`, or `3·10^27` where nobody wants to count the digits.
fn count_text(count: u128) -> String {
    let digits = count.to_string();
    if digits.len() > 15 {
        return format!("{}·10^{}", &digits[..1], digits.len() - 1);
    }
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_can_be_read() {
        for (count, text) in [
            (7, "7"),
            (1234, "1,234"),
            (976_087, "976,087"),
            (6_543_210_000_000_000, "6·10^15"),
        ] {
            assert_eq!(count_text(count), text);
        }
    }
}
