//! `kumalak conformance`: checks whether another program keeps the rules.

mod serve;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand};
use kumalak_env::Rules;
use kumalak_env::conformance::{CheckSettings, ProcessImplementation, check_implementation};

use self::serve::ServeArgs;
use super::shared_args::RulesArgs;
use crate::exit::Finish;
use crate::progress::Progress;

/// Check whether another program keeps the rules of the game
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    long_about = "Check whether another program keeps the rules of the game. It is started and told on its input, one line \
                  each, to `start`, to set up a `position FEN` and to `play PIT`; it answers each with its board on one \
                  line. Delicate moves, games of a championship and random games are compared with this program, and \
                  what differs is named by the rule. The exit code is 1 if anything differs. docs/rules.md describes the \
                  lines, and `kumalak conformance serve` is a program that speaks them.",
    after_help = "EXAMPLES:\n  \
                  kumalak conformance -- ./engine --quiet\n  \
                  kumalak conformance --rules bestemshe --games 1000 -- python3 engine.py\n  \
                  kumalak conformance --self\n  \
                  kumalak conformance -- kumalak conformance serve --mistake last-pit-tuzdik"
)]
pub(crate) struct ConformanceArgs {
    #[command(subcommand)]
    command: Option<ConformanceCommand>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Games of random moves
    #[arg(long, value_name = "N", default_value_t = CheckSettings::default().random_games)]
    games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = CheckSettings::default().seed)]
    seed: u64,
    /// Seconds that the program has for each answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time_limit: u64,
    /// Check this program itself, as an example
    #[arg(long = "self", conflicts_with = "program")]
    itself: bool,
    /// Program and its arguments
    #[arg(last = true, required_unless_present = "itself", value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// What can be done beside checking.
#[derive(Subcommand)]
enum ConformanceCommand {
    Serve(ServeArgs),
}

/// Runs the command.
pub(crate) fn run(args: &ConformanceArgs) -> anyhow::Result<Finish> {
    match &args.command {
        Some(ConformanceCommand::Serve(args)) => serve::run(args),
        None => check(args),
    }
}

fn check(args: &ConformanceArgs) -> anyhow::Result<Finish> {
    let rules = args.rules.rules();
    let mut command = args.program(&rules)?;
    let time_limit = Duration::from_secs(args.time_limit);
    let mut implementation = ProcessImplementation::spawn(&mut command, rules, time_limit)?;
    let settings = CheckSettings {
        rules,
        random_games: args.games,
        seed: args.seed,
        ..CheckSettings::default()
    };
    let mut bar = None;
    let report = check_implementation(&mut implementation, &settings, |progress| {
        let bar = bar.get_or_insert_with(|| Progress::new("conformance", "games", progress.total as u64));
        bar.add(1);
    });
    if let Some(bar) = bar {
        bar.clear();
    }
    let written = write!(io::stdout(), "{report}");
    // What is wrong counts even if nobody has read it to the end.
    if !report.passes() {
        return Ok(Finish::FoundFaults);
    }
    written?;
    Ok(Finish::Done)
}

impl ConformanceArgs {
    /// The program to check.
    fn program(&self, rules: &Rules) -> anyhow::Result<Command> {
        if let [program, arguments @ ..] = &self.program[..] {
            let mut command = Command::new(program);
            command.args(arguments);
            return Ok(command);
        }
        let mut command = Command::new(env::current_exe().context("cannot find this program")?);
        command.args(["conformance", "serve", "--rules", &rules.to_string()]);
        Ok(command)
    }
}
