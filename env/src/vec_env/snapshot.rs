//! Everything of an environment as bytes, for pickles and checkpoints.

use thiserror::Error;

use crate::Position;
use crate::observation::{OPPONENT_TUZDIK, OWN_TUZDIK, REPETITION};
use crate::pit::MAX_PITS;
use crate::position::BoardError;
use crate::rules::Rules;
use crate::side::Side;
use crate::vec_env::block::{Block, End, LANES};
use crate::vec_env::kernel::Moves;
use crate::vec_env::repetition::RepetitionLog;
use crate::vec_env::snapshot_bytes::{ByteReader, ByteWriter};
use crate::vec_env::{Autoreset, FinishedGame, VecEnv, VecEnvError};

/// Begins every snapshot; the digit is the version of the layout.
const MAGIC: [u8; 8] = *b"kumalak1";

/// Bytes that are no snapshot of an environment under these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SnapshotError {
    /// Other bytes, or those of another version.
    #[error("these bytes are no snapshot of an environment in layout 1")]
    Magic,
    /// The bytes end too early.
    #[error("the snapshot ends too early")]
    CutOff,
    /// There are more bytes than a snapshot has.
    #[error("{0} bytes follow the snapshot")]
    TooLong(usize),
    /// A number that means nothing there.
    #[error("the snapshot holds {found} as {field}")]
    Value {
        /// What the number should be.
        field: &'static str,
        /// The number.
        found: u32,
    },
    /// A board that the rules do not know.
    #[error("board {board} of the snapshot: {reason}")]
    Board {
        /// Index of the board.
        board: usize,
        /// Why it cannot stand under the rules.
        reason: BoardError,
    },
    /// The environment itself was refused.
    #[error(transparent)]
    Environment(#[from] VecEnvError),
}

impl VecEnv {
    /// Everything but the rules: boards, histories, random streams, mode, and the results of the last step.
    /// [`from_bytes`](Self::from_bytes) makes an environment of it that goes on in the same way.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = ByteWriter::default();
        writer.array(&MAGIC);
        writer.word(self.boards as u32);
        writer.byte(autoreset_code(self.autoreset));
        writer.byte(self.log.slot as u8);
        for block in 0..self.blocks.len() {
            self.write_block(block, &mut writer);
        }
        for (board, run) in self.log.runs.iter().enumerate() {
            let reversible = self.blocks[board / LANES].reversible[board % LANES] as usize;
            // A run of another game, or of before the last capture, is never looked at again.
            let run = if reversible < self.log.ring_len() {
                &[][..]
            } else {
                run
            };
            writer.word(run.len() as u32);
            run.iter().for_each(|ring| writer.array(ring));
        }
        writer.word(self.finished.len() as u32);
        for game in &self.finished {
            write_finished(game, &mut writer);
        }
        writer.bytes
    }

    fn write_block(&self, block: usize, writer: &mut ByteWriter) {
        let Block {
            columns,
            end,
            reversible,
        } = &self.blocks[block];
        columns.iter().for_each(|column| writer.array(column));
        writer.array(end);
        writer.array(reversible);
        writer.array(&self.turns[block]);
        writer.words(&self.plies[block]);
        self.generators[block]
            .words
            .iter()
            .for_each(|words| writer.words(words));
        for Moves { origins, stones } in &self.log.moves[block] {
            writer.array(origins);
            writer.array(stones);
        }
        writer.array(&self.rewards[block].map(i8::cast_unsigned));
        writer.flags(&self.terminated[block]);
        writer.flags(&self.truncated[block]);
    }

    /// The environment that gave these bytes, under its rules.
    ///
    /// # Errors
    /// If the bytes are no snapshot, or of boards that cannot stand under `rules`.
    pub fn from_bytes(rules: Rules, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut reader = ByteReader { rest: bytes };
        if reader.array() != Ok(MAGIC) {
            return Err(SnapshotError::Magic);
        }
        let boards = reader.word()? as usize;
        if reader.rest.len() < boards {
            return Err(SnapshotError::CutOff);
        }
        let mut env = Self::new(rules, boards, 0)?;
        env.autoreset = autoreset_of(reader.byte()?)?;
        env.log.slot = at_most(env.log.ring_len() as u8 - 1, "slot", reader.byte()?)?.into();
        for block in 0..env.blocks.len() {
            env.read_block(block, &mut reader)?;
        }
        env.log.read_runs(&mut reader)?;
        for _ in 0..reader.word()? {
            let game = env.read_finished(&mut reader)?;
            env.finished.push(game);
        }
        if !reader.rest.is_empty() {
            return Err(SnapshotError::TooLong(reader.rest.len()));
        }
        for board in 0..boards {
            env.check_read_board(board)?;
            env.find_compulsory_moves(board);
        }
        Ok(env)
    }

    fn read_block(&mut self, block: usize, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        for column in &mut self.blocks[block].columns {
            *column = reader.lanes()?;
        }
        self.blocks[block].end = reader.lanes()?;
        self.blocks[block].reversible = reader.lanes()?;
        self.turns[block] = reader.lanes()?;
        self.plies[block] = reader.words()?;
        for words in &mut self.generators[block].words {
            *words = reader.words()?;
        }
        for moves in &mut self.log.moves[block] {
            *moves = read_moves(self.rules.pits(), reader)?;
        }
        self.rewards[block] = reader.lanes()?.map(u8::cast_signed);
        self.terminated[block] = reader.flags()?;
        self.truncated[block] = reader.flags()?;
        Ok(())
    }

    fn check_read_board(&self, board: usize) -> Result<(), SnapshotError> {
        let (state, lane) = (&self.blocks[board / LANES], board % LANES);
        at_most(End::Truncated as u8, "end", state.end[lane])?;
        at_most(1, "player", self.turns[board / LANES][lane])?;
        at_most(2, "repetition", state.columns[REPETITION][lane])?;
        for tuzdik in [OWN_TUZDIK, OPPONENT_TUZDIK] {
            at_most(MAX_PITS as u8, "tuzdik", state.columns[tuzdik][lane])?;
        }
        at_most(
            2 * self.log.ring_len() as u8,
            "length of a run",
            state.reversible[lane],
        )?;
        Position::from_board(&self.rules, &self.present(board).board())
            .map_err(|reason| SnapshotError::Board { board, reason })?;
        Ok(())
    }

    fn read_finished(&self, reader: &mut ByteReader<'_>) -> Result<FinishedGame, SnapshotError> {
        let board = reader.word()?;
        if board as usize >= self.boards {
            return Err(SnapshotError::Value {
                field: "board",
                found: board,
            });
        }
        let plies = reader.word()?;
        let end = at_most(End::Truncated as u8, "end", reader.byte()?)?;
        let turn = Side::ALL[at_most(1, "player", reader.byte()?)? as usize];
        let observation = reader.array()?;
        let mut block = Block::EMPTY;
        for (column, &token) in block.columns.iter_mut().zip(&observation) {
            column[0] = token;
        }
        block.end[0] = end;
        let position = block.position(0, turn);
        Ok(FinishedGame {
            board: board as usize,
            position,
            status: self.status_of(End::from_code(end), &position),
            plies,
            observation,
        })
    }
}

