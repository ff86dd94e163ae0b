//! `kumalak play`: a person against any player, in the terminal.

mod input;
mod session;

use std::io::{self, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{Args, ValueEnum};
use kumalak_env::{Game, Side, stream};
use kumalak_selfplay::PlayerSpec;
use rand::RngExt;

use self::session::{Echo, Session};
use super::analyze::play_moves;
use super::shared_args::{DeviceArgs, PositionArgs};
use crate::build_player::{build_players, check_solvable};
use crate::exit::Finish;
use crate::paint::Paint;

/// Number of the random stream that chooses the side; no game has as many plies.
const SIDE: u64 = u64::MAX;

/// Play against any player in the terminal
#[derive(Args)]
#[command(
    long_about = "Play against any player in the terminal. Your row lies below; type the number of a pit to play it, \
                  help for what else can be typed. The board marks the origin of the last move with ( ), \
                  the pit of its last stone with [ ], a tuzdik with X and the side to move with >.",
    after_help = "EXAMPLES:\n  \
                  kumalak play\n  \
                  kumalak play --against net:runs/first/best,sims=400 --side random\n  \
                  kumalak play --against alphabeta:depth=6 --side black --rules bestemshe\n  \
                  kumalak play --moves \"76 98 22\" --side black\n  \
                  printf '7\\nquit\\n' | kumalak play --against random --seed 1"
)]
pub(crate) struct PlayArgs {
    /// The opponent: random, greedy, alphabeta:depth=N, mcts:sims=N, net:PATH,sims=N (or time=100ms instead), policy:PATH,
    /// engine:FILE, or exact on a small board
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:depth=4")]
    against: PlayerSpec,
    /// Your side; White moves first
    #[arg(long, value_enum, default_value_t = SideChoice::White)]
    side: SideChoice,
    /// Moves after which you go on, such as "76 98 22" or "7 9 2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    device: DeviceArgs,
    /// Seed of the opponent's random numbers and of --side random [default: from the clock, and shown]
    #[arg(long)]
    seed: Option<u64>,
}

/// The side of the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SideChoice {
    White,
    Black,
    Random,
}

/// Runs the command.
pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<Finish> {
    let (rules, position) = args.position.resolve()?;
    let mut game = Game::from_position(rules, position);
    let sowings = play_moves(&mut game, args.moves.as_deref().unwrap_or_default())?;
    check_solvable(&args.against, &rules, game.start())?;
    let mut opponents = build_players(&args.against, &rules, args.device.device, 1)?;
    let opponent = opponents.first_mut().context("no opponent")?;
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let session = Session {
        game,
        sowings,
        person: args.side.choose(seed),
        opponent: opponent.as_mut(),
        seed,
        input: io::stdin().lock(),
        output: io::stdout().lock(),
        paint: Paint::for_stdout(),
        echo: if io::stdin().is_terminal() {
            Echo::Off
        } else {
            Echo::On
        },
    };
    session.run()?;
    Ok(Finish::Done)
}

impl SideChoice {
    fn choose(self, seed: u64) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
            Self::Random => Side::ALL[stream(seed, SIDE).random_range(0..2)],
        }
    }
}

/// A seed of which a person need not think; the session shows it, so that the game can be repeated.
fn seed_from_clock() -> u64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since_epoch.subsec_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_chooses_the_random_side() {
        let sides = (0..16).map(|seed| SideChoice::Random.choose(seed));
        let whites = sides.filter(|&side| side == Side::White).count();
        assert!((1..16).contains(&whites), "{whites} of 16 are White");
        assert_eq!(SideChoice::Random.choose(3), SideChoice::Random.choose(3));
    }
}
