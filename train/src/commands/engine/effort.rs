//! How much a `go` asks for.

use kumalak_env::Side;
use kumalak_selfplay::{MoveTime, PlayerSpec, PlayerSpecError};

use super::command::GoLimits;
use crate::player_option::with_option;

/// Options of players that bound a search; `go` replaces them.
const BOUNDS: [&str; 3] = ["depth", "nodes", "sims"];

/// What a `go` asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Effort {
    /// Who searches.
    pub(super) player: PlayerSpec,
    /// Who answers if the search is stopped before it has found anything: the same player with the shortest search. Players
    /// without one are not stopped.
    pub(super) stopgap: Option<PlayerSpec>,
    /// The time of the side to move.
    pub(super) time: MoveTime,
    /// Whether the answer waits for `stop`.
    pub(super) waits_for_stop: bool,
}

impl Effort {
    /// The search with `player` that these limits ask for if `turn` is to move.
    ///
    /// # Errors
    /// If the player has no such limit.
    pub(super) fn new(player: &PlayerSpec, limits: &GoLimits, turn: Side) -> Result<Self, String> {
        let player = bounded(player, limits)?;
        let shortest = ["depth", "sims"].map(|key| with_option(&player, key, "1", &BOUNDS));
        Ok(Self {
            stopgap: shortest.into_iter().find_map(Result::ok),
            player,
            time: limits.time_of(turn),
            waits_for_stop: limits.is_infinite,
        })
    }
}

impl GoLimits {
    /// The time of the side to move.
    fn time_of(&self, turn: Side) -> MoveTime {
        match (self.move_time, self.clocks[turn.index()]) {
            (Some(time), _) => MoveTime::PerMove(time),
            (None, Some(remaining)) => MoveTime::Clock {
                remaining,
                increment: self.increments[turn.index()],
            },
            (None, None) => MoveTime::Unlimited,
        }
    }
}

/// The player with these limits in place of its own.
fn bounded(player: &PlayerSpec, limits: &GoLimits) -> Result<PlayerSpec, String> {
    let with = |key: &str, number: u64| with_option(player, key, &number.to_string(), &BOUNDS);
    let (key, changed) = match (limits.depth, limits.nodes, limits.simulations) {
        (None, None, None) => return Ok(player.clone()),
        (Some(depth), None, None) => ("depth", with("depth", depth)),
        // What a tree search counts are simulations.
        (None, Some(nodes), None) => ("nodes", with("sims", nodes).or_else(|_| with("nodes", nodes))),
        (None, None, Some(simulations)) => ("sims", with("sims", simulations)),
        _ => return Err("go: expected one of depth, nodes and sims".to_owned()),
    };
    changed.map_err(|error| match error {
        PlayerSpecError::UnknownOption { player: name, .. } => {
            format!("go {key}: {name} has no {key}; {}", other_limits(player))
        }
        error => format!("go {key}: {error}"),
    })
}

/// What can be asked of a player instead.
fn other_limits(player: &PlayerSpec) -> String {
    let has = |key: &&str| with_option(player, key, "1", &BOUNDS).is_ok();
    let known: Vec<&str> = BOUNDS.into_iter().filter(has).collect();
    match known.is_empty() {
        true => "go alone, or with movetime or clocks, asks for its move".to_owned(),
        false => format!("it has {}", known.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn effort(player: &str, limits: GoLimits) -> Result<Effort, String> {
        Effort::new(&player.parse().unwrap(), &limits, Side::White)
    }

    fn depth(depth: u64) -> GoLimits {
        GoLimits {
            depth: Some(depth),
            ..GoLimits::default()
        }
    }

    fn nodes(nodes: u64) -> GoLimits {
        GoLimits {
            nodes: Some(nodes),
            ..GoLimits::default()
        }
    }

    #[test]
    fn limits_replace_those_of_the_player() {
        for (player, limits, expected, stopgap) in [
            (
                "alphabeta:depth=6",
                depth(3),
                "alphabeta:depth=3",
                "alphabeta:depth=1",
            ),
            (
                "alphabeta:depth=6",
                nodes(500),
                "alphabeta:nodes=500",
                "alphabeta:depth=1",
            ),
            ("net:a,sims=8", nodes(500), "net:a,sims=500", "net:a,sims=1"),
            ("mcts:sims=8", GoLimits::default(), "mcts:sims=8", "mcts:sims=1"),
        ] {
            let effort = effort(player, limits).unwrap();
            assert_eq!(effort.player.to_string(), expected);
            assert_eq!(effort.stopgap.unwrap().to_string(), stopgap);
        }
        assert_eq!(effort("greedy", GoLimits::default()).unwrap().stopgap, None);
    }

    #[test]
    fn what_a_player_does_not_have_is_refused() {
        for (player, limits, expected) in [
            (
                "random",
                depth(3),
                "go depth: random has no depth; go alone, or with movetime or clocks, asks for its move",
            ),
            (
                "net:a,sims=4",
                depth(3),
                "go depth: net has no depth; it has sims",
            ),
            (
                "alphabeta:depth=4",
                depth(u64::MAX),
                "go depth: alphabeta: depth must be ",
            ),
        ] {
            let error = effort(player, limits).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        let both = GoLimits {
            nodes: Some(5),
            ..depth(3)
        };
        assert!(effort("alphabeta:depth=4", both).unwrap_err().contains("one of"));
    }

    #[test]
    fn clocks_count_for_the_side_to_move() {
        let second = Duration::from_secs(1);
        let limits = GoLimits {
            clocks: [None, Some(second)],
            ..GoLimits::default()
        };
        let player: PlayerSpec = "random".parse().unwrap();
        let time = |turn| Effort::new(&player, &limits, turn).unwrap().time;
        assert_eq!(time(Side::White), MoveTime::Unlimited);
        let clock = MoveTime::Clock {
            remaining: second,
            increment: Duration::ZERO,
        };
        assert_eq!(time(Side::Black), clock);
    }
}
