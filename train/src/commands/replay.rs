//! `kumalak replay`: checks, chooses, converts and counts game records.

mod collection;
mod convert;
mod distribution;
mod filter;
mod games;
mod report;
mod samples;
mod source;
mod statistics;
mod stats;

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::bail;
use clap::{Args, Subcommand};
use kumalak_env::record::RecordWriter;
use kumalak_train::write_atomic;

use self::convert::{ConvertArgs, write_record};
use self::games::{Handled, Reading, SourceArgs};
use self::source::is_standard_stream;
use self::statistics::ReplayStatistics;
use self::stats::StatsArgs;
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::print_line;

/// Check, choose, convert and count game records
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    long_about = "Check game records against the rules and count them. Every move, pit of the last stone, tuzdik mark, \
                  kazan, ending and result that a record states is compared with the board. A game that differs is one \
                  line on stderr with file, line and ply; the others are still read. The exit code is 1 if any differs. \
                  Files of any size take the same memory.",
    after_help = "EXAMPLES:\n  \
                  kumalak replay games.pgn\n  \
                  kumalak replay --format tgk masters/*.tgk\n  \
                  kumalak replay games.kumalak 2> wrong.txt\n  \
                  kumalak replay games.pgn --min-rating 1500 --min-plies 20 --out strong.kumalak\n  \
                  kumalak replay strong.kumalak --to tgk --out strong.tgk\n  \
                  zcat games.pgn.gz | kumalak replay - --to tgk --out - > games.tgk\n  \
                  kumalak replay stats games.pgn --ending atsyrau\n  \
                  kumalak replay stats runs/quick"
)]
pub(crate) struct ReplayArgs {
    #[command(subcommand)]
    command: Option<ReplayCommand>,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    convert: ConvertArgs,
}

/// What can be done beside checking and converting.
#[derive(Subcommand)]
enum ReplayCommand {
    Stats(StatsArgs),
}

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    match &args.command {
        Some(ReplayCommand::Stats(args)) => stats::run(args),
        None => check(args),
    }
}

fn check(args: &ReplayArgs) -> anyhow::Result<Finish> {
    args.sources.check()?;
    let mut statistics = ReplayStatistics::default();
    let out = args.convert.out.as_deref();
    let is_piped = out.is_some_and(is_standard_stream);
    let reading = match out {
        Some(path) if is_piped => {
            let stdout = BufWriter::new(io::stdout().lock());
            let mut writer = RecordWriter::new(stdout, args.convert.format(path));
            let reading = write_games(args, &mut writer, &mut statistics)?;
            writer.finish()?;
            reading
        }
        Some(path) => convert(args, path, &mut statistics)?,
        None => args.sources.for_each_game(|_, game| {
            statistics.count(game);
            Ok(Handled::Done)
        })?,
    };
    statistics.finish(&reading, args.sources.is_filtered());
    let is_empty = statistics.games() == 0;
    conclude(&reading, is_empty, |out| {
        if is_piped {
            write!(io::stderr(), "{statistics}")
        } else {
            write!(out, "{statistics}")
        }
    })
}

/// Hands the chosen games to a writer.
fn write_games<W: Write>(
    args: &ReplayArgs,
    writer: &mut RecordWriter<W>,
    statistics: &mut ReplayStatistics,
) -> io::Result<Reading> {
    let rules = args.sources.rules.rules();
    args.sources.for_each_game(|record, game| {
        let handled = write_record(writer, record, &rules)?;
        if let Handled::Done = handled {
            statistics.count(game);
        }
        Ok(handled)
    })
}

fn convert(args: &ReplayArgs, path: &Path, statistics: &mut ReplayStatistics) -> anyhow::Result<Reading> {
    if args.sources.reads(path) {
        bail!("{} is read: write the games to another file", path.display());
    }
    let mut reading = Reading::default();
    let written = write_atomic(path, |file| {
        let mut writer = RecordWriter::new(file, args.convert.format(path));
        reading = write_games(args, &mut writer, statistics)?;
        if reading.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        writer.finish().map(drop)
    });
    match written {
        Err(_) if reading.is_interrupted => print_line(&format!("{} was not written", path.display())),
        written => written?,
    }
    Ok(reading)
}

/// Prints what was found, and turns it into the end of the command. If nothing was found but faults, these say enough.
fn conclude(
    reading: &Reading,
    is_empty: bool,
    print: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<Finish> {
    let written = if is_empty && reading.faults > 0 {
        Ok(())
    } else {
        print(&mut io::stdout())
    };
    if reading.is_interrupted {
        print_line("interrupted: not all games were read");
        return Ok(Finish::Interrupted);
    }
    // Faults count even if nobody has read the numbers to their end.
    if reading.faults > 0 {
        return Ok(Finish::FoundFaults);
    }
    written?;
    Ok(Finish::Done)
}
