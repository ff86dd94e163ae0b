//! The judgement of a network, alone or with tree search.

use std::fmt::Write;
use std::path::Path;

use kumalak_env::{Game, Pit};
use kumalak_selfplay::{
    BatchSearch, Counter, Evaluation, Monitor, MoverValue, SearchError, SearchResult, SearchRoot,
};
use kumalak_train::{ComputeDevice, NetworkEvaluator};

use super::{line_text, move_text, stones_won};
use crate::build_player::{load, search_settings};
use crate::interrupt;
use crate::progress::Progress;

/// The judgement of a network with a search of so many simulations; `None` if Ctrl-C stopped it.
pub(super) fn searched(
    game: &Game,
    path: &Path,
    device: ComputeDevice,
    simulations: u32,
) -> anyhow::Result<Option<String>> {
    let Some(result) = search(game, path, device, simulations)? else {
        return Ok(None);
    };
    let mut text = evaluation_text(&result.evaluation);
    let value = signed(result.value);
    writeln!(
        text,
        "search   value {value} after {simulations} simulations (-1 lost, 0 drawn, +1 won)"
    )?;
    writeln!(text, "line     {}", line_text(game, &result.principal_variation))?;
    writeln!(text, "\nmove   visits   share   prior    value   wins")?;
    for pit in by_visits(game, &result) {
        let index = pit.index();
        writeln!(
            text,
            "{:4} {:8} {:>7} {:>7} {:>8} {:6}",
            move_text(game, pit),
            result.visits[index],
            percent(result.policy()[index]),
            percent(result.evaluation.policy[index]),
            result.move_values[index].map_or_else(|| "-".to_owned(), signed),
            stones_won(game, pit),
        )?;
    }
    Ok(Some(text))
}

/// The judgement of a network alone; `None` if Ctrl-C stopped it.
pub(super) fn unsearched(game: &Game, path: &Path, device: ComputeDevice) -> anyhow::Result<Option<String>> {
    // The shortest search begins with what the network says.
    let Some(SearchResult { evaluation, .. }) = search(game, path, device, 1)? else {
        return Ok(None);
    };
    let mut text = evaluation_text(&evaluation);
    writeln!(text, "\nmove    prior   wins")?;
    let mut moves: Vec<Pit> = game.legal_moves().iter().collect();
    moves.sort_by(|a, b| evaluation.policy[b.index()].total_cmp(&evaluation.policy[a.index()]));
    for pit in moves {
        let prior = percent(evaluation.policy[pit.index()]);
        writeln!(
            text,
            "{:4} {prior:>8} {:6}",
            move_text(game, pit),
            stones_won(game, pit)
        )?;
    }
    Ok(Some(text))
}

fn search(
    game: &Game,
    path: &Path,
    device: ComputeDevice,
    simulations: u32,
) -> anyhow::Result<Option<SearchResult>> {
    let mut evaluator = NetworkEvaluator::new(&load(path, game.rules(), device)?)?;
    interrupt::listen()?;
    let progress = SearchProgress(Progress::new("search", "evaluations", u64::from(simulations) + 1));
    let settings = search_settings(simulations);
    let results =
        BatchSearch::default().search(&[SearchRoot::new(game)], &mut evaluator, &settings, &progress);
    progress.0.clear();
    match results {
        Ok(results) => Ok(results.into_iter().next()),
        Err(SearchError::Stopped) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Moves the bar by evaluations, which are as many as simulations or, where games end, a few less.
struct SearchProgress(Progress);

impl Monitor for SearchProgress {
    fn advance(&self, counter: Counter, amount: u64) {
        if counter == Counter::Evaluations {
            self.0.add(amount);
        }
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

fn evaluation_text(evaluation: &Evaluation) -> String {
    let [win, draw, loss] = evaluation.outcome.map(percent);
    let margin = evaluation.margin;
    format!("network  win {win}, draw {draw}, loss {loss}; final stones less the opponent's {margin:+.1}\n")
}

/// The legal moves, the most visited first; among equals the one with the higher prior.
fn by_visits(game: &Game, result: &SearchResult) -> Vec<Pit> {
    let mut moves: Vec<Pit> = game.legal_moves().iter().collect();
    let best = result.best_move();
    moves.sort_by(|a, b| {
        let [a_prior, b_prior] = [a, b].map(|pit| result.evaluation.policy[pit.index()]);
        let by_visits = result.visits[b.index()].cmp(&result.visits[a.index()]);
        by_visits
            .then((*b == best).cmp(&(*a == best)))
            .then(b_prior.total_cmp(&a_prior))
    });
    moves
}

/// A value with its sign; one that rounds to 0 is not negative.
fn signed(value: MoverValue) -> String {
    let rounded = (value.0 * 1e3).round() / 1e3 + 0.0;
    format!("{rounded:+.3}")
}

fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}
