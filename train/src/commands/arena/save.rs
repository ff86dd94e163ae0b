//! Writes the games of a match to a file.

use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use kumalak_env::Side;
use kumalak_env::record::{GameRecord, RecordFormat, RecordWriter, WriteError};
use kumalak_selfplay::{MatchReport, PlayedGame};
use kumalak_train::write_atomic;

/// Fails before a long match whose games could not be written.
pub(super) fn check_target(path: &Path) -> anyhow::Result<()> {
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
pub(super) fn save_games(path: &Path, report: &MatchReport) -> anyhow::Result<()> {
    let format = match path.extension().and_then(|extension| extension.to_str()) {
        Some("pgn") => RecordFormat::PlayOk,
        Some("tgk") => RecordFormat::Tgk,
        _ => RecordFormat::Kumalak,
    };
    write_atomic(path, |file| {
        let mut writer = RecordWriter::new(file, format);
        for game in &report.games {
            writer.write(&record(report, game)).map_err(|error| match error {
                WriteError::Io(error) => error,
                refused => io::Error::other(refused),
            })?;
        }
        writer.finish().map(drop)
    })
    .context("cannot save games")
}

fn record(report: &MatchReport, played: &PlayedGame) -> GameRecord {
    let mut record = GameRecord::from_game(&played.game);
    let (white, black) = match played.first_side {
        Side::White => (&report.first, &report.second),
        Side::Black => (&report.second, &report.first),
    };
    for (name, value) in [
        ("White", white.clone()),
        ("Black", black.clone()),
        (
            "Round",
            format!("{}.{}", played.pair + 1, played.first_side.index() + 1),
        ),
        ("OpeningPlies", played.opening_plies.to_string()),
    ] {
        record.tags.push(name, value);
    }
    record
}
