use std::fmt;
use std::io::{self, Write};

use thiserror::Error;

use super::result::parse_result;
use super::setup::{GameSetup, SetupError};
use super::{GameRecord, MAX_LINE_BYTES, RecordFormat, RecordedMove, compact, pgn_text, playstrategy};
use crate::rules::Rules;

/// The longest tag, name and value together, in bytes: its line can be read back even if every letter is escaped.
const LONGEST_TAG: usize = MAX_LINE_BYTES / 4;

/// Writes records in one format, one after the other.
///
/// ```
/// use kumalak_env::record::{GameRecord, RecordFormat, RecordWriter};
/// use kumalak_env::{Game, Pit, Rules, Side};
///
/// let mut game = Game::new(Rules::STANDARD);
/// game.play(Pit::from_number(7).unwrap());
/// game.resign(Side::Black);
/// let mut writer = RecordWriter::new(Vec::new(), RecordFormat::Kumalak);
/// writer.write(&GameRecord::from_game(&game))?;
/// assert_eq!(
///     String::from_utf8(writer.finish()?)?,
///     "kumalak-records 1\n\ngame tuzdiks kazans atsyrau\n76(10)\nend 1-0 resignation\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordWriter<W> {
    out: W,
    format: RecordFormat,
    games: u64,
}

/// Why a record was not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The target cannot be written.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The format wants marks that the record lacks; [`GameRecord::completed`] adds them.
    #[error("records in the format {format} need {missing}, which this record lacks")]
    MissingMarks {
        /// The format.
        format: RecordFormat,
        /// What is missing.
        missing: &'static str,
    },
    /// The format has no way to say under which rules the game was played, or where it began.
    #[error(
        "records in the format {format} begin at the start of the standard game, which this one does not"
    )]
    Setup {
        /// The format.
        format: RecordFormat,
    },
    /// The format has no way to write a game without moves.
    #[error("records in the format {format} are the moves of a game, and this one has none")]
    NoMoves {
        /// The format.
        format: RecordFormat,
    },
    /// The tags do not say how the game begins.
    #[error(transparent)]
    BrokenSetup(#[from] SetupError),
    /// The format has no way to write the tag.
    #[error("tag {name:?} cannot be written: expected {expected}")]
    Tag {
        /// Name of the tag.
        name: String,
        /// What could be written.
        expected: &'static str,
    },
}

impl<W: Write> RecordWriter<W> {
    /// A writer of a format to `out`.
    pub const fn new(out: W, format: RecordFormat) -> Self {
        Self {
            out,
            format,
            games: 0,
        }
    }

    /// Writes a record. A refused one leaves the target as it was.
    ///
    /// TGK leaves out kazans and endings. PlayStrategy's lists hold moves of the standard game from its start, of which there
    /// must be one, and the tag `Count` alone.
    ///
    /// # Errors
    /// If the record lacks what the format needs or has what it cannot hold, or the target fails.
    pub fn write(&mut self, record: &GameRecord) -> Result<(), WriteError> {
        check_tags(record)?;
        check_marks(self.format, record)?;
        check_setup(self.format, record)?;
        if self.games == 0 && self.format == RecordFormat::Kumalak {
            writeln!(self.out, "{}\n", compact::HEADER)?;
        } else if self.games > 0 && self.format != RecordFormat::PlayStrategy {
            writeln!(self.out)?;
        }
        self.games += 1;
        match self.format {
            RecordFormat::PlayOk => pgn_text::write_playok(&mut self.out, record)?,
            RecordFormat::Tgk => pgn_text::write_tgk(&mut self.out, record)?,
            RecordFormat::Kumalak => compact::write_game(&mut self.out, record)?,
            RecordFormat::PlayStrategy => playstrategy::write_game(&mut self.out, record)?,
        }
        Ok(())
    }

    /// Flushes the target and hands it back.
    ///
    /// # Errors
    /// If flushing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Checks that every tag can be read back.
fn check_tags(record: &GameRecord) -> Result<(), WriteError> {
    for (name, value) in record.tags.iter() {
        let expected = if name.is_empty() || name.contains(char::is_whitespace) {
            "a name without white space"
        } else if value.contains(['\n', '\r']) {
            "a value on one line"
        } else if name.len() + value.len() > LONGEST_TAG {
            "at most 16 KiB"
        } else if name == "Result" && parse_result(value) != Some(record.result) {
            "the result of the record"
        } else {
            continue;
        };
        return Err(WriteError::Tag {
            name: name.to_owned(),
            expected,
        });
    }
    Ok(())
}

/// Checks that a reader will know how the game begins, and that there is one.
fn check_setup(format: RecordFormat, record: &GameRecord) -> Result<(), WriteError> {
    let setup = record.setup(&Rules::STANDARD)?;
    match format {
        RecordFormat::PlayStrategy if setup != GameSetup::start_of(Rules::STANDARD) => {
            Err(WriteError::Setup { format })
        }
        // Readers take the empty line that it would be for none.
        RecordFormat::PlayStrategy if record.moves.is_empty() => Err(WriteError::NoMoves { format }),
        _ => Ok(()),
    }
}

fn check_marks(format: RecordFormat, record: &GameRecord) -> Result<(), WriteError> {
    let marks = record.marks;
    let missing = match format {
        RecordFormat::PlayOk if !marks.kazans => "kazans",
        RecordFormat::PlayOk if !marks.atsyrau => "marked endings by atsyrau",
        RecordFormat::PlayOk | RecordFormat::Tgk if !marks.tuzdiks => "tuzdik marks",
        RecordFormat::PlayStrategy if record.moves.iter().any(|played| played.last_side.is_none()) => {
            "the sides of the last stones"
        }
        _ => return Ok(()),
    };
    Err(WriteError::MissingMarks { format, missing })
}

/// `76`, `68X`, `76(10)`.
impl fmt::Display for RecordedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kazan {
            Some(kazan) => f.pad(&format!("{}({kazan})", self.notation)),
            None => self.notation.fmt(f),
        }
    }
}
