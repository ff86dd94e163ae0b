//! The judgement of a tree search with random play.

use std::fmt::Write;
use std::ops::ControlFlow;

use kumalak_env::{Game, stream};
use kumalak_selfplay::{MoveLimits, RolloutPlayer, RolloutSpec, TriedMove};
use serde_json::json;

use super::position_report::PositionReport;
use super::stop::{StopListener, StopReason};
use super::{move_text, stones_won};
use crate::exit::Finish;
use crate::progress::Progress;

/// Seed of the random play, so that equal arguments give equal answers.
const SEED: u64 = 0;

/// The visits and the mean result of every move, and how the search ended.
pub(super) fn searched(
    game: &Game,
    name: &str,
    spec: RolloutSpec,
) -> anyhow::Result<(PositionReport, Finish)> {
    let listener = StopListener::new()?;
    let progress = Progress::new(
        "search",
        "random games",
        u64::from(spec.simulations.unwrap_or(u32::MAX)),
    );
    let mut reason = None;
    let mut played = 0;
    let player = RolloutPlayer::new(name, spec);
    let searched = player.search_while(game, &mut stream(SEED, 0), &MoveLimits::NONE, &mut |games| {
        progress.add(u64::from(games - played));
        played = games;
        reason = listener.reason();
        match reason {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    progress.clear();
    let report = report(game, &searched?)?;
    Ok((report, StopReason::finish(reason)))
}

fn report(game: &Game, moves: &[TriedMove]) -> Result<PositionReport, std::fmt::Error> {
    let simulations: u32 = moves.iter().map(|tried| tried.visits).sum();
    let mut text = String::new();
    writeln!(
        text,
        "search   {simulations} random games (-1 lost, 0 drawn, +1 won)"
    )?;
    writeln!(text, "\nmove     visits    value   wins")?;
    for tried in moves {
        writeln!(
            text,
            "{:4} {:10} {:>+8.3} {:6}",
            move_text(game, tried.pit),
            tried.visits,
            tried.mean,
            stones_won(game, tried.pit)
        )?;
    }
    let rows = moves.iter().map(|tried| {
        json!({
            "move": move_text(game, tried.pit),
            "visits": tried.visits,
            "value": tried.mean,
            "stones_won": stones_won(game, tried.pit),
        })
    });
    let fields = json!({
        "best": moves.first().map(|tried| move_text(game, tried.pit)),
        "value": moves.first().map(|tried| tried.mean),
        "simulations": simulations,
        "moves": rows.collect::<Vec<_>>(),
    });
    Ok(PositionReport::new(text, fields))
}
