//! `kumalak regret`: how far a player is from perfect play on a small board.

mod report;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;
use kumalak_env::Position;
use kumalak_env::solver::{ByteSize, Solution, SolverLimits};
use kumalak_selfplay::{
    ArenaError, ArenaSettings, Completion, ExactPlayer, Openings, Player, PlayerSpec, Regret, play_match,
};

use self::report::RegretReport;
use super::shared_args::{BoardArgs, DeviceArgs};
use super::solve;
use crate::build_player::build_players;
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Measure how often a player throws away a win or a draw on a small board
#[derive(Args)]
#[command(
    long_about = "Measure how far a player is from perfect play. The board is solved, the player plays games on it, and \
                  each of its moves is compared with the best: a move loses value if it turns a win into a draw or a loss, \
                  or a draw into a loss. The table counts the moves by how many stones are left in the pits: more than \
                  two thirds (opening), less than one third (ending), or in between.\n\n\
                  The player plays against itself unless --against names another one. Every random opening is played \
                  twice, with exchanged colours; its moves do not count.",
    after_help = "EXAMPLES:\n  \
                  kumalak regret greedy --pits 3 --stones 3\n  \
                  kumalak regret alphabeta:depth=4 --pits 3 --stones 4 --tuzdik none --games 1000\n  \
                  kumalak regret mcts:sims=200 --pits 3 --stones 3 --against exact --json"
)]
pub(crate) struct RegretArgs {
    /// The player whose moves are judged
    player: PlayerSpec,
    /// Who plays against it [default: the same player]
    #[arg(long, value_name = "SPEC")]
    against: Option<PlayerSpec>,
    #[command(flatten)]
    board: BoardArgs,
    /// Number of games, an even one
    #[arg(long, default_value_t = 200, value_parser = parse_games)]
    games: u32,
    /// Random moves at the start of each game
    #[arg(long, default_value_t = 4)]
    opening_plies: usize,
    /// Seed of openings and players
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads to play on; they change no result [default: number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Memory that the solver may use
    #[arg(long, value_name = "SIZE", default_value = "2GB")]
    memory: ByteSize,
    #[command(flatten)]
    device: DeviceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Every opening is played twice, so that no odd number of games comes out.
fn parse_games(text: &str) -> Result<u32, String> {
    let games = text.parse().ok();
    games
        .filter(|games| *games >= 2 && games % 2 == 0)
        .ok_or_else(|| {
            format!("expected an even number of at least 2, to play each opening twice, got {text}")
        })
}

/// Runs the command.
pub(crate) fn run(args: &RegretArgs) -> anyhow::Result<Finish> {
    let settings = ArenaSettings {
        rules: args.board.rules()?,
        pairs: (args.games / 2) as usize,
        openings: Openings::random(args.opening_plies),
        seed: args.seed,
        ..ArenaSettings::default()
    };
    interrupt::listen()?;
    let limits = SolverLimits {
        memory_bytes: args.memory.0,
    };
    let Some(solution) = solve(&settings.rules, &limits)?.map(Arc::new) else {
        return Ok(Finish::Interrupted);
    };
    let opponent = args.against.as_ref().unwrap_or(&args.player);
    let mut players = players(args, &args.player, &settings, &solution)?;
    let mut opponents = self::players(args, opponent, &settings, &solution)?;
    let progress = Progress::new("regret", "games", 2 * settings.pairs as u64);
    let played = play_match(&settings, &mut players, &mut opponents, &progress, &|_| {});
    progress.clear();
    let matched = match played {
        Ok(matched) => matched,
        Err(ArenaError::Stopped) => {
            print_line("interrupted before the first pair of games was finished");
            return Ok(Finish::Interrupted);
        }
        Err(error) => return Err(error.into()),
    };
    let mut regret = Regret::default();
    for played in &matched.games {
        regret.add(&solution, &played.game, played.first_side, played.opening_plies);
        if args.against.is_none() {
            regret.add(&solution, &played.game, !played.first_side, played.opening_plies);
        }
    }
    let report = RegretReport {
        player: args.player.to_string(),
        opponent: opponent.to_string(),
        games: matched.games.len(),
        start: solution.value(&Position::start(&settings.rules)),
        regret,
    };
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(match matched.completion {
        Completion::Complete | Completion::Decided => Finish::Done,
        Completion::Stopped => Finish::Interrupted,
    })
}

/// The player for every thread; a perfect one knows the solution already.
fn players(
    args: &RegretArgs,
    spec: &PlayerSpec,
    settings: &ArenaSettings,
    solution: &Arc<Solution>,
) -> anyhow::Result<Vec<Box<dyn Player>>> {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = args.threads.map_or_else(cores, |threads| threads as usize);
    if *spec != PlayerSpec::Exact {
        return build_players(spec, &settings.rules, args.device.device, threads);
    }
    let player = ExactPlayer::with_solution(Arc::clone(solution));
    Ok((0..threads)
        .map(|_| Box::new(player.clone()) as Box<dyn Player>)
        .collect())
}
