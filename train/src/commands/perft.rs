//! `kumalak perft`: counts move sequences and distinct positions.

mod counted;
mod distinct;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use kumalak_env::{Position, Rules};

use self::counted::counted;
use super::shared_args::PositionArgs;
use crate::exit::Finish;
use crate::interrupt;

/// Count the sequences of legal moves up to a depth
#[derive(Args)]
#[command(
    long_about = "Count the sequences of legal moves from a position, for depth 1, 2, … up to DEPTH. \
                  The counts are the usual check of a move generator: from the start they are \
                  9, 73, 613, 5199, 43184, 360035, 3003052.",
    after_help = "EXAMPLES:\n  \
                  kumalak perft 7\n  \
                  kumalak perft 5 --divide\n  \
                  kumalak perft 8 --rules bestemshe\n  \
                  kumalak perft 9 --distinct"
)]
pub(crate) struct PerftArgs {
    /// Number of moves in the longest sequences
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Count the sequences of DEPTH that begin with each move, instead of each depth
    #[arg(long)]
    divide: bool,
    /// Count the distinct positions after 0, 1, … DEPTH moves, and the moves out of them by the tuzdiks after them; depth 9
    /// of the standard game takes minutes and a good gigabyte of memory
    #[arg(long, conflicts_with = "divide")]
    distinct: bool,
}

/// Runs the command.
pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<Finish> {
    let (rules, position) = args.position.resolve()?;
    let mut out = io::stdout().lock();
    if args.distinct {
        return distinct::run(&mut out, &position, &rules, args.depth);
    }
    interrupt::listen()?;
    Ok(if args.divide {
        print_divided(&mut out, &position, &rules, args.depth)?
    } else {
        print_depths(&mut out, &position, &rules, args.depth)?
    })
}

fn print_depths(out: &mut impl Write, position: &Position, rules: &Rules, depth: u32) -> io::Result<Finish> {
    writeln!(out, "depth        sequences   seconds   million/s")?;
    for depth in 1..=depth {
        let began = Instant::now();
        let Some(sequences) = counted(&format!("depth {depth}"), position, rules, depth) else {
            return Ok(Finish::Interrupted);
        };
        let speed = Speed::new(sequences, began.elapsed());
        writeln!(out, "{depth:5} {sequences:16} {speed}")?;
        out.flush()?;
    }
    Ok(Finish::Done)
}

fn print_divided(out: &mut impl Write, position: &Position, rules: &Rules, depth: u32) -> io::Result<Finish> {
    writeln!(out, "move         sequences")?;
    let began = Instant::now();
    let mut total = 0;
    for pit in position.legal_moves(rules) {
        let mut next = *position;
        let notation = next.play_unchecked(rules, pit).notation().to_string();
        let Some(sequences) = counted(&notation, &next, rules, depth - 1) else {
            return Ok(Finish::Interrupted);
        };
        writeln!(out, "{notation:5} {sequences:16}")?;
        out.flush()?;
        total += sequences;
    }
    writeln!(out, "total {total:16}   {}", Speed::new(total, began.elapsed()))?;
    Ok(Finish::Done)
}

/// Seconds that something took and millions of sequences a second.
struct Speed {
    seconds: f64,
    millions_per_second: f64,
}

impl Speed {
    fn new(sequences: u64, elapsed: Duration) -> Self {
        let seconds = elapsed.as_secs_f64();
        Self {
            seconds,
            millions_per_second: sequences as f64 / seconds.max(f64::MIN_POSITIVE) / 1e6,
        }
    }
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:9.3} {:11.1}", self.seconds, self.millions_per_second)
    }
}