impl RepetitionLog {
    fn read_runs(&mut self, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        for run in &mut self.runs {
            run.clear();
            for _ in 0..reader.word()? {
                run.push(reader.array()?);
            }
        }
        Ok(())
    }
}

fn write_finished(game: &FinishedGame, writer: &mut ByteWriter) {
    let FinishedGame {
        board,
        position,
        status,
        plies,
        observation,
    } = game;
    writer.word(*board as u32);
    writer.word(*plies);
    writer.byte(End::of_status(status) as u8);
    writer.byte(position.turn().index() as u8);
    writer.array(observation);
}

fn read_moves(pits: usize, reader: &mut ByteReader<'_>) -> Result<Moves, SnapshotError> {
    let mut origins = reader.lanes()?;
    let stones = reader.lanes()?;
    for (origin, &stones) in origins.iter_mut().zip(&stones) {
        // The action of a finished board may be anything.
        *origin = if stones == 0 {
            0
        } else {
            at_most(pits as u8 - 1, "move", *origin)?
        };
    }
    Ok(Moves { origins, stones })
}

fn at_most(greatest: u8, field: &'static str, found: u8) -> Result<u8, SnapshotError> {
    if found <= greatest {
        Ok(found)
    } else {
        let found = found.into();
        Err(SnapshotError::Value { field, found })
    }
}

fn autoreset_code(autoreset: Autoreset) -> u8 {
    match autoreset {
        Autoreset::NextStep => 0,
        Autoreset::SameStep => 1,
        Autoreset::Disabled => 2,
    }
}

fn autoreset_of(code: u8) -> Result<Autoreset, SnapshotError> {
    match code {
        0 => Ok(Autoreset::NextStep),
        1 => Ok(Autoreset::SameStep),
        2 => Ok(Autoreset::Disabled),
        _ => Err(SnapshotError::Value {
            field: "autoreset",
            found: code.into(),
        }),
    }
}
