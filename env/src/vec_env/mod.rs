//! Many games at once, as structure of arrays.

mod autoreset;
mod block;
mod error;
mod kernel;
mod landing;
mod memory;
mod observe;
mod output;
mod random_lanes;
mod repetition;
mod rows;
mod scaled;
mod seeds;
mod simd;
mod snapshot;
mod snapshot_bytes;
mod state;
mod step;
mod view;

use std::fmt;

use crate::pit::MAX_PITS;
use crate::position::Position;
use crate::rules::{Goal, Rules};
use crate::side::Side;

pub use autoreset::{Autoreset, FinishedGame};
pub use error::VecEnvError;
pub use output::StepOutput;
pub use simd::SimdLevel;
pub use snapshot::SnapshotError;
pub use state::{BoardStates, StateError};

use block::{Block, LANES, Lanes};
use kernel::Switches;
use random_lanes::RandomLanes;
use repetition::RepetitionLog;
use simd::Dispatch;

/// The most boards that an environment may have: 2²⁴.
pub const MAX_BOARDS: usize = 1 << 24;

/// `N` boards that play under one rule set, one move on each at every step.
///
/// The rules are those of [`Game`](crate::Game), bit for bit. The boards lie in blocks of 64 as structure of arrays, and
/// the kernels that sow, capture, find the end and draw random moves compute with all boards of a block at once.
///
/// ```
/// use kumalak_env::{Autoreset, Rules, VecEnv};
///
/// let mut env = VecEnv::new(Rules::STANDARD, 100, 7)?.with_autoreset(Autoreset::SameStep);
/// let mut actions = vec![0; env.boards()];
/// let mut games = 0;
/// for _ in 0..500 {
///     env.sample_actions(&mut actions)?;
///     env.step(&actions)?;
///     games += env.finished_games().len();
/// }
/// assert!(games > 300);
/// # Ok::<(), kumalak_env::VecEnvError>(())
/// ```
#[derive(Clone)]
pub struct VecEnv {
    rules: Rules,
    boards: usize,
    autoreset: Autoreset,
    dispatch: Dispatch,
    switches: Switches,
    start: Position,
    blocks: Vec<Block>,
    turns: Vec<Lanes>,
    plies: Vec<[u32; LANES]>,
    generators: Vec<RandomLanes>,
    log: RepetitionLog,
    /// Own pits with those emptied that giveaway forbids to play; no entry under other goals.
    compulsory: Vec<[Lanes; MAX_PITS]>,
    rewards: Vec<[i8; LANES]>,
    terminated: Vec<[bool; LANES]>,
    truncated: Vec<[bool; LANES]>,
    finished: Vec<FinishedGame>,
}

impl VecEnv {
    /// `boards` games at their start. `seed` serves [`sample_actions`](Self::sample_actions) alone: the rules hold no
    /// chance.
    ///
    /// # Errors
    /// If `boards` is 0 or more than [`MAX_BOARDS`], or the rules have a ply cap of 0.
    pub fn new(rules: Rules, boards: usize, seed: u64) -> Result<Self, VecEnvError> {
        if boards == 0 {
            return Err(VecEnvError::NoBoards);
        }
        if boards > MAX_BOARDS {
            return Err(VecEnvError::TooManyBoards(boards));
        }
        if rules.ply_cap() == Some(0) {
            return Err(VecEnvError::PlyCap);
        }
        let level = SimdLevel::detect();
        let dispatch = Dispatch::new(level).ok_or(VecEnvError::SimdLevel(level))?;
        let blocks = boards.div_ceil(LANES);
        let filtered_blocks = match rules.goal() {
            Goal::MostStones => 0,
            Goal::Giveaway => blocks,
        };
        let mut env = Self {
            rules,
            boards,
            autoreset: Autoreset::default(),
            dispatch,
            switches: Switches::new(&rules),
            start: Position::start(&rules),
            blocks: vec![Block::EMPTY; blocks],
            turns: vec![[0; LANES]; blocks],
            plies: vec![[0; LANES]; blocks],
            generators: Vec::new(),
            log: RepetitionLog::new(&rules, blocks, boards),
            compulsory: vec![[[0; LANES]; MAX_PITS]; filtered_blocks],
            rewards: vec![[0; LANES]; blocks],
            terminated: vec![[false; LANES]; blocks],
            truncated: vec![[false; LANES]; blocks],
            finished: Vec::new(),
        };
        env.reseed(seed);
        env.reset();
        Ok(env)
    }

