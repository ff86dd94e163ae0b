//! `kumalak replay stats`: what a collection of games is like.

use clap::Args;

use super::collection::Collection;
use super::conclude;
use super::games::{Handled, SourceArgs};
use super::report::Report;
use crate::exit::Finish;

/// Print statistics of a collection of games
#[derive(Args)]
#[command(
    long_about = "Print statistics of a collection of games: results, endings, first moves, tuzdiks, lengths, margins and \
                  ratings. Games that cannot be read or that differ from the rules are lines on stderr and are not counted. \
                  The margins are those of games that the board ended.",
    after_help = "EXAMPLES:\n  \
                  kumalak replay stats games.pgn\n  \
                  kumalak replay stats masters/*.tgk --result 1-0,0-1 --since 2018\n  \
                  kumalak replay stats games.pgn --min-rating 1500 --json"
)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &StatsArgs) -> anyhow::Result<Finish> {
    let mut collection = Collection::default();
    let reading = args.sources.for_each_game(|record, game| {
        collection.count(record, game);
        Ok(Handled::Done)
    })?;
    let report = Report {
        collection: &collection,
        reading,
    };
    conclude(&reading, |out| {
        if args.json {
            writeln!(out, "{:#}", report.json())
        } else {
            write!(out, "{report}")
        }
    })
}
