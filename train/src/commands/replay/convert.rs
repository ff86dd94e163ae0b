//! Writes games in another format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kumalak_env::Rules;
use kumalak_env::record::{GameRecord, RecordFormat, RecordWriter, WriteError};

use super::games::Handled;

/// Where to write games, and how.
#[derive(Args, Debug)]
#[command(next_help_heading = "Writing")]
pub(super) struct ConvertArgs {
    /// Write the games to this file, which appears whole or not at all; - is stdout, and then the counts go to stderr
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Format to write [default: playok for *.pgn, tgk for *.tgk, else kumalak]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "out")]
    to: Option<TargetFormat>,
}

/// The values of `--to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TargetFormat {
    /// PlayOK's tagged files
    Playok,
    /// Tagged files of tournament databases
    Tgk,
    /// The format of this program, which holds everything
    Kumalak,
    /// One game a line in squares, without result and tags; a game needs a move
    Playstrategy,
}

impl ConvertArgs {
    /// The format in which to write `path`.
    pub(super) fn format(&self, path: &Path) -> RecordFormat {
        match self.to {
            Some(TargetFormat::Playok) => RecordFormat::PlayOk,
            Some(TargetFormat::Tgk) => RecordFormat::Tgk,
            Some(TargetFormat::Kumalak) => RecordFormat::Kumalak,
            Some(TargetFormat::Playstrategy) => RecordFormat::PlayStrategy,
            None => match path.extension().and_then(|extension| extension.to_str()) {
                Some("pgn") => RecordFormat::PlayOk,
                Some("tgk") => RecordFormat::Tgk,
                _ => RecordFormat::Kumalak,
            },
        }
    }
}

/// Writes a sound record as it stands; with all marks added if the format needs some that it lacks. `rules` are those of a
/// record that names none.
pub(super) fn write_record<W: Write>(
    writer: &mut RecordWriter<W>,
    record: &GameRecord,
    rules: &Rules,
) -> io::Result<Handled> {
    let record = record.clone().with_rules(rules);
    let mut written = writer.write(&record);
    if let Err(WriteError::MissingMarks { .. }) = written {
        match record.completed(rules) {
            Ok(complete) => written = writer.write(&complete),
            Err(error) => return Ok(Handled::Refused(error.to_string())),
        }
    }
    match written {
        Ok(()) => Ok(Handled::Done),
        Err(WriteError::Io(error)) => Err(error),
        Err(refused) => Ok(Handled::Refused(refused.to_string())),
    }
}
