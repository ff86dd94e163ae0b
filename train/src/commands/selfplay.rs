//! `kumalak selfplay`: plays games of a network against itself and keeps their samples.

mod memory;
mod output;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use kumalak_env::Pit;
use kumalak_selfplay::{
    Counter, Evaluator, Monitor, Resignation, ResignationTest, SelfPlay, SelfPlayError, SelfPlayGame,
    UniformEvaluator,
};
use kumalak_train::{
    ConfigOverride, NETWORK_FILE, NetworkEvaluator, TrainConfig, load_network, resolve_checkpoint,
    set_libtorch_threads,
};

use self::memory::MemoryWatch;
use self::output::{Output, Recipe};
use crate::exit::Finish;
use crate::fingerprint::fingerprint;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Play games of a network against itself and keep their samples
#[derive(Args)]
#[command(
    long_about = "Play games of a network against itself and keep their samples and moves in a folder, as an iteration of \
                  'kumalak train' does.\n\n\
                  The games are written in chunks. Ctrl-C drops the chunk in progress and keeps the others; the same \
                  command goes on from there, to the same games. A larger --games adds games to the folder. The settings \
                  are those of [run], [rules] and [self_play] of a file of 'kumalak train'; the games do not depend on \
                  the number of threads.\n\n\
                  If sides may give up (self_play.resignation), the last lines say in how many of the games that were \
                  played out to see this would have been wrong.",
    after_help = "EXAMPLES:\n  \
                  kumalak selfplay --checkpoint runs/a/best --config configs/quick.toml --games 1000 --out games/a\n  \
                  kumalak selfplay --uniform --games 100 --out games/uniform --set self_play.search.simulations=100\n  \
                  kumalak selfplay --checkpoint runs/a --games 100000 --out games/long --memory 30\n  \
                  kumalak replay stats games/a"
)]
pub(crate) struct SelfPlayArgs {
    /// Network that plays: a run, RUN/best, RUN/latest or the folder of a checkpoint
    #[arg(
        long,
        value_name = "PATH",
        required_unless_present = "uniform",
        conflicts_with = "uniform"
    )]
    checkpoint: Option<PathBuf>,
    /// Play without a network: every move is equally good and every position even
    #[arg(long)]
    uniform: bool,
    /// Games that the folder shall hold in the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Folder for the samples and the games
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// File with settings [default: the default of each]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Replace a setting; may be given several times
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    overrides: Vec<ConfigOverride>,
    /// Seed of the games, for run.seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Threads, for run.threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Games of one chunk; a last one that is not full is not filled up later
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    chunk_games: u32,
    /// Print the resident memory of the program every so many seconds (10), and at the end the least and the most
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "10")]
    memory: Option<NonZero<u32>>,
}

/// Runs the command.
pub(crate) fn run(args: &SelfPlayArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    set_libtorch_threads(1);
    let config = settings(args)?;
    let threads = config.run.thread_count();
    let Some(path) = &args.checkpoint else {
        let mut evaluators = vec![UniformEvaluator; threads];
        return play(args, &config, "uniform".to_owned(), &mut evaluators);
    };
    let checkpoint = resolve_checkpoint(path)?;
    let (network, info) = load_network(&checkpoint, config.run.device.open()?)?;
    info.expect_rules(&checkpoint, &config.rules.rules())?;
    let mut evaluators = (0..threads)
        .map(|_| NetworkEvaluator::new(&network))
        .collect::<Result<Vec<_>, _>>()?;
    let network = fingerprint(&checkpoint.join(NETWORK_FILE))?;
    play(args, &config, format!("network {network}"), &mut evaluators)
}

fn settings(args: &SelfPlayArgs) -> anyhow::Result<TrainConfig> {
    let mut overrides = args.overrides.clone();
    overrides.extend(
        args.seed
            .map(|seed| format!("run.seed={seed}").parse())
            .transpose()?,
    );
    overrides.extend(
        args.threads
            .map(|threads| format!("run.threads={threads}").parse())
            .transpose()?,
    );
    Ok(match &args.config {
        Some(path) => TrainConfig::load(path, &overrides)?,
        None => TrainConfig::parse("", "the settings", &overrides)?,
    })
}

