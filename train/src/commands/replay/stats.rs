//! `kumalak replay stats`: what a collection of games is like.

use clap::Args;

use super::collection::Collection;
use super::conclude;
use super::games::{Handled, SourceArgs};
use super::report::Report;
use super::samples;
use crate::exit::Finish;

/// Print statistics of a collection of games
#[derive(Args)]
#[command(
    long_about = "Print statistics of a collection of games: results, endings, first moves, tuzdiks, lengths, margins and \
                  ratings. Games that cannot be read or that differ from the rules are lines on stderr and are not counted. \
                  The margins are those of games that the board ended.\n\n\
                  Of a folder it prints statistics of its samples of self-play: positions, games, lengths, results, the \
                  entropy of the policy, how values and results agree, weights and sizes. The folder is a run, its folder \
                  'replay', or one that 'kumalak selfplay' has written. A last chunk that was torn by a crash is left out, \
                  with a message. A folder without samples is an error.",
    after_help = "EXAMPLES:\n  \
                  kumalak replay stats games.pgn\n  \
                  kumalak replay stats masters/*.tgk --result 1-0,0-1 --since 2018\n  \
                  kumalak replay stats games.pgn --min-rating 1500 --json\n  \
                  kumalak replay stats runs/quick\n  \
                  kumalak replay stats games/first --json"
)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How statistics are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Output {
    Table,
    Json,
}

impl StatsArgs {
    const fn output(&self) -> Output {
        if self.json { Output::Json } else { Output::Table }
    }
}

/// Runs the command.
pub(super) fn run(args: &StatsArgs) -> anyhow::Result<Finish> {
    args.sources.check()?;
    if let Some(folder) = args.sources.folder()? {
        return samples::print_statistics(folder, args.output());
    }
    let mut collection = Collection::default();
    let reading = args.sources.for_each_game(|record, game| {
        collection.count(record, game);
        Ok(Handled::Done)
    })?;
    let report = Report {
        collection: &collection,
        reading,
    };
    conclude(&reading, collection.games() == 0, |out| match args.output() {
        Output::Json => writeln!(out, "{:#}", report.json()),
        Output::Table => write!(out, "{report}"),
    })
}
