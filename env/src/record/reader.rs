use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::error::{Place, RecordError};
use super::format::{RecordFormat, detect};
use super::lines::Lines;
use super::pgn::{self, Dialect};
use super::{GameRecord, compact, playstrategy};

/// The games of a source, one by one. Memory does not grow with the source.
///
/// A game that cannot be read is an error; the reader goes on with the game after it. It ends after the source itself
/// failed.
#[derive(Debug)]
pub struct RecordReader<R> {
    lines: Lines<R>,
    format: RecordFormat,
}

impl<R: BufRead> RecordReader<R> {
    /// A reader of the given format. `source` names it in messages.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn with_format(reader: R, source: &str, format: RecordFormat) -> Result<Self, RecordError> {
        Ok(Self {
            lines: Lines::new(reader, source)?,
            format,
        })
    }

    /// The format of the source.
    pub const fn format(&self) -> RecordFormat {
        self.format
    }
}

/// The games of a source whose format its first lines tell. `source` names it in messages.
///
/// # Errors
/// If the first lines cannot be read or belong to no known format.
pub fn read_records<R: BufRead>(reader: R, source: &str) -> Result<RecordReader<R>, RecordError> {
    let mut lines = Lines::new(reader, source)?;
    let format = detect(&mut lines)?;
    Ok(RecordReader { lines, format })
}

/// The games of a file, whatever its format.
///
/// # Errors
/// If the file cannot be opened, or as for [`read_records`].
pub fn open_records(path: impl AsRef<Path>) -> Result<RecordReader<BufReader<File>>, RecordError> {
    let path = path.as_ref();
    let source = path.display().to_string();
    let file = File::open(path).map_err(|error| RecordError {
        place: Place {
            source: source[..].into(),
            line: 0,
        },
        ply: None,
        problem: error.into(),
    })?;
    read_records(BufReader::new(file), &source)
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.format {
            RecordFormat::PlayOk => pgn::next_game(&mut self.lines, Dialect::PlayOk),
            RecordFormat::Tgk => pgn::next_game(&mut self.lines, Dialect::Tgk),
            RecordFormat::Kumalak => compact::next_game(&mut self.lines),
            RecordFormat::PlayStrategy => playstrategy::next_game(&mut self.lines),
        }
        .transpose()
    }
}
