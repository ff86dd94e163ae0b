use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use kumalak_train::{
    Comparison, ConfigOverride, NamedCheckpoint, TrainConfig, TrainError, Trainer, TrainingMonitor,
    set_libtorch_threads,
};

use crate::exit::Finish;
use crate::interrupt;
use crate::progress::print_line;
use crate::training_progress::TrainingProgress;

/// Train a network by self-play.
#[derive(Args)]
#[command(
    long_about = "Train a network by self-play: in each iteration the network plays games against itself, learns from them, \
                  and is saved. At the end it plays matches, and so does the untrained network.\n\n\
                  Everything is kept in the run folder: settings, metrics, checkpoints, samples and games. Ctrl-C stops \
                  soon, drops the iteration in progress and keeps all complete ones; a second Ctrl-C ends the program \
                  at once. --resume goes on from there, to exactly the result that the run \
                  would have had without the stop. The same settings and seed give the same networks on any number of threads.",
    after_help = "EXAMPLES:\n  \
                  kumalak train --config configs/quick.toml --run runs/quick\n  \
                  kumalak train --config configs/cpu.toml --run runs/a --set run.seed=2 --set network.width=256\n  \
                  kumalak train --resume --run runs/a\n  \
                  kumalak train --resume --run runs/a --set limits.iterations=200"
)]
pub(crate) struct TrainArgs {
    /// File with the settings of a new run
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    config: Option<PathBuf>,
    /// Folder of the run
    #[arg(long, value_name = "FOLDER")]
    run: PathBuf,
    /// Go on with the run in the folder
    #[arg(long)]
    resume: bool,
    /// Replace a setting of the file; may be given several times
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    overrides: Vec<ConfigOverride>,
}

/// Trains, and prints what came of it.
pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    set_libtorch_threads(1);
    let progress = TrainingProgress::default();
    let mut trainer = open(args, &progress)?;
    if args.resume {
        progress.message(&format!(
            "{}: going on after iteration {}",
            args.run.display(),
            trainer.iteration()
        ));
    }
    let result = trainer.run(&progress);
    progress.clear();
    match result {
        Ok(comparison) => {
            write!(io::stdout(), "{}", conclusion(&trainer, comparison.as_ref()))?;
            Ok(Finish::Done)
        }
        Err(TrainError::Stopped) => {
            print_line(&farewell(&args.run, trainer.iteration()));
            Ok(Finish::Interrupted)
        }
        Err(error) => Err(error).with_context(|| format!("training in {} failed", args.run.display())),
    }
}

fn open(args: &TrainArgs, progress: &TrainingProgress) -> anyhow::Result<Trainer> {
    if args.resume {
        return Ok(Trainer::resume(&args.run, &args.overrides, progress)?);
    }
    let Some(config) = &args.config else {
        bail!("a new run needs --config");
    };
    let config = TrainConfig::load(config, &args.overrides)?;
    Ok(Trainer::start(&args.run, config)?)
}

/// The table, where the network is, and how to play against it.
fn conclusion(trainer: &Trainer, comparison: Option<&Comparison>) -> String {
    let run = trainer.run_dir();
    let table = comparison.map_or_else(String::new, |comparison| format!("\n{comparison}\n"));
    let simulations = trainer.config().evaluation.table.simulations;
    format!(
        "{table}The network of iteration {} is in {}\n\
         Play against it:\n  \
         {} play --against net:{},sims={simulations}\n",
        trainer.iteration(),
        run.checkpoint(trainer.iteration()).display(),
        program(),
        run.root().join(NamedCheckpoint::Latest.file_name()).display(),
    )
}

/// What a stopped run has kept.
fn farewell(run: &Path, iteration: u32) -> String {
    let (run, program) = (run.display(), program());
    format!(
        "stopped; {run} keeps all up to iteration {iteration}; go on with: {program} train --resume --run {run}"
    )
}

/// The program as it was called, so that the commands it names work as they are printed.
fn program() -> String {
    std::env::args().next().unwrap_or_else(|| "kumalak".to_owned())
}
