//! The judgement of a tree search with random play.

use std::fmt::Write;

use kumalak_env::{Game, stream};
use kumalak_selfplay::{MoveLimits, PlayerError, RolloutPlayer, RolloutSpec};

use super::{move_text, stones_won};
use crate::interrupt;
use crate::progress::Progress;

/// Seed of the random play, so that equal arguments give equal answers.
const SEED: u64 = 0;

/// The visits and the mean result of every move; `None` if Ctrl-C stopped it.
pub(super) fn searched(game: &Game, name: &str, spec: RolloutSpec) -> anyhow::Result<Option<String>> {
    interrupt::listen()?;
    let progress = Progress::new("search", "positions", 1);
    let limits = MoveLimits {
        monitor: &progress,
        ..MoveLimits::NONE
    };
    let searched = RolloutPlayer::new(name, spec).search(game, &mut stream(SEED, 0), &limits);
    progress.clear();
    let moves = match searched {
        Ok(moves) => moves,
        Err(PlayerError::Stopped) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
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
    Ok(Some(text))
}
