//! `kumalak random-play`: what uniformly random games are like.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::Args;
use kumalak_env::Rules;
use kumalak_env::random_play::{Continue, RandomPlayStatistics, play_at_random};

use super::shared_args::RulesArgs;
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Play random games and print what they are like
#[derive(Args)]
#[command(
    long_about = "Play games of uniformly random legal moves from the start and print their results, lengths, tuzdiks and \
                  numbers of legal moves, each with its standard error. For the standard game the published values of 10⁹ \
                  games stand beside them, with the distance in standard errors beyond their rounding (A. Zeinulla, 2026). Equal arguments give \
                  equal numbers, whatever the number of threads.",
    after_help = "EXAMPLES:\n  \
                  kumalak random-play\n  \
                  kumalak random-play --games 10000000 --seed 2\n  \
                  kumalak random-play --rules bestemshe"
)]
pub(crate) struct RandomPlayArgs {
    /// Number of games
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Runs the command.
pub(crate) fn run(args: &RandomPlayArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    let rules = args.rules.rules();
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let progress = Progress::new("random play", "games", args.games);
    let statistics = play_at_random(
        &rules,
        args.games,
        args.seed,
        args.threads.unwrap_or(cores),
        |games| {
            progress.add(games);
            match interrupt::is_interrupted() {
                true => Continue::No,
                false => Continue::Yes,
            }
        },
    )?;
    progress.clear();
    let published = rules == Rules::STANDARD;
    print(
        &mut io::stdout().lock(),
        &statistics,
        published.then_some(&PUBLISHED),
    )?;
    if interrupt::is_interrupted() {
        let (played, asked) = (statistics.games(), args.games);
        print_line(&format!("interrupted: {played} of {asked} games were played"));
        return Ok(Finish::Interrupted);
    }
    Ok(Finish::Done)
}

/// The published means, in the order of [`means`].
const PUBLISHED: [f64; 15] = [
    53.138, 2.178, 44.684, 14.215, 124.475, 6.999, 8.366, 7.797, 6.098, 78.889, 10.352, 9.899, 0.860, 83.057,
    57.591,
];

/// What the published means are rounded to.
const LAST_DIGIT: f64 = 0.001;

/// What is printed: name, mean and standard error.
fn means(statistics: &RandomPlayStatistics) -> [(&'static str, f64, f64); 15] {
    let [early, middle, late] = statistics.legal_moves_by_phase();
    let games = [
        ("White wins, %", &statistics.white_wins),
        ("draws, %", &statistics.draws),
        ("Black wins, %", &statistics.black_wins),
        ("ended by atsyrau, %", &statistics.atsyrau),
        ("plies", &statistics.plies),
    ];
    let plies = [
        ("legal moves", statistics.legal_moves()),
        ("legal moves, plies 1-20", early),
        ("legal moves, plies 21-60", middle),
        ("legal moves, from ply 61", late),
    ];
    let ends = [
        ("both have a tuzdik, %", &statistics.both_tuzdiks),
        ("White alone, %", &statistics.only_white_tuzdik),
        ("Black alone, %", &statistics.only_black_tuzdik),
        ("nobody, %", &statistics.no_tuzdik),
        ("kazan of the winner", &statistics.winner_kazan),
        ("kazan of the loser", &statistics.loser_kazan),
    ];
    let games = games.map(|(name, tally)| (name, tally.mean(), tally.standard_error()));
    let plies = plies.map(|(name, tally)| (name, tally.mean(), tally.standard_error()));
    let ends = ends.map(|(name, tally)| (name, tally.mean(), tally.standard_error()));
    let mut means = games.into_iter().chain(plies).chain(ends);
    std::array::from_fn(|_| means.next().expect("there are fifteen"))
}

fn print(
    out: &mut impl Write,
    statistics: &RandomPlayStatistics,
    published: Option<&[f64; 15]>,
) -> io::Result<()> {
    let heading = if published.is_some() {
        "   published   distance"
    } else {
        ""
    };
    writeln!(out, "{:26} {:>10} {:>8}{heading}", "", "mean", "s.e.")?;
    for (index, (name, mean, error)) in means(statistics).into_iter().enumerate() {
        // One game tells nothing of its spread.
        let error = if statistics.games() > 1 { error } else { f64::NAN };
        write!(out, "{name:26} {:>10} {:>8}", decimal(mean, 3), decimal(error, 3))?;
        if let Some(published) = published {
            let value = published[index];
            let difference = mean - value;
            let beyond_rounding = (difference.abs() - LAST_DIGIT / 2.0)
                .max(0.0)
                .copysign(difference);
            write!(out, "  {value:10.3} {:>10}", decimal(beyond_rounding / error, 1))?;
        }
        writeln!(out)?;
    }
    let lengths = statistics.lengths();
    let games = match statistics.games() {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    writeln!(
        out,
        "{games} of {} to {} plies, median {}",
        lengths.start,
        lengths.end.saturating_sub(1),
        statistics.median_plies(),
    )
}

/// A number with so many decimals, or `-` if nothing that it needs was counted.
fn decimal(number: f64, decimals: usize) -> String {
    if number.is_finite() {
        format!("{number:.decimals$}")
    } else {
        "-".to_owned()
    }
}
