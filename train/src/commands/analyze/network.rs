//! The judgement of a network, alone or with tree search.

use std::fmt::Write;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use kumalak_env::solver::ExactValue;
use kumalak_env::{Game, Pit, Rules};
use kumalak_selfplay::{
    BatchSearch, Evaluation, MoverValue, NetworkSearch, SearchError, SearchProgress, SearchResult,
    SearchRoot, SearchSettings, ValueBounds,
};
use kumalak_train::{ComputeDevice, NetworkEvaluator};
use serde_json::{Value, json};

use super::live::{Live, Output};
use super::position_report::PositionReport;
use super::proof_watch::ProofWatch;
use super::stop::{StopListener, StopReason};
use super::{line_text, line_texts, move_text, stones_won};
use crate::build_player::load;
use crate::exit::Finish;

/// The network of a checkpoint, ready to judge.
pub(super) fn evaluator(
    path: &Path,
    rules: &Rules,
    device: ComputeDevice,
) -> anyhow::Result<NetworkEvaluator> {
    Ok(NetworkEvaluator::new(&load(path, rules, device)?)?)
}

/// The judgement of a network with a search, and how the search ended.
pub(super) fn searched(
    game: &Game,
    evaluator: &mut NetworkEvaluator,
    search: &NetworkSearch,
    leaves: u32,
    output: Output,
) -> anyhow::Result<(PositionReport, Finish)> {
    let settings = SearchSettings {
        leaves,
        ..search.settings()
    };
    let listener = StopListener::new()?;
    let proof = ProofWatch::new(&listener, &settings);
    let mut live = Live::new(game, output);
    let mut broken: io::Result<()> = Ok(());
    let mut reason = None;
    let roots = [SearchRoot::new(game)];
    let mut look = |progress: SearchProgress<'_>| {
        proof.end();
        broken = live.look(&progress);
        reason = listener.reason();
        let is_late = search.time.is_some_and(|time| live.elapsed() >= time);
        if broken.is_err() || reason.is_some() || is_late {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let mut walks = BatchSearch::default();
    let mut results = walks.search_while(&roots, evaluator, &settings, &proof, &mut look);
    if let Err(SearchError::Stopped) = results {
        // The network alone still has an answer, and the first look ends what comes after it.
        let without_proof = SearchSettings {
            ending_nodes: 0,
            ..settings
        };
        results = walks.search_while(&roots, evaluator, &without_proof, &(), &mut look);
    }
    proof.end();
    live.end();
    broken?;
    let results = results?;
    let text = search_text(game, &results[0], &live)?;
    let report = PositionReport::new(text, search_json(game, &results[0]));
    Ok((report, StopReason::finish(reason)))
}

fn search_json(game: &Game, result: &SearchResult) -> Value {
    let [win, draw, loss] = result.outcome;
    let moves = by_merit(game, result).into_iter().map(|pit| {
        let index = pit.index();
        let bounds = result.move_bounds[index];
        json!({
            "move": move_text(game, pit),
            "visits": result.visits[index],
            "policy": result.policy()[index],
            "prior": result.evaluation.policy[index],
            "value": result.move_values[index].map(|value| value.0),
            "stones_won": stones_won(game, pit),
            "at_least": bounds.lower.name(),
            "at_most": bounds.upper.name(),
        })
    });
    json!({
        "network": network_json(&result.evaluation),
        "best": move_text(game, result.best_move()),
        "line": line_texts(game, &result.principal_variation),
        "value": result.value.0,
        "win": win,
        "draw": draw,
        "loss": loss,
        "margin": result.margin,
        "proven": result.proven.map(ExactValue::name),
        "simulations": result.simulations,
        "depth": result.depth,
        "positions": result.nodes,
        "moves": moves.collect::<Vec<_>>(),
    })
}

fn network_json(evaluation: &Evaluation) -> Value {
    let [win, draw, loss] = evaluation.outcome;
    json!({ "win": win, "draw": draw, "loss": loss, "margin": evaluation.margin })
}

fn search_text(game: &Game, result: &SearchResult, live: &Live<'_>) -> anyhow::Result<String> {
    let mut text = evaluation_text(&result.evaluation);
    let value = signed(result.value);
    let count = result.simulations;
    writeln!(
        text,
        "search   value {value} after {count} simulations (-1 lost, 0 drawn, +1 won); {}",
        outlook_text(result)
    )?;
    if let Some(proven) = result.proven {
        writeln!(text, "proven   {proven}")?;
    }
    writeln!(text, "effort   {}", live.effort(result))?;
    writeln!(text, "line     {}", line_text(game, &result.principal_variation))?;
    writeln!(text, "\nmove   visits  policy   prior    value   wins  proven")?;
    for pit in by_merit(game, result) {
        let index = pit.index();
        writeln!(
            text,
            "{:4} {:8} {:>7} {:>7} {:>8} {:6}  {}",
            move_text(game, pit),
            result.visits[index],
            percent(result.policy()[index]),
            percent(result.evaluation.policy[index]),
            result.move_values[index].map_or_else(|| "-".to_owned(), signed),
            stones_won(game, pit),
            bounds_text(result.move_bounds[index]),
        )?;
    }
    Ok(text)
}

/// The judgement of a network alone.
pub(super) fn unsearched(game: &Game, evaluator: &mut NetworkEvaluator) -> anyhow::Result<PositionReport> {
    let evaluation = evaluate(game, evaluator)?;
    let mut text = evaluation_text(&evaluation);
    writeln!(text, "\nmove    prior   wins")?;
    let mut moves: Vec<Pit> = game.legal_moves().iter().collect();
    moves.sort_by(|a, b| evaluation.policy[b.index()].total_cmp(&evaluation.policy[a.index()]));
    for &pit in &moves {
        let prior = percent(evaluation.policy[pit.index()]);
        writeln!(
            text,
            "{:4} {prior:>8} {:6}",
            move_text(game, pit),
            stones_won(game, pit)
        )?;
    }
    let rows = moves.iter().map(|&pit| {
        json!({
            "move": move_text(game, pit),
            "prior": evaluation.policy[pit.index()],
            "stones_won": stones_won(game, pit),
        })
    });
    let fields = json!({
        "network": network_json(&evaluation),
        "best": moves.first().map(|&pit| move_text(game, pit)),
        "moves": rows.collect::<Vec<_>>(),
    });
    Ok(PositionReport::new(text, fields))
}

/// What the network says about the position, by the shortest search.
fn evaluate(game: &Game, evaluator: &mut NetworkEvaluator) -> anyhow::Result<Evaluation> {
    let settings = SearchSettings {
        simulations: 1,
        ..SearchSettings::default()
    };
    let results = BatchSearch::default().search(&[SearchRoot::new(game)], evaluator, &settings, &())?;
    Ok(results[0].evaluation)
}

fn evaluation_text(evaluation: &Evaluation) -> String {
    let [win, draw, loss] = evaluation.outcome.map(percent);
    let margin = evaluation.margin;
    format!("network  win {win}, draw {draw}, loss {loss}; final stones less the opponent's {margin:+.1}\n")
}

/// What the search expects: `win 45.1%, draw 3.0%, loss 51.9%, margin +1.2`.
pub(super) fn outlook_text(result: &SearchResult) -> String {
    let [win, draw, loss] = result.outcome.map(percent);
    format!(
        "win {win}, draw {draw}, loss {loss}, margin {:+.1}",
        result.margin
    )
}

/// The legal moves: the selected one, then the most visited; among equals the one with the higher prior.
pub(super) fn by_merit(game: &Game, result: &SearchResult) -> Vec<Pit> {
    let mut moves: Vec<Pit> = game.legal_moves().iter().collect();
    let best = result.best_move();
    moves.sort_by(|a, b| {
        let [a_prior, b_prior] = [a, b].map(|pit| result.evaluation.policy[pit.index()]);
        let by_visits = result.visits[b.index()].cmp(&result.visits[a.index()]);
        (*b == best)
            .cmp(&(*a == best))
            .then(by_visits)
            .then(b_prior.total_cmp(&a_prior))
    });
    moves
}

fn bounds_text(bounds: ValueBounds) -> String {
    match bounds.proven() {
        Some(value) => value.to_string(),
        None if bounds == ValueBounds::OPEN => "-".to_owned(),
        None => format!("{} to {}", bounds.lower, bounds.upper),
    }
}

/// A value with its sign; one that rounds to 0 is not negative.
pub(super) fn signed(value: MoverValue) -> String {
    let rounded = (value.0 * 1e3).round() / 1e3 + 0.0;
    format!("{rounded:+.3}")
}

pub(super) fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}
