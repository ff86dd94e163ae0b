//! One file for each command of the program.

mod perft;
mod position_args;
mod train;

use clap::Subcommand;

use crate::exit::Finish;

/// What the program can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Perft(perft::PerftArgs),
    Train(train::TrainArgs),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> anyhow::Result<Finish> {
        match self {
            Self::Perft(args) => perft::run(&args),
            Self::Train(args) => train::run(&args),
        }
    }
}
