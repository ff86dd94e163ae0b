use std::fmt;
use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::MAX_LINE_BYTES;

/// A line of a source of records: `games.pgn:14`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Name of the source, such as a file's path.
    pub source: Arc<str>,
    /// Line, counted from 1; 0 stands for the source as a whole.
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.source),
            line => write!(f, "{}:{line}", self.source),
        }
    }
}

/// Text that is not a game record: where, and what is wrong.
///
/// A reader that has returned this error goes on with the next game, except after [`RecordProblem::Io`].
#[derive(Debug, Error)]
#[error("{place}: {}{problem}", ply_prefix(*.ply))]
pub struct RecordError {
    /// The line.
    pub place: Place,
    /// The ply that was to be read, counted from 1, if the trouble lies among the moves.
    pub ply: Option<usize>,
    /// What is wrong.
    pub problem: RecordProblem,
}

/// What can be wrong with the text of a record.
#[derive(Debug, Error)]
pub enum RecordProblem {
    /// The source cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The bytes are not text.
    #[error("expected {encoding} text, found other bytes")]
    Encoding {
        /// Encoding of the source, as its first bytes tell.
        encoding: TextEncoding,
    },
    /// The line is longer than any line of a record.
    #[error("expected lines of at most {MAX_LINE_BYTES} bytes, found a longer one")]
    LineTooLong,
    /// No format begins like this.
    #[error(
        "expected game records (PlayOK, TGK, kumalak or PlayStrategy), found {}",
        quoted_or_end(.found)
    )]
    UnknownFormat {
        /// First line with text on it; empty if there is none.
        found: String,
    },
    /// Something else stands where the format wants a certain thing.
    #[error("expected {expected}, found {}", quoted_or_end(.found))]
    Unexpected {
        /// What the format wants.
        expected: &'static str,
        /// What stands there; empty at the end of the source.
        found: String,
    },
    /// The numbers before the moves do not count up.
    #[error("expected move number {expected}, found {found}")]
    MoveNumber {
        /// Number that follows from the moves before.
        expected: usize,
        /// Number in the text.
        found: usize,
    },
    /// The record gives two results.
    #[error("expected one result, found {first} and {second}")]
    TwoResults {
        /// The one given first.
        first: &'static str,
        /// The one given then.
        second: &'static str,
    },
    /// More than any game has.
    #[error("expected at most {limit} {what} in one game")]
    TooMany {
        /// Plies or tags.
        what: &'static str,
        /// How many a record may have.
        limit: usize,
    },
}

/// How text is stored as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextEncoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, low byte first, with a byte order mark.
    Utf16Le,
    /// UTF-16, high byte first, with a byte order mark.
    Utf16Be,
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16 (little-endian)",
            Self::Utf16Be => "UTF-16 (big-endian)",
        })
    }
}

impl RecordProblem {
    /// A thing that stands where another is expected.
    pub(super) fn unexpected(expected: &'static str, found: &str) -> Self {
        Self::Unexpected {
            expected,
            found: found.to_owned(),
        }
    }
}

/// `ply 12: `, or nothing.
pub(super) fn ply_prefix(ply: Option<usize>) -> String {
    ply.map_or_else(String::new, |ply| format!("ply {ply}: "))
}

fn quoted_or_end(found: &str) -> String {
    if found.is_empty() {
        "the end of the text".to_owned()
    } else {
        crate::excerpt::quoted(found)
    }
}
