use kumalak_env::Rules;
use kumalak_env::record::{RecordError, ReplayError};
use thiserror::Error;

/// A file that gives no openings.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// A line is no opening.
    #[error("{place}:{line}: {problem}")]
    Line {
        /// The file.
        place: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A game cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A game breaks the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A game was played by other rules than the match. Repetition and ply cap do not matter.
    #[error("{place}: the game was played by the rules {found}, the match is played by {expected}")]
    Rules {
        /// File and line.
        place: String,
        /// Rules of the game.
        found: Box<Rules>,
        /// Rules of the match.
        expected: Box<Rules>,
    },
    /// A game is over before the players' turn.
    #[error("{place}: the game is over after this opening, so that nothing is left to play")]
    GameOver {
        /// File and line.
        place: String,
    },
    /// The file holds no opening.
    #[error("{0} holds no opening")]
    Empty(String),
    /// No game of the file is long enough.
    #[error("{source_name} holds no game of more than {plies} plies")]
    TooShort {
        /// The file.
        source_name: String,
        /// Plies that an opening needs.
        plies: usize,
    },
}
