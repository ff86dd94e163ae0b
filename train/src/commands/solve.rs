//! `kumalak solve`: exact values of small boards and endings.

mod bars;
mod report;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use kumalak_env::solver::{ByteSize, Solution, SolverError, SolverLimits, SolverProgress};
use kumalak_env::{Game, Position, Rules};

pub(super) use self::bars::SolverBars;
use self::report::SolveReport;
pub(super) use self::report::verdict_text;
use super::analyze::play_moves;
use super::shared_args::{BoardArgs, position_of};
use crate::exit::{Finish, UsageError};
use crate::interrupt;
use crate::progress::print_line;

/// Compute the exact values of a small board or an ending
#[derive(Args)]
#[command(
    long_about = "Compute the exact value of a position and of every position that can be reached from it:\n\
                  win, draw or loss for the side to move, and how many plies a win or loss takes under\n\
                  best play. Play that never ends is a draw. A position and its mirror image, with the\n\
                  sides exchanged, count as one.\n\n\
                  Without --fen and --moves the start of the game is solved. That works for small boards:\n\
                  3 pits of 3 stones take a megabyte and about a second, 4 pits of 3 stones 120 MB and\n\
                  half a minute. Endings of larger boards can be solved as well. What needs more memory\n\
                  than allowed is refused before the memory is taken.",
    after_help = "EXAMPLES:\n  \
                  kumalak solve --pits 3 --stones 3\n  \
                  kumalak solve --pits 4 --stones 2 --moves \"12 4\" --json\n  \
                  kumalak solve --pits 4 --stones 3 --tuzdik none --memory 1GB\n  \
                  kumalak solve --fen '3,1S,2,T,2S,1/t,5,4S,1S,1S 77 76 S 1'"
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Position to solve, as PlayStrategy writes it [default: the start of the game]
    #[arg(long)]
    fen: Option<String>,
    /// Moves that lead to the position, such as "76 98 22" or "7 9 2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Memory that may be used
    #[arg(long, value_name = "SIZE", default_value = "2GB")]
    memory: ByteSize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    fn position(&self) -> Result<(Rules, Position), UsageError> {
        let (rules, position) = position_of(self.board.given()?, self.fen.as_deref())?;
        let mut game = Game::from_position(rules, position);
        play_moves(&mut game, self.moves.as_deref().unwrap_or_default())?;
        Ok((rules, *game.position()))
    }
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<Finish> {
    let (rules, position) = args.position()?;
    interrupt::listen()?;
    let limits = SolverLimits {
        memory_bytes: args.memory.0,
    };
    let began = Instant::now();
    let Some(solution) = solved_with_bars(|report| Solution::solve_from(rules, &position, &limits, report))?
    else {
        return Ok(Finish::Interrupted);
    };
    let report = SolveReport::new(&solution, position)?;
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        write!(out, "{report}")?;
        writeln!(out, "\nsolved in {:.1} s", began.elapsed().as_secs_f64())?;
    }
    Ok(Finish::Done)
}

/// Solves a board from its start and shows how far it is; `None`, with a word to the user, if Ctrl-C stopped it.
///
/// # Errors
/// If the limits or the system do not allow the memory, or the board is too large.
pub(crate) fn solve(rules: &Rules, limits: &SolverLimits) -> anyhow::Result<Option<Solution>> {
    solved_with_bars(|report| Solution::solve(*rules, limits, report))
}

type Report<'a> = &'a mut dyn FnMut(SolverProgress) -> ControlFlow<()>;

fn solved_with_bars(
    solve: impl FnOnce(Report<'_>) -> Result<Solution, SolverError>,
) -> anyhow::Result<Option<Solution>> {
    let mut bars = SolverBars::default();
    let solved = solve(&mut |progress| bars.show(progress));
    bars.clear();
    match solved {
        Ok(solution) => Ok(Some(solution)),
        Err(SolverError::Stopped) => {
            print_line("interrupted before the board was solved");
            Ok(None)
        }
        Err(error) => Err(solver_error(error)),
    }
}

/// More memory than people can grant: 1 TB.
const BEYOND_MEMORY: u64 = 1_000_000_000_000;

/// An error of the solver with what can be done about it.
pub(crate) fn solver_error(error: SolverError) -> anyhow::Error {
    match error {
        SolverError::GameOver => UsageError(error.to_string()).into(),
        SolverError::Memory { needed, .. } if needed < BEYOND_MEMORY => {
            anyhow!("{error}; --memory sets the limit")
        }
        error => error.into(),
    }
}
