//! `kumalak ladder`: how the checkpoints of a run have grown in strength.

mod files;
mod plot;
mod rungs;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use kumalak_env::Rules;
use kumalak_selfplay::{PlayerSpec, RatingAnchor, Schedule};
use kumalak_train::TrainConfig;

use self::files::{csv, markdown};
use self::plot::svg;
use self::rungs::{iteration, kept_rungs, nearest_baseline, with_new_rungs};
use super::tournament::table;
use crate::exit::Finish;
use crate::interrupt;
use crate::matches::{MatchArgs, MatchKind, MatchPlan, begin, play_plan, resume};

/// Rate the checkpoints of a run
#[derive(Args)]
#[command(
    long_about = "Rate all checkpoints that a run has kept, together with baseline players. Each checkpoint meets the ones next to \
                  it and every baseline; the ratings are the most likely ones of all games together, with 95 % intervals.\n\n\
                  RUN/ladder then holds ladder.md and ladder.csv (the table), ladder.svg (rating by iteration) and all games. \
                  Ctrl-C keeps every finished pair of games; --resume goes on, also with checkpoints that the run \
                  has made since.",
    after_help = "EXAMPLES:\n  \
                  kumalak ladder runs/first\n  \
                  kumalak ladder runs/first --sims 200 --pairs 50 --baseline greedy --baseline alphabeta:depth=4\n  \
                  kumalak ladder runs/first --every 10 --reach 3\n  \
                  kumalak ladder runs/first --resume"
)]
pub(crate) struct LadderArgs {
    /// Folder of the run
    run: PathBuf,
    /// Simulations a move of every checkpoint
    #[arg(long, default_value_t = 64, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sims: u32,
    /// A player to compare with; may be given several times
    #[arg(
        long = "baseline",
        value_name = "PLAYER",
        conflicts_with = "resume",
        default_values = ["random", "greedy", "alphabeta:depth=2", "alphabeta:depth=4"]
    )]
    baselines: Vec<PlayerSpec>,
    /// Take only checkpoints of iterations that this number divides, and the last one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// How many places apart two checkpoints may be that meet
    #[arg(long, default_value_t = 2, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    reach: u32,
    /// The player with rating 0 [default: the baseline against which the checkpoints score nearest to one half]
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<PlayerSpec>,
    /// Go on with the ladder of the run
    #[arg(long)]
    resume: bool,
    /// Number of openings of a match, each for two games
    #[arg(long, default_value_t = 20, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    #[command(flatten)]
    play: MatchArgs,
}

/// Runs the command.
pub(crate) fn run(args: &LadderArgs) -> anyhow::Result<Finish> {
    let root = args.run.join("ladder");
    interrupt::listen()?;
    let (folder, plan, finished) = if args.resume {
        resume(&root, MatchKind::Ladder, |plan| {
            with_new_rungs(plan, &args.run, args.every)?.with_anchor(args.anchor.as_ref())
        })?
    } else {
        let plan = new_plan(args)?;
        (begin(&root, &plan)?, plan, Default::default())
    };
    let names = plan.names();
    let threads = args.play.threads(plan.pairs);
    let played = play_plan(
        "ladder",
        &plan,
        Some(&folder),
        finished,
        args.play.device.device,
        threads,
    )?;
    let anchor = plan.anchor_number().unwrap_or_else(|| {
        let rungs = plan.players.iter().filter_map(iteration).count();
        nearest_baseline(rungs, names.len(), &played.matches)
    });
    let anchor_name = &names[anchor];
    let resumption = format!("kumalak ladder {} --resume", args.run.display());
    let Some(report) = table(&names, &played, RatingAnchor::Player(anchor), Some(&resumption))? else {
        return Ok(Finish::Interrupted);
    };
    let iterations: Vec<Option<u32>> = plan.players.iter().map(iteration).collect();
    let json = serde_json::to_value(&report).context("cannot write the table as JSON")?;
    folder.write_results(&played.matches, &report.to_string(), &json)?;
    let title = format!("Ladder of {}", args.run.display());
    folder.write("ladder.md", &markdown(&title, anchor_name, &report, &iterations))?;
    folder.write("ladder.csv", &csv(&report, &iterations))?;
    folder.write("ladder.svg", &svg(&title, anchor_name, &report, &iterations))?;
    let mut out = io::stdout();
    if args.play.json {
        writeln!(out, "{json:#}")?;
    } else {
        writeln!(
            out,
            "{report}\n\nTables and plot: {}",
            ["ladder.md", "ladder.csv", "ladder.svg"]
                .map(|name| root.join(name).display().to_string())
                .join(", ")
        )?;
    }
    Ok(played.finish)
}

fn new_plan(args: &LadderArgs) -> anyhow::Result<MatchPlan> {
    let mut players = kept_rungs(&args.run, args.sims, args.every)?;
    let schedule = Schedule::Ladder {
        rungs: players.len(),
        reach: args.reach as usize,
    };
    players.extend(args.baselines.iter().cloned());
    let rules = rules_of(args)?;
    let plan = args
        .play
        .plan(MatchKind::Ladder, &players, schedule, &rules, args.pairs)?;
    let plan = plan.with_anchor(args.anchor.as_ref())?;
    plan.check(args.play.device.device)?;
    Ok(plan)
}

fn rules_of(args: &LadderArgs) -> anyhow::Result<Rules> {
    let config = TrainConfig::load(&args.run.join("config.toml"), &[])?;
    Ok(config.rules.board_rules())
}
