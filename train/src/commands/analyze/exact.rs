//! The exact value of a position on a small board or near its end.

use std::fmt::Write;
use std::ops::ControlFlow;

use anyhow::Context;
use kumalak_env::solver::{ExactMove, Solution, SolverError, SolverLimits, Verdict};
use kumalak_env::{Game, Pit};
use serde_json::json;

use super::position_report::PositionReport;
use super::stop::{StopListener, StopReason};
use super::{line_text, line_texts, move_text, stones_won};
use crate::commands::solve::{SolverBars, verdict_text};
use crate::exit::Finish;

/// The verdicts on a position and its moves, and how the solver ended; `None` if it was stopped, since half a solution says
/// nothing.
pub(super) fn solved(game: &Game) -> anyhow::Result<(Option<PositionReport>, Finish)> {
    let listener = StopListener::new()?;
    let mut bars = SolverBars::default();
    let limits = SolverLimits::default();
    let solution = Solution::solve_from(*game.rules(), game.position(), &limits, |progress| {
        if listener.reason().is_some() {
            return ControlFlow::Break(());
        }
        bars.show(progress)
    });
    bars.clear();
    match solution {
        Ok(solution) => Ok((Some(report(game, &solution)?), Finish::Done)),
        Err(SolverError::Stopped) => Ok((None, StopReason::finish(listener.reason()))),
        Err(error) => Err(error.into()),
    }
}

fn report(game: &Game, solution: &Solution) -> anyhow::Result<PositionReport> {
    let position = game.position();
    let solved = solution.verdict(position).zip(solution.moves(position));
    let (verdict, moves) = solved.context("the position is missing in its own solution")?;
    let line = line(game, solution);
    let positions = solution.counts().positions();
    let mut text = String::new();
    writeln!(text, "exact    {}", verdict_text(verdict))?;
    writeln!(text, "line     {}", line_text(game, &line))?;
    writeln!(text, "solved   {positions} positions")?;
    writeln!(text, "\nmove   value              wins")?;
    for ExactMove { pit, verdict } in &moves {
        let value = verdict_text(*verdict);
        let wins = stones_won(game, *pit);
        writeln!(text, "{:4}   {value:<17} {wins:5}", move_text(game, *pit))?;
    }
    let rows = moves.iter().map(|ExactMove { pit, verdict }| {
        json!({
            "move": move_text(game, *pit),
            "proven": verdict.value.name(),
            "plies": verdict.plies,
            "stones_won": stones_won(game, *pit),
        })
    });
    let fields = json!({
        "best": moves.first().map(|best| move_text(game, best.pit)),
        "line": line_texts(game, &line),
        "proven": verdict.value.name(),
        "plies": verdict.plies,
        "positions": positions,
        "moves": rows.collect::<Vec<_>>(),
    });
    Ok(PositionReport::new(text, fields))
}

/// Best play to the end of the game; of a draw the first move, since it may never end.
fn line(game: &Game, solution: &Solution) -> Vec<Pit> {
    let mut game = game.clone();
    let mut line = Vec::new();
    while !game.is_over() {
        let moves = solution.moves(game.position()).unwrap_or_default();
        let Some(&ExactMove { pit, verdict }) = moves.first() else {
            break;
        };
        line.push(pit);
        if verdict == Verdict::DRAW {
            break;
        }
        game.play(pit);
    }
    line
}
