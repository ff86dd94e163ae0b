use thiserror::Error;

use crate::pit::{MAX_PITS, Pit};
use crate::position::{Board, BoardError, Position};
use crate::rules::MajorityRule;
use crate::side::Side;
use crate::vec_env::block::{End, LANES};
use crate::vec_env::{VecEnv, VecEnvError};

/// The positions of `K` boards as arrays.
///
/// They hold what is on the boards, not how it came about: which positions have occurred before is not among it. A clone of
/// the environment and [`VecEnv::to_bytes`] keep that too.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardStates {
    /// Stones in the pits of White and of Black, each from its owner's left: `[K, 2, 9]`.
    pub pits: Vec<[[u8; MAX_PITS]; 2]>,
    /// Stones won by White and by Black: `[K, 2]`.
    pub kazans: Vec<[u8; 2]>,
    /// Numbers of White's tuzdik, on Black's side, and of Black's, on White's side; 0 for none: `[K, 2]`.
    pub tuzdiks: Vec<[u8; 2]>,
    /// The side to move, 0 White and 1 Black, in a finished game the side that would have been: `[K]`.
    pub current_player: Vec<u8>,
    /// Moves played in the game: `[K]`.
    pub plies: Vec<u32>,
    /// 0 the game goes on, 1 majority, 2 atsyrau, 3 drawn by repetition, 4 cut off by the ply cap: `[K]`. Without entries
    /// [`VecEnv::set_states`] takes what position and ply say.
    pub status: Vec<u8>,
}

/// Why arrays are no states of boards. The environment is then unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum StateError {
    /// Arrays of different lengths.
    #[error("{array} must have one entry for each of {expected} boards, got {found}")]
    Length {
        /// Name of the array.
        array: &'static str,
        /// Boards.
        expected: usize,
        /// Entries that it has.
        found: usize,
    },
    /// A board that the environment does not have.
    #[error(transparent)]
    NoSuchBoard(VecEnvError),
    /// A player who does not exist.
    #[error("board {board}: current_player must be 0 (White) or 1 (Black), got {found}")]
    Player {
        /// Index of the board.
        board: usize,
        /// What was given.
        found: u8,
    },
    /// A tuzdik that is no pit.
    #[error("board {board}: a tuzdik must be 0 for none or the number 1 to 9 of a pit, got {found}")]
    Tuzdik {
        /// Index of the board.
        board: usize,
        /// What was given.
        found: u8,
    },
    /// A board that is no position of the rule set.
    #[error("board {board}: {reason}")]
    Board {
        /// Index of the board.
        board: usize,
        /// Why not.
        reason: BoardError,
    },
    /// A status that contradicts the board.
    #[error(
        "board {board}: status must be {expected} for this position and ply, or 3 if unfinished, got {found}"
    )]
    Status {
        /// Index of the board.
        board: usize,
        /// What position and ply say.
        expected: u8,
        /// What was given.
        found: u8,
    },
}

/// A state that was found to be possible.
struct Checked {
    board: usize,
    position: Position,
    plies: u32,
    end: End,
}

impl VecEnv {
    /// The states of all boards: `[N]`.
    pub fn states(&self) -> BoardStates {
        let mut states = BoardStates {
            plies: self.plies().to_vec(),
            current_player: self.current_player().to_vec(),
            ..BoardStates::default()
        };
        for board in 0..self.boards {
            let contents = self.present(board).board();
            states.pits.push(contents.pits);
            states.kazans.push(contents.kazans);
            let number = |tuzdik: Option<Pit>| tuzdik.map_or(0, |pit| pit.number() as u8);
            states.tuzdiks.push(contents.tuzdiks.map(number));
            states.status.push(self.end(board) as u8);
        }
        states
    }

    /// Puts states on boards: the `i`-th of `states` on `boards[i]`. Each position counts as occurring for the first time;
    /// rewards and flags of the boards become those of a new game, and random streams go on.
    ///
    /// # Errors
    /// If a state cannot stand under the rules of the environment. Then no board has changed.
    pub fn set_states(&mut self, boards: &[usize], states: &BoardStates) -> Result<(), StateError> {
        states.check_lengths(boards.len())?;
        let checked = boards
            .iter()
            .enumerate()
            .map(|(index, &board)| self.check_state(board, index, states));
        let checked: Vec<Checked> = checked.collect::<Result<_, _>>()?;
        for Checked {
            board,
            position,
            plies,
            end,
        } in checked
        {
            self.begin(board, position);
            let (block, lane) = (board / LANES, board % LANES);
            self.plies[block][lane] = plies;
            self.blocks[block].end[lane] = end as u8;
        }
        Ok(())
    }

    fn check_state(&self, board: usize, index: usize, states: &BoardStates) -> Result<Checked, StateError> {
        self.check_board(board).map_err(StateError::NoSuchBoard)?;
        let contents = states.board(board, index)?;
        let position = Position::from_board(&self.rules, &contents)
            .map_err(|reason| StateError::Board { board, reason })?;
        let plies = states.plies[index];
        let expected = self.end_of(&position, plies);
        let found = states.status.get(index).copied().unwrap_or(expected as u8);
        let end = End::from_code(found);
        let is_possible = end == expected
            || match end {
                End::Repetition => !position.is_over(),
                // An empty board looks the same after both ends.
                End::Majority => expected == End::Atsyrau && self.has_majority(&position),
                _ => false,
            };
        if !is_possible {
            let expected = expected as u8;
            return Err(StateError::Status {
                board,
                expected,
                found,
            });
        }
        Ok(Checked {
            board,
            position,
            plies,
            end,
        })
    }

    fn has_majority(&self, position: &Position) -> bool {
        let most = position.kazans.into_iter().map(usize::from).max();
        self.rules.majority() == MajorityRule::EndsGame && most > Some(self.rules.half())
    }

    /// What position and ply alone say about the end of a game.
    fn end_of(&self, position: &Position, plies: u32) -> End {
        match position.ending() {
            Some(crate::Ending::Majority) => End::Majority,
            Some(_) => End::Atsyrau,
            None if self.rules.ply_cap().is_some_and(|cap| plies >= cap) => End::Truncated,
            None => End::None,
        }
    }
}

impl BoardStates {
    fn check_lengths(&self, expected: usize) -> Result<(), StateError> {
        let status = ("status", self.status.len());
        let lengths = [
            ("pits", self.pits.len()),
            ("kazans", self.kazans.len()),
            ("tuzdiks", self.tuzdiks.len()),
            ("current_player", self.current_player.len()),
            ("plies", self.plies.len()),
            if self.status.is_empty() {
                ("status", expected)
            } else {
                status
            },
        ];
        match lengths.into_iter().find(|&(_, found)| found != expected) {
            Some((array, found)) => Err(StateError::Length {
                array,
                expected,
                found,
            }),
            None => Ok(()),
        }
    }

    fn board(&self, board: usize, index: usize) -> Result<Board, StateError> {
        let turn = match self.current_player[index] {
            0 => Side::White,
            1 => Side::Black,
            found => return Err(StateError::Player { board, found }),
        };
        let tuzdik = |found: u8| match found {
            0 => Ok(None),
            _ => match Pit::from_number(found as usize) {
                None => Err(StateError::Tuzdik { board, found }),
                tuzdik => Ok(tuzdik),
            },
        };
        let [white, black] = self.tuzdiks[index];
        Ok(Board {
            pits: self.pits[index],
            kazans: self.kazans[index],
            tuzdiks: [tuzdik(white)?, tuzdik(black)?],
            turn,
        })
    }
}
