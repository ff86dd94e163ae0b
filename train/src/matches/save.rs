//! Writes the games of a match to a file.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use kumalak_env::record::{RecordFormat, RecordWriter, WriteError};
use kumalak_selfplay::MatchReport;
use kumalak_train::write_atomic;

/// Fails before a long match whose games could not be written.
pub(crate) fn check_target(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) || path.is_dir() || path.file_name().is_none() {
        bail!(
            "cannot save games to {}: expected a file in a folder that exists",
            path.display()
        );
    }
    Ok(())
}

/// Writes every game of the report, in the format that the extension of the file names.
///
/// # Errors
/// If the system refuses, or a game cannot be written in the format.
pub(crate) fn save_games(path: &Path, report: &MatchReport) -> anyhow::Result<()> {
    let format = match path.extension().and_then(|extension| extension.to_str()) {
        Some("pgn") => RecordFormat::PlayOk,
        Some("tgk") => RecordFormat::Tgk,
        _ => RecordFormat::Kumalak,
    };
    write_atomic(path, |file| {
        let mut writer = RecordWriter::new(file, format);
        write_records(&mut writer, report)?;
        writer.finish().map(drop)
    })
    .context("cannot save games")
}

/// Writes every game of a match.
pub(super) fn write_records(writer: &mut RecordWriter<impl Write>, report: &MatchReport) -> io::Result<()> {
    for played in &report.games {
        let record = played.record(&report.first, &report.second);
        writer.write(&record).map_err(|error| match error {
            WriteError::Io(error) => error,
            refused => io::Error::other(refused),
        })?;
    }
    Ok(())
}
