//! The choice of a player that does not say what it thinks.

use std::cmp::Reverse;
use std::fmt::Write;

use anyhow::Context;
use kumalak_env::{Game, Pit, stream};
use kumalak_selfplay::{Monitor, MoveLimits, Player, PlayerError};
use serde_json::json;

use super::position_report::PositionReport;
use super::stop::{StopListener, StopReason};
use super::{move_text, stones_won};
use crate::exit::Finish;

/// Seed of random choices, so that equal arguments give equal answers.
const SEED: u64 = 0;

/// The move that the player would make, and how its thinking ended; `None` if it was stopped.
pub(super) fn chosen(
    game: &Game,
    player: &mut dyn Player,
) -> anyhow::Result<(Option<PositionReport>, Finish)> {
    let watch = Watch(StopListener::new()?);
    let limits = MoveLimits {
        monitor: &watch,
        ..MoveLimits::NONE
    };
    match player.choose(&[game], &mut [&mut stream(SEED, 0)], &limits) {
        Ok(pits) => {
            let pit = *pits.first().context("a player chose no move")?;
            Ok((Some(report(game, player.name(), pit)?), Finish::Done))
        }
        Err(PlayerError::Stopped) => Ok((None, StopReason::finish(watch.0.reason()))),
        Err(error) => Err(error.into()),
    }
}

fn report(game: &Game, name: &str, best: Pit) -> Result<PositionReport, std::fmt::Error> {
    let mut moves: Vec<Pit> = game.legal_moves().iter().collect();
    moves.sort_by_key(|&pit| (pit != best, Reverse(stones_won(game, pit))));
    let mut text = String::new();
    writeln!(text, "choice   {}", move_text(game, best))?;
    writeln!(text, "         {name} does not say what the moves are worth")?;
    writeln!(text, "\nmove   wins")?;
    for &pit in &moves {
        writeln!(text, "{:4} {:6}", move_text(game, pit), stones_won(game, pit))?;
    }
    let rows = moves.iter().map(|&pit| {
        json!({
            "move": move_text(game, pit),
            "stones_won": stones_won(game, pit),
        })
    });
    let fields = json!({
        "best": move_text(game, best),
        "moves": rows.collect::<Vec<_>>(),
    });
    Ok(PositionReport::new(text, fields))
}

/// Stops the player when somebody asks for that.
struct Watch(StopListener);

impl Monitor for Watch {
    fn is_stopped(&self) -> bool {
        self.0.reason().is_some()
    }
}
