use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a program outside cannot play.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The description cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The description is no TOML, has an unknown key or a value of another kind.
    #[error("{place}: {reason}")]
    Description {
        /// File and line.
        place: String,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// A value of the description makes no sense.
    #[error("{place}: {key}: {reason}")]
    Value {
        /// The file.
        place: String,
        /// The key.
        key: String,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// The program plays by other rules than are asked for.
    #[error("{place} describes an engine for the rules {engine}, not for {asked}")]
    Rules {
        /// The file.
        place: String,
        /// Rules of the engine.
        engine: String,
        /// Rules that are asked for.
        asked: String,
    },
    /// The program cannot be started.
    #[error("cannot start {}: {source}", command.display())]
    Start {
        /// The program.
        command: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The program was started and did not answer as described.
    #[error("{}: {reason}", command.display())]
    Silent {
        /// The program.
        command: PathBuf,
        /// What happened.
        reason: String,
    },
    /// The monitor asked to stop before the program was ready.
    #[error("interrupted before {} was ready", command.display())]
    Stopped {
        /// The program.
        command: PathBuf,
    },
}
