//! `kumalak replay stats FOLDER`: what the samples of self-play are like.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use kumalak_train::{ReplayFolder, ReplayStatistics};

use super::stats::Output;
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Prints what the samples of a folder are like.
pub(super) fn print_statistics(folder: &Path, output: Output) -> anyhow::Result<Finish> {
    let (replay, torn) = ReplayFolder::open(folder)?;
    let is_torn = torn.is_some();
    if let Some(error) = torn {
        print_line(&format!("left out the last chunk: {error}"));
    }
    match replay.chunks() {
        [] if is_torn => bail!("{} holds no other chunk of samples", folder.display()),
        [] => bail!(
            "{} holds no chunks of samples, such as 000001.zst or replay/000001.zst",
            folder.display()
        ),
        _ => {}
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
    match output {
        Output::Table => write!(io::stdout(), "{statistics}")?,
        Output::Json => writeln!(io::stdout(), "{:#}", statistics.to_json())?,
    }
    Ok(Finish::Done)
}
