//! `kumalak analyze GAMES`: every move of played games, judged by a player.

mod batch;
mod judged;
mod report;
mod single;
mod svg;

use std::num::{NonZeroU16, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use kumalak_env::Rules;
use kumalak_selfplay::{Counter, Monitor, PlayerSpec};
use kumalak_train::ComputeDevice;

use crate::exit::{Finish, UsageError};
use crate::progress::Progress;

/// What `analyze` can be told about games.
#[derive(Args)]
pub(crate) struct GameArgs {
    /// Which game of the file, counted from 1; needed only if it holds several
    #[arg(long, value_name = "N", requires = "games", conflicts_with = "all")]
    game: Option<NonZeroUsize>,
    /// Every game of the file: a line for each, and a table by the players' ratings
    #[arg(long, requires = "games")]
    all: bool,
    /// Draw White's winning chances during the game
    #[arg(long, value_name = "FILE", requires = "games", conflicts_with = "all")]
    svg: Option<PathBuf>,
    /// Print JSON; with --all one line for each game and one for the table
    #[arg(long)]
    pub(crate) json: bool,
    /// How many of the worst moves are named
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        requires = "games",
        conflicts_with = "all"
    )]
    worst: usize,
    /// Rating points that a line of the table spans
    #[arg(long, value_name = "POINTS", default_value = "200", requires = "all")]
    band: NonZeroU16,
    /// Threads for --all; they change no result [default: number of cores]
    #[arg(long, requires = "all", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

/// Who judges, and by which rules.
pub(crate) struct Judge<'a> {
    /// The player.
    pub(crate) spec: &'a PlayerSpec,
    /// The rules.
    pub(crate) rules: &'a Rules,
    /// Where networks run.
    pub(crate) device: ComputeDevice,
}

/// Judges one game or all games of a file.
pub(crate) fn run(file: &Path, judge: &Judge<'_>, args: &GameArgs) -> anyhow::Result<Finish> {
    if args.svg.is_some() && !judge.spec.gives_evaluations() {
        let message = format!(
            "--svg draws chances, of which {} says nothing; expected a player that does, such as alphabeta:depth=4",
            judge.spec
        );
        return Err(UsageError(message).into());
    }
    if args.all {
        batch::run(file, judge, args)
    } else {
        single::run(file, judge, args)
    }
}

impl Judge<'_> {
    /// How many positions the player gets at once: a network takes many in the time of one, but a limit on time would hold
    /// for all of them together.
    fn positions_per_call(&self) -> usize {
        let text = self.spec.to_string();
        let is_network = matches!(self.spec, PlayerSpec::Network { .. } | PlayerSpec::Policy { .. });
        if is_network && !text.contains("time=") {
            32
        } else {
            1
        }
    }
}

/// Moves a bar by judged positions.
struct PositionProgress<'a>(&'a Progress);

impl Monitor for PositionProgress<'_> {
    fn advance(&self, counter: Counter, amount: u64) {
        match counter {
            Counter::Moves => self.0.add(amount),
            other => self.0.advance(other, amount),
        }
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
