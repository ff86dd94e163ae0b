use std::time::Duration;

use crate::player_options::{Options, Syntax};
use crate::player_spec::PlayerSpecError;
use crate::time_text::TimeText;

/// The most simulations of a move, whatever bounds them: their tree takes about 1.5 GB.
pub(super) const MAX_SIMULATIONS: u32 = 16_000_000;

const SYNTAX: Syntax = Syntax {
    player: "mcts",
    options: &["sims", "time"],
    example: "mcts:sims=2000",
};

/// What bounds a tree search by random play, as users write it: `mcts:sims=2000,time=100ms`. At least one of the two is
/// given, and the first that is met ends the search of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RolloutSpec {
    /// Simulations for a move, 1 to 16000000.
    pub simulations: Option<u32>,
    /// Time for a move.
    pub time: Option<Duration>,
}

impl RolloutSpec {
    /// Reads what stands behind `mcts:`.
    pub(crate) fn parse(arguments: Option<&str>) -> Result<Self, PlayerSpecError> {
        let options = Options::parse(&SYNTAX, arguments)?;
        let spec = Self {
            simulations: options.number_if_given("sims", MAX_SIMULATIONS)?,
            time: options.duration_if_given("time")?,
        };
        if spec.simulations.is_none() && spec.time.is_none() {
            return Err(options.missing("sims or time"));
        }
        Ok(spec)
    }

    /// The specification as `key=value,…`, in fixed order.
    pub(crate) fn options_text(&self) -> String {
        let parts = [
            self.simulations.map(|simulations| format!("sims={simulations}")),
            self.time.map(|time| format!("time={}", TimeText(time))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(",")
    }
}
