//! The lines that the engine writes.

use kumalak_env::{Game, Pit};
use kumalak_selfplay::MoveEvaluation;

use super::watch::{Finding, Info};

/// `info depth 4 nodes 1200 nps 60000 time 20 score stones +6.40 pv 76 98`; what is not known is left out.
pub(super) fn info_line(game: &Game, info: &Info) -> String {
    let Finding {
        best,
        evaluation,
        summary,
    } = &info.finding;
    let mut line = "info".to_owned();
    if let Some(depth) = summary.depth {
        line += &format!(" depth {depth}");
    }
    let seconds = info.elapsed.as_secs_f64();
    if summary.nodes > 0 {
        line += &format!(" nodes {}", summary.nodes);
    }
    if summary.nodes > 0 && seconds > 0.0 {
        line += &format!(" nps {:.0}", summary.nodes as f64 / seconds);
    }
    line += &format!(" time {}", info.elapsed.as_millis());
    if let Some(evaluation) = evaluation {
        line += &format!(" score {}", score(*evaluation));
    }
    let line_of_play = match (&summary.line[..], best) {
        ([], Some(best)) => std::slice::from_ref(best),
        (moves, _) => moves,
    };
    if !line_of_play.is_empty() {
        line += &format!(" pv {}", moves_text(game, line_of_play));
    }
    line
}

/// `bestmove 76`, or `bestmove none` in a game that is over.
pub(super) fn best_move_line(game: &Game, best: Option<Pit>) -> String {
    match best {
        Some(pit) => format!("bestmove {}", moves_text(game, &[pit])),
        None => "bestmove none".to_owned(),
    }
}

fn score(evaluation: MoveEvaluation) -> String {
    match evaluation {
        MoveEvaluation::Value(value) => format!("value {:+.3}", value.0),
        MoveEvaluation::Stones(stones) => format!("stones {stones:+.2}"),
        MoveEvaluation::WinIn(plies) => format!("win {plies}"),
        MoveEvaluation::LossIn(plies) => format!("loss {plies}"),
    }
}

/// Moves as score sheets write them; what cannot be played ends the line.
fn moves_text(game: &Game, line: &[Pit]) -> String {
    let mut game = game.clone();
    let moves = line.iter().map_while(|&pit| game.try_play(pit).ok());
    let moves: Vec<String> = moves.map(|sowing| sowing.notation().to_string()).collect();
    moves.join(" ")
}
