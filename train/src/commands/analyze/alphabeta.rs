//! The judgement of alpha-beta search.

use std::fmt::Write;

use kumalak_env::{Game, Pit};
use kumalak_selfplay::{
    AlphaBeta, AlphaBetaResult, AlphaBetaSettings, AlphaBetaSpec, MoveLimits, PlayerError, Score,
    SearchDepth, evaluate,
};

use super::{line_text, move_text, stones_won};
use crate::interrupt;
use crate::progress::Progress;

/// The judgement of a search within its bounds: score, line and the score of every move; `None` if Ctrl-C stopped it.
///
/// The best move is searched as a player would search it. Then each move has as much again of time and nodes, divided
/// evenly among the moves.
pub(super) fn searched(game: &Game, spec: &AlphaBetaSpec) -> anyhow::Result<Option<String>> {
    interrupt::listen()?;
    let legal = game.legal_moves();
    let settings = spec.settings();
    let progress = Progress::new("search", "moves", legal.len() as u64 + 1);
    let limits = MoveLimits {
        monitor: &progress,
        ..MoveLimits::NONE
    };
    let judged = judge(game, &settings, &limits, &progress);
    progress.clear();
    match judged {
        Ok((found, moves)) => Ok(Some(report(game, &found, moves)?)),
        Err(PlayerError::Stopped) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn judge(
    game: &Game,
    settings: &AlphaBetaSettings,
    limits: &MoveLimits<'_>,
    progress: &Progress,
) -> Result<(AlphaBetaResult, Vec<(Pit, Score)>), PlayerError> {
    let found = AlphaBeta::new(*settings)
        .search_within(game, limits)?
        .ok_or(PlayerError::GameOver(0))?;
    progress.add(1);
    let legal = game.legal_moves();
    let share = AlphaBetaSettings {
        nodes: settings.nodes.map(|nodes| nodes.div_ceil(legal.len() as u64)),
        time: settings.time.map(|time| time / legal.len() as u32),
        ..*settings
    };
    let mut moves = Vec::with_capacity(legal.len());
    for pit in legal {
        let score = if pit == found.best {
            found.score
        } else {
            score_of_move(game, pit, &share, limits)?
        };
        moves.push((pit, score));
        progress.add(1);
    }
    Ok((found, moves))
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

fn report(
    game: &Game,
    found: &AlphaBetaResult,
    mut moves: Vec<(Pit, Score)>,
) -> Result<String, std::fmt::Error> {
    // The best move stays first: the others were searched for themselves, and their scores are less certain.
    moves.sort_by_key(|&(pit, score)| (pit != found.best, std::cmp::Reverse(score)));
    let mut text = String::new();
    writeln!(
        text,
        "search   {} at depth {}",
        score_text(found.score),
        found.depth
    )?;
    writeln!(text, "line     {}", line_text(game, &found.line))?;
    writeln!(text, "nodes    {}", found.nodes)?;
    writeln!(text, "\nmove            score   wins")?;
    for (pit, score) in moves {
        writeln!(
            text,
            "{:4} {:>16} {:6}",
            move_text(game, pit),
            score_text(score),
            stones_won(game, pit)
        )?;
    }
    Ok(text)
}

fn score_text(score: Score) -> String {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => format!("won in {}", counted(plies)),
        (_, Some(plies)) => format!("lost in {}", counted(plies)),
        _ => format!("{:+.2} stones", f64::from(score.hundredths()) / 100.0),
    }
}

fn counted(plies: u32) -> String {
    if plies == 1 {
        "1 ply".to_owned()
    } else {
        format!("{plies} plies")
    }
}