/// Plays chunk after chunk until the folder holds as many games as it shall.
fn play<E: Evaluator + Send>(
    args: &SelfPlayArgs,
    config: &TrainConfig,
    evaluator: String,
    evaluators: &mut [E],
) -> anyhow::Result<Finish> {
    let recipe = Recipe {
        rules: config.rules.rules(),
        seed: config.run.seed,
        chunk_games: args.chunk_games,
        evaluator,
        self_play: config.self_play,
    };
    let mut output = Output::open(&args.out, &recipe)?;
    let folder = args.out.display();
    let missing = args.games.saturating_sub(output.games());
    if missing == 0 {
        print_line(&format!(
            "{folder}: nothing to play, it holds {} already",
            games(output.games())
        ));
        return finish(args, &output);
    }
    if output.games() > 0 {
        print_line(&format!("{folder}: going on after {}", games(output.games())));
    }
    let progress = Progress::new("self-play", "games", missing);
    let watch = Watch {
        progress: &progress,
        memory: args.memory.map(MemoryWatch::start).transpose()?,
        has_resignation: config.self_play.resignation != Resignation::Never,
    };
    let mut tests = Tests::default();
    while output.games() < args.games {
        let first = output.games();
        let earlier: Vec<Vec<Pit>> = output.take_earlier();
        let self_play = SelfPlay {
            settings: config.self_play,
            rules: recipe.rules,
            seed: config.run.seed,
            earlier: &earlier,
        };
        let last = args.games.min(first + u64::from(args.chunk_games));
        match self_play.play(first..last, evaluators, &watch) {
            Ok(games) => {
                tests.add(&games);
                output.append(games)?;
            }
            Err(SelfPlayError::Stopped) => {
                progress.finish("");
                watch.conclude(&tests);
                let kept = games(output.games());
                print_line(&format!(
                    "stopped; {folder} keeps {kept}; the same command goes on from there"
                ));
                return Ok(Finish::Interrupted);
            }
            Err(error) => {
                progress.clear();
                bail!(error);
            }
        }
    }
    progress.finish("");
    watch.conclude(&tests);
    finish(args, &output)
}

/// Says what the folder holds.
fn finish(args: &SelfPlayArgs, output: &Output) -> anyhow::Result<Finish> {
    let (games, chunks) = (games(output.games()), output.chunks());
    let chunks = match chunks {
        1 => "1 chunk".to_owned(),
        chunks => format!("{chunks} chunks"),
    };
    writeln!(
        io::stdout(),
        "{} holds {games} in {chunks}; see them with: kumalak replay stats {0}",
        args.out.display(),
    )?;
    Ok(Finish::Done)
}

fn games(count: u64) -> String {
    match count {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    }
}

/// Games that were played out to see whether giving them up would have been right.
#[derive(Default)]
struct Tests {
    all: usize,
    wrong: usize,
}

impl Tests {
    fn add(&mut self, games: &[SelfPlayGame]) {
        for test in games.iter().filter_map(|game| game.resignation_test) {
            self.all += 1;
            self.wrong += usize::from(test == ResignationTest::Wrong);
        }
    }
}

/// The rate of false positives as a line.
impl std::fmt::Display for Tests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { all, wrong } = *self;
        if all == 0 {
            return f.write_str("resignation: in no game that was played out would a side have given up");
        }
        let rate = 100.0 * wrong as f64 / all as f64;
        write!(
            f,
            "resignation: of {all} games that were played out to see, giving up would have been wrong in {wrong} ({rate:.1} %)"
        )
    }
}

/// Shows progress, and memory if it was asked for.
struct Watch<'a> {
    progress: &'a Progress,
    memory: Option<MemoryWatch>,
    /// Whether sides give up.
    has_resignation: bool,
}

impl Watch<'_> {
    /// Says what was measured.
    fn conclude(&self, tests: &Tests) {
        if self.has_resignation {
            print_line(&tests.to_string());
        }
        if let Some(memory) = &self.memory {
            print_line(&memory.summary());
        }
    }
}

impl Monitor for Watch<'_> {
    fn advance(&self, counter: Counter, amount: u64) {
        self.progress.advance(counter, amount);
        if let Some(line) = self.memory.as_ref().and_then(MemoryWatch::line_if_due) {
            self.progress.say(&line);
        }
    }

    fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }
}
