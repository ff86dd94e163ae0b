use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use super::{Snapshot, SnapshotError};
use crate::fen::Fen;
use crate::game::Game;
use crate::pit::Pit;
use crate::rules::Rules;
use crate::sowing::IllegalMove;

/// Something that plays the game by its own rules, to be checked.
pub trait Implementation {
    /// Sets up the start of a game.
    ///
    /// # Errors
    /// If the implementation does not answer properly.
    fn start(&mut self) -> Result<Snapshot, ImplementationError>;

    /// Sets up a position, as the start of a game. `None` if the implementation cannot do that.
    ///
    /// # Errors
    /// If the implementation does not answer properly.
    fn set_position(&mut self, position: &Fen) -> Result<Option<Snapshot>, ImplementationError>;

    /// Plays a pit of the side to move, which is legal.
    ///
    /// # Errors
    /// If the implementation does not answer properly.
    fn play(&mut self, pit: Pit) -> Result<Snapshot, ImplementationError>;
}

/// An implementation that cannot be checked further.
#[derive(Debug, Error)]
pub enum ImplementationError {
    /// The program cannot be started.
    #[error("cannot start {program}: {source}")]
    Spawn {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// The program has ended in place of an answer.
    #[error("the program ended ({status}) in place of an answer to `{command}`")]
    Exited {
        /// The command.
        command: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// The program has closed its output and cannot be ended.
    #[error("the program closed its output in place of an answer to `{command}`: {source}")]
    Lost {
        /// The command.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// The answer did not come in time.
    #[error("no answer to `{command}` within {} s", limit.as_secs_f64())]
    Timeout {
        /// The command.
        command: String,
        /// The time given.
        limit: Duration,
    },
    /// The answer is no board.
    #[error("answer to `{command}`: {problem}")]
    Answer {
        /// The command.
        command: String,
        /// What is wrong.
        problem: SnapshotError,
    },
    /// The implementation does not play the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// This library itself.
#[derive(Clone, Debug)]
pub struct LibraryImplementation {
    game: Game,
}

impl LibraryImplementation {
    /// The library under a rule set. A ply cap is left out of account: it gives no result that an answer could name.
    pub fn new(rules: Rules) -> Self {
        Self {
            game: Game::new(rules.with_ply_cap(None)),
        }
    }
}

impl Implementation for LibraryImplementation {
    fn start(&mut self) -> Result<Snapshot, ImplementationError> {
        self.game = Game::new(*self.game.rules());
        Ok(Snapshot::of(&self.game))
    }

    fn set_position(&mut self, position: &Fen) -> Result<Option<Snapshot>, ImplementationError> {
        self.game = Game::from_position(*self.game.rules(), position.position);
        Ok(Some(Snapshot::of(&self.game)))
    }

    fn play(&mut self, pit: Pit) -> Result<Snapshot, ImplementationError> {
        self.game.try_play(pit)?;
        Ok(Snapshot::of(&self.game))
    }
}
