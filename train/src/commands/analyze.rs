//! `kumalak analyze`: what a network or a search says about a position, or about every move of a game.

mod alphabeta;
mod network;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;
use kumalak_env::{Game, Pit, Side, Sowing};
use kumalak_selfplay::PlayerSpec;

use super::analyze_games::{self, GameArgs, Judge};
use super::shared_args::{DeviceArgs, PositionArgs};
use crate::exit::{Finish, UsageError};
use crate::paint::Paint;
use crate::player_option::with_option;
use crate::progress::print_line;
use crate::terminal_board::TerminalBoard;
use crate::written_move::WrittenMove;

/// Judge a position or a whole game: best move, value, expected margin, principal variation
#[derive(Args)]
#[command(
    long_about = "Judge a position with a network and tree search, with a network alone, or with alpha-beta search. \
                  Shows the best line and a table of the moves. Every number is seen by the side to move.\n\n\
                  With a file of game records every move of a game is judged: what the player would have chosen, White's \
                  chances after the move, what the move gave away, and the worst moves. With --all every game of the file \
                  is, and a table shows by rating how often people choose the player's move and what they lose.",
    after_help = "EXAMPLES:\n  \
                  kumalak analyze --with net:runs/first/best,sims=800\n  \
                  kumalak analyze --with net:runs/first/best,sims=800 --sims 100 --moves \"76 98 22\"\n  \
                  kumalak analyze --with policy:runs/first/best --moves \"7 9 2\"\n  \
                  kumalak analyze --with alphabeta:depth=8 --fen '10S,7,1S/8,1S 80 70 S 1'\n  \
                  kumalak analyze game.pgn --with alphabeta:depth=6 --svg game.svg\n  \
                  kumalak analyze games.pgn --game 12 --with policy:runs/first/best --json\n  \
                  kumalak analyze games.pgn --all --with net:runs/first/best,sims=64"
)]
pub(crate) struct AnalyzeArgs {
    /// File with game records, of which every move is judged [default: one position is judged]
    #[arg(value_name = "GAMES", conflicts_with_all = ["moves", "fen"])]
    games: Option<PathBuf>,
    /// Who judges: net:PATH,sims=N, policy:PATH or alphabeta:depth=N
    #[arg(long, value_name = "SPEC")]
    with: PlayerSpec,
    /// Simulations, in place of those of net:PATH,sims=N
    #[arg(long, value_name = "N")]
    sims: Option<NonZeroU32>,
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
    if let Some(file) = &args.games {
        let spec = match args.sims {
            None => args.with.clone(),
            Some(sims) => with_option(&args.with, "sims", &sims.to_string(), &[])
                .map_err(|error| UsageError(format!("--sims: {error}")))?,
        };
        let judge = Judge {
            spec: &spec,
            rules: &rules,
            device: args.device.device,
        };
        return analyze_games::run(file, &judge, &args.game);
    }
    let mut game = Game::from_position(rules, start);
    let last_move = play_moves(&mut game, args.moves.as_deref().unwrap_or_default())?;
    if game.is_over() {
        return Err(
            UsageError("the game is over in this position, there is nothing to judge".to_owned()).into(),
        );
    }
    if args.sims.is_some() && !matches!(args.with, PlayerSpec::Network { .. }) {
        return Err(UsageError(format!("--sims needs --with net:PATH,sims=N, not {}", args.with)).into());
    }
    let mut out = io::stdout();
    let report = match &args.with {
        PlayerSpec::Network { path, simulations } => {
            let simulations = args.sims.map_or(*simulations, NonZeroU32::get);
            network::searched(&game, path, args.device.device, simulations)?
        }
        PlayerSpec::Policy { path } => network::unsearched(&game, path, args.device.device)?,
        PlayerSpec::AlphaBeta { depth } => Some(alphabeta::searched(&game, *depth)?),
        PlayerSpec::Random | PlayerSpec::Greedy | PlayerSpec::Engine { .. } => {
            let message = format!(
                "{} judges no position: expected net:, policy: or alphabeta:",
                args.with
            );
            return Err(UsageError(message).into());
        }
    };
    let Some(report) = report else {
        print_line("interrupted before the search was finished");
        return Ok(Finish::Interrupted);
    };
    write_position(&mut out, &game, last_move.as_ref())?;
    writeln!(out, "{report}")?;
    Ok(Finish::Done)
}

/// Plays moves that are separated by white space, and returns what the last one did.
pub(super) fn play_moves(game: &mut Game, moves: &str) -> Result<Option<Sowing>, UsageError> {
    let mut last_move = None;
    for (index, text) in moves.split_whitespace().enumerate() {
        let played = text.parse().and_then(|written: WrittenMove| written.play(game));
        let explain = |reason| UsageError(format!("--moves: move {} ({text}): {reason}", index + 1));
        last_move = Some(played.map_err(explain)?);
    }
    Ok(last_move)
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
    let mut game = game.clone();
    let moves: Vec<String> = line
        .iter()
        .map(|&pit| game.play(pit).notation().to_string())
        .collect();
    moves.join(" ")
}

fn move_text(game: &Game, pit: Pit) -> String {
    game.clone().play(pit).notation().to_string()
}

fn stones_won(game: &Game, pit: Pit) -> u8 {
    game.clone().play(pit).stones_won()
}
