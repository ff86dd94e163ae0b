//! `kumalak bench`: the speed of alpha-beta search, and a check that it still does the same.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use kumalak_selfplay::{
    AlphaBeta, AlphaBetaSettings, BENCH_DEPTH, Counter, Monitor, MoveLimits, PlayerError, SearchDepth,
    SearchFinding, bench_games,
};

use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Search fixed positions to a fixed depth and print nodes and speed
#[derive(Args)]
#[command(
    long_about = "Search a fixed set of positions by alpha-beta to a fixed depth on one core, and print the number of \
                  positions visited (nodes) and nodes a second. The number of nodes is the same on every machine and \
                  changes with every change of the search, so that it tells whether two builds search alike.",
    after_help = "EXAMPLES:\n  \
                  kumalak bench\n  \
                  kumalak bench --depth 12"
)]
pub(crate) struct BenchArgs {
    /// Plies, from 1 to 64
    #[arg(long, default_value_t = BENCH_DEPTH.plies(), value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    let depth = SearchDepth::new(args.depth).context("the depth was checked")?;
    let games = bench_games();
    let progress = Progress::new("bench", "positions", games.len() as u64);
    let watch = BenchWatch(&progress);
    let limits = MoveLimits {
        monitor: &watch,
        ..MoveLimits::NONE
    };
    let mut search = AlphaBeta::new(AlphaBetaSettings::to_depth(depth));
    let mut nodes = 0;
    let began = Instant::now();
    for game in &games {
        match search.search_within(game, &limits) {
            Ok(found) => nodes += found.map_or(0, |found| found.nodes),
            Err(PlayerError::Stopped) => {
                progress.clear();
                print_line("interrupted before all positions were searched");
                return Ok(Finish::Interrupted);
            }
            Err(error) => return Err(error.into()),
        }
        progress.add(1);
    }
    let seconds = began.elapsed().as_secs_f64();
    progress.clear();
    let mut out = io::stdout();
    writeln!(out, "positions  {}", games.len())?;
    writeln!(out, "depth      {depth}")?;
    writeln!(out, "nodes      {nodes}")?;
    writeln!(out, "seconds    {seconds:.3}")?;
    writeln!(
        out,
        "nodes/s    {:.0}",
        nodes as f64 / seconds.max(f64::MIN_POSITIVE)
    )?;
    Ok(Finish::Done)
}

/// Shows nodes and depth while a position is searched.
struct BenchWatch<'a>(&'a Progress);

impl Monitor for BenchWatch<'_> {
    fn advance(&self, counter: Counter, amount: u64) {
        self.0.advance(counter, amount);
    }

    fn found(&self, finding: &SearchFinding) {
        let depth = finding.summary.depth.unwrap_or_default();
        self.0.note(format!("this one to depth {depth}"));
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
