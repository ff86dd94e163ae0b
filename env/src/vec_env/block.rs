use crate::game::GameStatus;
use crate::observation::{
    OBSERVATION_LEN, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK,
    Observation,
};
use crate::outcome::Ending;
use crate::pit::{MAX_PITS, Pit};
use crate::position::{BoardEnding, NO_TUZDIK, Position, ring_index};
use crate::side::Side;

/// Boards of one block: one 512-bit register of bytes.
pub(super) const LANES: usize = 64;

/// One byte of each board of a block.
pub(super) type Lanes = [u8; LANES];

/// Why a board takes no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum End {
    /// It does take moves.
    None = 0,
    Majority = 1,
    Atsyrau = 2,
    Repetition = 3,
    Truncated = 4,
    /// Fills the last block up.
    NoBoard = 5,
}

impl End {
    pub(super) const fn from_code(code: u8) -> Self {
        match code {
            0 => Self::None,
            1 => Self::Majority,
            2 => Self::Atsyrau,
            3 => Self::Repetition,
            4 => Self::Truncated,
            _ => Self::NoBoard,
        }
    }

    /// The code of a status that a board can have.
    pub(super) const fn of_status(status: &GameStatus) -> Self {
        match status {
            GameStatus::Over {
                ending: Ending::Majority,
                ..
            } => Self::Majority,
            GameStatus::Over {
                ending: Ending::Atsyrau,
                ..
            } => Self::Atsyrau,
            GameStatus::Over { .. } => Self::Repetition,
            GameStatus::Truncated => Self::Truncated,
            GameStatus::Ongoing => Self::None,
        }
    }
}

/// 64 boards as structure of arrays, each seen by its side to move.
///
/// A move hands the turn over on every board, so that rows and kazans change places; no colour is needed to sow.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Block {
    /// The columns of the observation: `[23, 64]`.
    pub(super) columns: [Lanes; OBSERVATION_LEN],
    /// [`End`] of each board.
    pub(super) end: Lanes,
    /// Plies since the last one that won stones, at most one more than the ring has pits; 0 once a tuzdik exists.
    pub(super) reversible: Lanes,
}

impl Block {
    pub(super) const EMPTY: Self = Self {
        columns: [[0; LANES]; OBSERVATION_LEN],
        end: [End::NoBoard as u8; LANES],
        reversible: [0; LANES],
    };

    pub(super) fn end(&self, lane: usize) -> End {
        End::from_code(self.end[lane])
    }

    pub(super) fn observation(&self, lane: usize) -> Observation {
        self.columns.each_ref().map(|column| column[lane])
    }

    pub(super) fn own_pits(&self) -> &[Lanes; MAX_PITS] {
        self.columns[OWN_PITS..]
            .first_chunk()
            .expect("an observation has nine own pits")
    }

    /// The rows as the side to move sees them: its own pits, then the opponent's.
    pub(super) fn ring(&self, lane: usize) -> [u8; 2 * MAX_PITS] {
        std::array::from_fn(|index| self.columns[OWN_PITS + index][lane])
    }

    /// Puts a new game on a board.
    pub(super) fn place(&mut self, lane: usize, position: &Position) {
        for (column, token) in self.columns.iter_mut().zip(position.observation(1)) {
            column[lane] = token;
        }
        self.end[lane] = End::None as u8;
        self.reversible[lane] = 0;
    }

    pub(super) fn position(&self, lane: usize, turn: Side) -> Position {
        let mut ring = self.ring(lane);
        if turn == Side::Black {
            ring.rotate_left(MAX_PITS);
        }
        let by_side = |own: usize, opponent: usize| {
            let [own, opponent] = [own, opponent].map(|column| self.columns[column][lane]);
            match turn {
                Side::White => [own, opponent],
                Side::Black => [opponent, own],
            }
        };
        let [white, black] = by_side(OWN_TUZDIK, OPPONENT_TUZDIK);
        let tuzdik = |side: Side, number: u8| {
            Pit::from_number(number as usize).map_or(NO_TUZDIK, |pit| ring_index(!side, pit) as u8)
        };
        Position {
            ring,
            kazans: by_side(OWN_KAZAN, OPPONENT_KAZAN),
            tuzdiks: [tuzdik(Side::White, white), tuzdik(Side::Black, black)],
            turn,
            ending: match self.end(lane) {
                End::Majority => Some(BoardEnding::Majority),
                End::Atsyrau => Some(BoardEnding::Atsyrau),
                _ => None,
            },
        }
    }
}

const _: () = assert!(OWN_PITS + MAX_PITS == OPPONENT_PITS);
