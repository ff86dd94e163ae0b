//! `kumalak analyze`: what a network or a search says about a position, or about every move of a game.

mod alphabeta;
mod choice;
mod exact;
mod live;
mod network;
mod position_report;
mod proof_watch;
mod rollouts;
mod stop;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use kumalak_env::{Game, Pit, Side, Sowing};
use kumalak_selfplay::{NetworkSearch, PlayerSpec, PlayerSpecError, TimeText};

use self::live::Output;
use self::position_report::PositionReport;
use super::analyze_games::{self, GameArgs, Judge};
use super::shared_args::{DeviceArgs, PositionArgs};
use crate::build_player::{build_players, check_solvable};
use crate::exit::{Finish, UsageError};
use crate::paint::Paint;
use crate::progress::print_line;
use crate::terminal_board::TerminalBoard;
use crate::written_move::WrittenMove;

/// Positions of the searched game in one batch: with fewer the network is not at its speed, with more the walks hardly know
/// of each other.
const LEAVES: u32 = 32;

/// Judge a position or a whole game: best move, value, expected margin, principal variation
#[derive(Args)]
#[command(
    long_about = "Judge a position with a network and tree search, with a network alone, with alpha-beta search, \
                  with tree search by random play, or exactly where the solver can. Shows the best line and a table of the \
                  moves. Every number is seen by the side to move. Of players that choose without saying what they think, \
                  as random, greedy and programs outside, the choice is shown.\n\n\
                  While a network searches, a live table on a terminal, or a line of numbers every second elsewhere, says how \
                  far it is; a proven result and the first of --sims and --time that is reached end its search. \
                  Ctrl-C, or the line \"stop\" on the standard input, ends any search at once with what it has found.\n\n\
                  With a file of game records every move of a game is judged: what the player would have chosen, White's \
                  chances after the move, what the move gave away, and the worst moves. With --all every game of the file \
                  is, and a table shows by rating how often people choose the player's move and what they lose.",
    after_help = "EXAMPLES:\n  \
                  kumalak analyze --with net:runs/first/best --sims 800\n  \
                  kumalak analyze --with net:runs/first/best --time 10s --moves \"76 98 22\"\n  \
                  kumalak analyze --with net:runs/first/best,search=gumbel --sims 200 --moves \"7 9 2\"\n  \
                  kumalak analyze --with policy:runs/first/best --moves \"7 9 2\"\n  \
                  kumalak analyze --with alphabeta:depth=8 --fen '10S,7,1S/8,1S 80 70 S 1'\n  \
                  kumalak analyze --with alphabeta:time=2s --moves \"76 98 22\" --json\n  \
                  kumalak analyze --with exact --rules pits=3,stones=3\n  \
                  kumalak analyze game.pgn --with alphabeta:depth=6 --svg game.svg\n  \
                  kumalak analyze games.pgn --game 12 --with policy:runs/first/best --json\n  \
                  kumalak analyze games.pgn --all --with net:runs/first/best,sims=64"
)]
pub(crate) struct AnalyzeArgs {
    /// File with game records, of which every move is judged [default: one position is judged]
    #[arg(value_name = "GAMES", conflicts_with_all = ["moves", "fen"])]
    games: Option<PathBuf>,
    /// Who judges: net:PATH, policy:PATH, alphabeta:depth=N, mcts:sims=N, exact, random, greedy or engine:FILE
    #[arg(long, value_name = "SPEC", value_parser = PlayerSpec::parse_without_budget)]
    with: PlayerSpec,
    /// Simulations of a network's search, in place of those of net:PATH,sims=N
    #[arg(long, value_name = "N")]
    sims: Option<NonZeroU32>,
    /// Time of a network's search, such as 500ms or 10s
    #[arg(long, value_name = "TIME")]
    time: Option<TimeText>,
    /// Positions that a network's search tree may hold, 200 bytes each; a full tree is searched on without growing
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU32>,
    /// Positions that the network judges in one batch, 32 by default; more are faster, but each walk knows less of the others
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255))]
    leaves: Option<u32>,
    /// Moves that lead to the position, such as "76 98 22" or "7 9 2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// Runs the command.
pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<Finish> {
    let (rules, start) = args.position.resolve()?;
    let searches = matches!(args.with, PlayerSpec::Network { .. });
    if !searches && (args.sims.is_some() || args.time.is_some() || args.nodes.is_some()) {
        let message = format!(
            "--sims, --time and --nodes need --with net:PATH, not {}",
            args.with
        );
        return Err(UsageError(message).into());
    }
    if let Some(file) = &args.games {
        let spec = match &args.with {
            PlayerSpec::Network { path, search } => PlayerSpec::Network {
                path: path.clone(),
                search: with_budget(args, *search)?,
            },
            spec => spec.clone(),
        };
        let judge = Judge {
            spec: &spec,
            rules: &rules,
            device: args.device.device,
        };
        return analyze_games::run(file, &judge, &args.game);
    }
    let mut game = Game::from_position(rules, start);
    let sowings = play_moves(&mut game, args.moves.as_deref().unwrap_or_default())?;
    if game.is_over() {
        return Err(
            UsageError("the game is over in this position, there is nothing to judge".to_owned()).into(),
        );
    }
    let output = match args.game.json {
        true => Output::Json,
        false => Output::Text,
    };
    let begin = || match output {
        Output::Text => write_position(&mut io::stdout(), &game, sowings.last()),
        Output::Json => Ok(()),
    };
    let (report, finish) = judge_position(args, &game, output, begin)?;
    match (report, output) {
        (None, _) => print_line("interrupted before anything was found"),
        (Some(report), Output::Text) => writeln!(io::stdout(), "{}", report.text)?,
        (Some(report), Output::Json) => writeln!(io::stdout(), "{:#}", report.json(&game, &args.with))?,
    }
    Ok(finish)
}

/// Judges a position after a word of `begin`, which comes when nothing can be wrong any more.
fn judge_position(
    args: &AnalyzeArgs,
    game: &Game,
    output: Output,
    begin: impl FnOnce() -> io::Result<()>,
) -> anyhow::Result<(Option<PositionReport>, Finish)> {
    let device = args.device.device;
    let (report, finish) = match &args.with {
        PlayerSpec::Network { path, search } => {
            let search = with_budget(args, *search)?;
            let mut evaluator = network::evaluator(path, game.rules(), device)?;
            begin()?;
            let leaves = args.leaves.unwrap_or(LEAVES);
            network::searched(game, &mut evaluator, &search, leaves, output)?
        }
        PlayerSpec::Policy { path } => {
            let mut evaluator = network::evaluator(path, game.rules(), device)?;
            begin()?;
            (network::unsearched(game, &mut evaluator)?, Finish::Done)
        }
        PlayerSpec::AlphaBeta(spec) => {
            begin()?;
            return alphabeta::searched(game, spec);
        }
        PlayerSpec::Rollouts(spec) => {
            begin()?;
            rollouts::searched(game, &args.with.to_string(), *spec)?
        }
        PlayerSpec::Exact => {
            check_solvable(&args.with, game.rules(), game.position())?;
            let solved = exact::solved(game)?;
            begin()?;
            return Ok(solved);
        }
        PlayerSpec::Random | PlayerSpec::Greedy | PlayerSpec::Engine { .. } => {
            let mut players = build_players(&args.with, game.rules(), device, 1)?;
            let player = players.first_mut().context("no player")?;
            begin()?;
            return choice::chosen(game, player.as_mut());
        }
    };
    Ok((Some(report), finish))
}

/// The search with the budget of the command line in place of its own.
fn with_budget(args: &AnalyzeArgs, search: NetworkSearch) -> Result<NetworkSearch, UsageError> {
    let search = NetworkSearch {
        simulations: args.sims.map(NonZeroU32::get).or(search.simulations),
        time: args.time.map(|time| time.0).or(search.time),
        nodes: args.nodes.map(NonZeroU32::get).or(search.nodes),
        ..search
    };
    match search.check_budget() {
        Ok(()) => Ok(search),
        Err(error @ PlayerSpecError::MissingOption { .. }) if search.time.is_none() => {
            Err(UsageError(format!("{error}; here as --sims 800 or --time 10s")))
        }
        Err(error) => Err(UsageError(error.to_string())),
    }
}

/// Plays moves that are separated by white space, and returns what each did.
pub(super) fn play_moves(game: &mut Game, moves: &str) -> Result<Vec<Sowing>, UsageError> {
    let words = moves.split_whitespace().enumerate();
    let sowings = words.map(|(index, text)| {
        let played = text.parse().and_then(|written: WrittenMove| written.play(game));
        played.map_err(|reason| UsageError(format!("--moves: move {} ({text}): {reason}", index + 1)))
    });
    sowings.collect()
}

fn write_position(out: &mut impl Write, game: &Game, last_move: Option<&Sowing>) -> io::Result<()> {
    let board = TerminalBoard {
        position: game.position(),
        rules: game.rules(),
        bottom: Side::White,
        last_move,
        paint: Paint::for_stdout(),
    };
    let side = game.position().turn();
    writeln!(
        out,
        "{board}\n{side} is to move. Every number is seen by {side}.\n"
    )
}

/// A line of moves in the notation of score sheets.
fn line_text(game: &Game, line: &[Pit]) -> String {
    line_texts(game, line).join(" ")
}

fn line_texts(game: &Game, line: &[Pit]) -> Vec<String> {
    let mut game = game.clone();
    let moves = line.iter().map(|&pit| game.play(pit).notation().to_string());
    moves.collect()
}

fn move_text(game: &Game, pit: Pit) -> String {
    game.clone().play(pit).notation().to_string()
}

fn stones_won(game: &Game, pit: Pit) -> u8 {
    game.clone().play(pit).stones_won()
}