    /// The same boards with another way of starting new games; the default is [`Autoreset::NextStep`].
    #[must_use]
    pub fn with_autoreset(self, autoreset: Autoreset) -> Self {
        Self { autoreset, ..self }
    }

    /// The same boards stepped by other instructions than the fastest, for tests and measurements.
    ///
    /// # Errors
    /// If this machine does not have them.
    pub fn with_simd_level(self, level: SimdLevel) -> Result<Self, VecEnvError> {
        let dispatch = Dispatch::new(level).ok_or(VecEnvError::SimdLevel(level))?;
        Ok(Self { dispatch, ..self })
    }

    /// Starts a new game on every board. The random streams go on.
    pub fn reset(&mut self) {
        for board in 0..self.boards {
            self.begin(board, self.start);
        }
        self.rewards.fill([0; LANES]);
        self.finished.clear();
    }

    /// Starts a new game on one board.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn reset_board(&mut self, board: usize) -> Result<(), VecEnvError> {
        self.check_board(board)?;
        self.begin(board, self.start);
        Ok(())
    }

    /// Starts a new game on one board, from a position that has occurred once and after 0 plies.
    ///
    /// # Errors
    /// If there is no such board, or the position cannot stand under the rules or is finished.
    pub fn set_position(&mut self, board: usize, position: &Position) -> Result<(), VecEnvError> {
        self.check_board(board)?;
        let position = Position::from_board(&self.rules, &position.board())
            .map_err(|reason| VecEnvError::ForeignPosition { board, reason })?;
        if position.is_over() {
            return Err(VecEnvError::FinishedPosition { board });
        }
        self.begin(board, position);
        Ok(())
    }

    /// Starts every board's random stream anew: board `i` draws from stream `i` of the seed, so that what it draws does
    /// not depend on the number of boards or on what happens on others.
    pub fn reseed(&mut self, seed: u64) {
        let first_boards = (0..self.boards).step_by(LANES);
        self.generators = first_boards.map(|first| RandomLanes::new(seed, first)).collect();
    }

    fn begin(&mut self, board: usize, position: Position) {
        let (block, lane) = (board / LANES, board % LANES);
        self.blocks[block].place(lane, &position);
        self.turns[block][lane] = position.turn().index() as u8;
        self.plies[block][lane] = 0;
        self.terminated[block][lane] = false;
        self.truncated[block][lane] = false;
        self.rewards[block][lane] = 0;
        self.find_compulsory_moves(board);
    }

    /// Giveaway: finds the moves that may be played. This is the one rule that needs a search, and it goes board by board.
    fn find_compulsory_moves(&mut self, board: usize) {
        let (block, lane) = (board / LANES, board % LANES);
        if self.compulsory.is_empty() {
            return;
        }
        let position = self.present(board);
        let legal = position.legal_moves(&self.rules);
        for pit in crate::Pit::ALL {
            let stones = position.stones(position.turn(), pit);
            self.compulsory[block][pit.index()][lane] = if legal.contains(pit) { stones } else { 0 };
        }
    }

    fn present(&self, board: usize) -> Position {
        let (block, lane) = (board / LANES, board % LANES);
        let turn = if self.turns[block][lane] == 0 {
            Side::White
        } else {
            Side::Black
        };
        self.blocks[block].position(lane, turn)
    }

    /// The own pits of a block that may be played, with their stones: `[9, 64]`.
    fn playable(&self, block: usize) -> &[Lanes; MAX_PITS] {
        self.compulsory
            .get(block)
            .unwrap_or_else(|| self.blocks[block].own_pits())
    }

    fn check_board(&self, board: usize) -> Result<(), VecEnvError> {
        if board < self.boards {
            Ok(())
        } else {
            Err(VecEnvError::NoSuchBoard {
                board,
                boards: self.boards,
            })
        }
    }
}

impl fmt::Debug for VecEnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VecEnv")
            .field("rules", &self.rules)
            .field("boards", &self.boards)
            .field("autoreset", &self.autoreset)
            .field("simd_level", &self.simd_level())
            .finish_non_exhaustive()
    }
}
