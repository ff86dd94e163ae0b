//! `kumalak replay stats`: what the samples of self-play are like.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use kumalak_train::{ReplayFolder, ReplayStatistics};

use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// What can be done with samples of self-play, which are no game records.
#[derive(Subcommand)]
pub(super) enum SamplesCommand {
    /// Count the samples of self-play in a folder
    #[command(
        long_about = "Count the samples of self-play in a folder: positions, games, lengths, results, the entropy of the \
                      policy, how values and results agree, weights and sizes. The folder is a run, its folder 'replay', \
                      or one that 'kumalak selfplay' has written. A last chunk that was torn by a crash is left out, \
                      with a message.",
        after_help = "EXAMPLES:\n  \
                      kumalak replay stats runs/quick\n  \
                      kumalak replay stats games/a"
    )]
    Stats {
        /// Folder with chunks of samples
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

impl SamplesCommand {
    pub(super) fn run(&self) -> anyhow::Result<Finish> {
        match self {
            Self::Stats { folder } => print_statistics(folder),
        }
    }
}

fn print_statistics(folder: &Path) -> anyhow::Result<Finish> {
    interrupt::listen()?;
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
