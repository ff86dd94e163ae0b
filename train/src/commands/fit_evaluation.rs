//! `kumalak fit-evaluation`: fits the weights of alpha-beta's evaluation to game records.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use kumalak_env::Rules;
use kumalak_env::record::open_records;
use kumalak_selfplay::{
    EvaluationFit, EvaluationSamples, EvaluationWeights, FEATURE_NAMES, FitLoss, board_rules,
};
use kumalak_train::write_atomic;

use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Fit the weights of alpha-beta's evaluation to game records
#[derive(Args)]
#[command(
    long_about = "Fit the weights of alpha-beta's evaluation to recorded games by logistic regression, and \
                  print them with the loss on the games of which every tenth is held out. Games without a result are \
                  left out. Equal records in equal order give equal weights. docs/engines.md tells the method.",
    after_help = "EXAMPLES:\n  \
                  kumalak fit-evaluation games.pgn\n  \
                  kumalak fit-evaluation env/tests/data/server_games.kumalak games.tgk --out weights.toml"
)]
pub(crate) struct FitEvaluationArgs {
    /// Files with game records, in any format that replay reads
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// File for the weights, in TOML
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &FitEvaluationArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    let progress = Progress::new("read games", "files", args.records.len() as u64);
    let mut samples = EvaluationSamples::default();
    for path in &args.records {
        for record in open_records(path)? {
            if interrupt::is_interrupted() {
                progress.clear();
                print_line("interrupted before all games were read");
                return Ok(Finish::Interrupted);
            }
            let record = record?;
            let replayed = record.replay(&Rules::STANDARD)?;
            let rules = record.setup(&Rules::STANDARD)?.rules;
            if board_rules(&rules) != board_rules(&Rules::STANDARD) {
                bail!(
                    "{}: the game was played by the rules {rules}, expected {}: the weights are those of that board",
                    record.place,
                    Rules::STANDARD
                );
            }
            if let Some(outcome) = replayed.outcome {
                samples.add(&replayed.game, outcome);
            }
        }
        progress.add(1);
    }
    progress.clear();
    let games = samples.games();
    let fit = samples.fit().ok_or_else(|| {
        anyhow!(
            "{games} games with a result do not tell what a stone is worth: expected more games, at least 10"
        )
    })?;
    let current = samples.held_out_loss(&EvaluationWeights::FITTED, fit.points_per_logit);
    if let Some(path) = &args.out {
        let text = toml_text(&fit)?;
        write_atomic(path, |file| file.write_all(text.as_bytes()))?;
    }
    write!(io::stdout(), "{}", report(games, &fit, current)?)?;
    Ok(Finish::Done)
}

fn report(games: usize, fit: &EvaluationFit, current: FitLoss) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(text, "feature                   full board  empty board")?;
    for (feature, name) in FEATURE_NAMES.iter().enumerate() {
        let [full, empty] = [fit.weights.full[feature], fit.weights.empty[feature]];
        writeln!(text, "{name:24} {full:11} {empty:12}")?;
    }
    let FitLoss { positions, loss } = fit.training;
    writeln!(text, "\ngames      {games}, every tenth held out")?;
    writeln!(text, "fitted     loss {loss:.4} on {positions} positions")?;
    let FitLoss { positions, loss } = fit.held_out;
    writeln!(text, "held out   loss {loss:.4} on {positions} positions")?;
    writeln!(text, "committed  loss {:.4} on the same", current.loss)?;
    writeln!(
        text,
        "scale      {:.1} hundredths of a stone multiply the odds by e, found in {} steps",
        fit.points_per_logit, fit.steps
    )?;
    Ok(text)
}

fn toml_text(fit: &EvaluationFit) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(
        text,
        "# Weights in hundredths of a stone: on a full board, on an empty one."
    )?;
    writeln!(
        text,
        "points_per_logit = {:.4}\n\n[weights]",
        fit.points_per_logit
    )?;
    for (feature, name) in FEATURE_NAMES.iter().enumerate() {
        let [full, empty] = [fit.weights.full[feature], fit.weights.empty[feature]];
        writeln!(text, "\"{name}\" = [{full}, {empty}]")?;
    }
    Ok(text)
}
