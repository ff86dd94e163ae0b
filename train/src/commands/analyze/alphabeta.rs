//! The judgement of alpha-beta search.

use std::fmt::Write;

use kumalak_env::{Game, Pit};
use kumalak_selfplay::{AlphaBeta, Score, SearchDepth, evaluate};

use super::{line_text, move_text, stones_won};
use crate::progress::Progress;

/// The judgement of a search to this depth: score, line and the score of every move.
pub(super) fn searched(game: &Game, depth: SearchDepth) -> anyhow::Result<String> {
    let legal = game.legal_moves();
    let progress = Progress::new("search", "moves", legal.len() as u64);
    let line = principal_variation(game, depth);
    let mut moves: Vec<(Pit, Score)> = Vec::with_capacity(legal.len());
    for pit in legal {
        moves.push((pit, score_of_move(game, pit, depth)));
        progress.add(1);
    }
    progress.clear();
    // The search tries moves in its own order, so that among equals its choice need not be the leftmost.
    moves.sort_by_key(|&(pit, score)| (std::cmp::Reverse(score), line.first() != Some(&pit)));
    let mut text = String::new();
    writeln!(
        text,
        "search   {} at depth {depth}",
        moves
            .first()
            .map_or(String::new(), |&(_, score)| score_text(score))
    )?;
    writeln!(text, "line     {}", line_text(game, &line))?;
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

/// The line of best moves, as deep as the search. Each step searches one ply less, which gives the same score since
/// scores are those of plain minimax.
fn principal_variation(game: &Game, depth: SearchDepth) -> Vec<Pit> {
    let mut game = game.clone();
    let mut line = Vec::new();
    for plies in (1..=depth.plies()).rev() {
        let found = SearchDepth::new(plies).and_then(|depth| AlphaBeta::new(depth).search(&game));
        let Some(found) = found else { break };
        game.play(found.best);
        line.push(found.best);
    }
    line
}

/// The score of a move for the side that makes it.
fn score_of_move(game: &Game, pit: Pit, depth: SearchDepth) -> Score {
    let mut after = game.clone();
    after.play(pit);
    let reply = if let Some(outcome) = after.status().outcome() {
        match outcome.sign_for(after.position().turn()) {
            1 => Score::win_in(0),
            0 => Score::DRAW,
            _ => Score::loss_in(0),
        }
    } else {
        let deeper =
            SearchDepth::new(depth.plies() - 1).and_then(|depth| AlphaBeta::new(depth).search(&after));
        deeper.map_or_else(|| evaluate(after.position(), after.rules()), |found| found.score)
    };
    // A proven end is one ply further off for the side that moves first.
    match (reply.plies_to_win(), reply.plies_to_loss()) {
        (Some(plies), _) => Score::loss_in(plies + 1),
        (_, Some(plies)) => Score::win_in(plies + 1),
        _ => -reply,
    }
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
