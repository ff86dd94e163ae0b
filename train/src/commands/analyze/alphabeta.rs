//! The judgement of alpha-beta search.

use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use kumalak_env::{Game, Pit};
use kumalak_selfplay::{
    AlphaBeta, AlphaBetaSettings, AlphaBetaSpec, Counter, Monitor, MoveEvaluation, MoveLimits, PlayerError,
    Score, SearchDepth, SearchFinding, SearchSummary, evaluate,
};
use serde_json::json;

use super::position_report::PositionReport;
use super::stop::{StopListener, StopReason};
use super::{line_text, line_texts, move_text, stones_won};
use crate::exit::Finish;
use crate::progress::Progress;

/// The judgement of a search within its bounds: score, line and the score of every move, and how the search ended. A search
/// that is stopped is judged by what it has found; `None` if that is nothing.
///
/// The best move is searched as a player would search it. Then each move has as much again of time and nodes, divided
/// evenly among the moves.
pub(super) fn searched(
    game: &Game,
    spec: &AlphaBetaSpec,
) -> anyhow::Result<(Option<PositionReport>, Finish)> {
    let watch = Watch {
        progress: Progress::new("search", "moves", game.legal_moves().len() as u64 + 1),
        listener: StopListener::new()?,
        found: Mutex::default(),
    };
    let judged = judge(game, &spec.settings(), &watch);
    watch.progress.clear();
    let report = judged?.map(|judged| report(game, judged)).transpose()?;
    Ok((report, StopReason::finish(watch.listener.reason())))
}

/// What was found: the best move, and the scores of all moves, or of those for which there was time.
struct Judged {
    found: SearchFinding,
    moves: Vec<(Pit, Score)>,
}

fn judge(game: &Game, settings: &AlphaBetaSettings, watch: &Watch) -> Result<Option<Judged>, PlayerError> {
    let limits = MoveLimits {
        monitor: watch,
        ..MoveLimits::NONE
    };
    let found = match AlphaBeta::new(*settings).search_within(game, &limits) {
        Ok(found) => found.ok_or(PlayerError::GameOver(0))?,
        Err(PlayerError::Stopped) => {
            let found = watch.last();
            return Ok(found.map(|found| Judged {
                found,
                moves: Vec::new(),
            }));
        }
        Err(error) => return Err(error),
    };
    watch.progress.add(1);
    let mut judged = Judged {
        moves: vec![(found.best, found.score)],
        found: SearchFinding {
            best: found.best,
            evaluation: found.score.into(),
            summary: SearchSummary {
                depth: Some(found.depth),
                nodes: found.nodes,
                line: found.line,
                ..SearchSummary::default()
            },
        },
    };
    let legal = game.legal_moves();
    let share = AlphaBetaSettings {
        nodes: settings.nodes.map(|nodes| nodes.div_ceil(legal.len() as u64)),
        time: settings.time.map(|time| time / legal.len() as u32),
        ..*settings
    };
    for pit in legal.iter().filter(|&pit| pit != found.best) {
        match score_of_move(game, pit, &share, &limits) {
            Ok(score) => judged.moves.push((pit, score)),
            Err(PlayerError::Stopped) => break,
            Err(error) => return Err(error),
        }
        watch.progress.add(1);
    }
    // The best move stays first: the others were searched for themselves, and their scores are less certain.
    judged.moves[1..].sort_by_key(|&(_, score)| Reverse(score));
    Ok(Some(judged))
}

/// The score of a move for the side that makes it.
fn score_of_move(
    game: &Game,
    pit: Pit,
    settings: &AlphaBetaSettings,
    limits: &MoveLimits<'_>,
) -> Result<Score, PlayerError> {
    let mut after = game.clone();
    after.play(pit);
    let reply = if let Some(outcome) = after.status().outcome() {
        match outcome.sign_for(after.position().turn()) {
            1 => Score::win_in(0),
            0 => Score::DRAW,
            _ => Score::loss_in(0),
        }
    } else {
        match SearchDepth::new(settings.depth.plies() - 1) {
            Some(depth) => AlphaBeta::new(AlphaBetaSettings { depth, ..*settings })
                .search_within(&after, limits)?
                .map_or(Score::DRAW, |found| found.score),
            None => evaluate(after.position(), after.rules()),
        }
    };
    // A proven end is one ply further off for the side that moves first.
    Ok(match (reply.plies_to_win(), reply.plies_to_loss()) {
        (Some(plies), _) => Score::loss_in(plies + 1),
        (_, Some(plies)) => Score::win_in(plies + 1),
        _ => -reply,
    })
}

fn report(game: &Game, judged: Judged) -> Result<PositionReport, std::fmt::Error> {
    let SearchFinding {
        best,
        evaluation,
        summary,
    } = judged.found;
    let depth = summary.depth.unwrap_or_default();
    let mut text = String::new();
    writeln!(text, "search   {} at depth {depth}", evaluation_text(evaluation))?;
    writeln!(text, "line     {}", line_text(game, &summary.line))?;
    writeln!(text, "nodes    {}", summary.nodes)?;
    let moves: Vec<(Pit, MoveEvaluation)> = match judged.moves.is_empty() {
        true => vec![(best, evaluation)],
        false => {
            let moves = judged.moves.into_iter();
            moves.map(|(pit, score)| (pit, score.into())).collect()
        }
    };
    writeln!(text, "\nmove            score   wins")?;
    for &(pit, evaluation) in &moves {
        writeln!(
            text,
            "{:4} {:>16} {:6}",
            move_text(game, pit),
            evaluation_text(evaluation),
            stones_won(game, pit)
        )?;
    }
    let missing = game.legal_moves().len() - moves.len();
    if missing > 0 {
        writeln!(text, "stopped before {missing} more moves were judged")?;
    }
    let rows = moves.iter().map(|&(pit, evaluation)| {
        json!({
            "move": move_text(game, pit),
            "evaluation": evaluation,
            "stones_won": stones_won(game, pit),
        })
    });
    let fields = json!({
        "best": move_text(game, best),
        "line": line_texts(game, &summary.line),
        "evaluation": evaluation,
        "depth": depth,
        "nodes": summary.nodes,
        "moves": rows.collect::<Vec<_>>(),
    });
    Ok(PositionReport::new(text, fields))
}

fn evaluation_text(evaluation: MoveEvaluation) -> String {
    match evaluation {
        MoveEvaluation::WinIn(plies) => format!("won in {}", counted(plies)),
        MoveEvaluation::LossIn(plies) => format!("lost in {}", counted(plies)),
        MoveEvaluation::Stones(stones) => format!("{stones:+.2} stones"),
        MoveEvaluation::Value(value) => format!("{:+.3}", value.0),
    }
}

fn counted(plies: u32) -> String {
    if plies == 1 {
        "1 ply".to_owned()
    } else {
        format!("{plies} plies")
    }
}

/// Remembers what a search has found, and stops it when somebody asks for that.
struct Watch {
    progress: Progress,
    listener: StopListener,
    found: Mutex<Option<SearchFinding>>,
}

impl Watch {
    fn last(&self) -> Option<SearchFinding> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Monitor for Watch {
    fn advance(&self, counter: Counter, amount: u64) {
        self.progress.advance(counter, amount);
    }

    fn found(&self, finding: &SearchFinding) {
        let depth = finding.summary.depth.unwrap_or_default();
        self.progress.note(format!("depth {depth}"));
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(finding.clone());
    }

    fn is_stopped(&self) -> bool {
        self.listener.reason().is_some()
    }
}
