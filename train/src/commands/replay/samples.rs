//! `kumalak replay stats FOLDER`: what the samples of self-play are like.

use std::io::{self, Write};
use std::path::Path;

use kumalak_train::{ReplayFolder, ReplayStatistics};

use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Prints what the samples of a folder are like.
pub(super) fn print_statistics(folder: &Path) -> anyhow::Result<Finish> {
    let (replay, torn) = ReplayFolder::open(folder)?;
    if let Some(error) = torn {
        print_line(&format!("left out the last chunk: {error}"));
    }
    let progress = Progress::new("replay", "chunks", replay.chunks().len() as u64);
    let mut statistics = ReplayStatistics::default();
    for chunk in replay.chunks() {
        if interrupt::is_interrupted() {
            progress.clear();
            return Ok(Finish::Interrupted);
        }
        let samples = chunk.read().inspect_err(|_| progress.clear())?;
        statistics.add(chunk, &samples);
        progress.add(1);
    }
    progress.clear();
    write!(io::stdout(), "{statistics}")?;
    Ok(Finish::Done)
}
