//! How much a `go` asks for, as searches of which each goes further than the one before.
//!
//! A player that is stopped has no answer, so that the answer to `stop` is that of the last search that was finished. The
//! first one takes next to nothing.

use std::time::{Duration, Instant};

use kumalak_env::Side;
use kumalak_selfplay::{MoveTime, PlayerSpec};

use super::command::GoLimits;
use crate::player_option::with_option;

/// Options of players that bound a search; `go` replaces them.
const BOUNDS: [&str; 3] = ["depth", "nodes", "sims"];

/// The time of the first of several searches that time alone bounds.
const FIRST_TIME: Duration = Duration::from_millis(20);

/// What a `go` asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Effort {
    /// The searches, the shortest first.
    pub(super) steps: Vec<Step>,
    /// Time for all of them.
    pub(super) time: Option<Duration>,
    /// Whether the answer waits for `stop`.
    pub(super) waits_for_stop: bool,
}

/// A search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) player: PlayerSpec,
    pub(super) time: StepTime,
}

/// How much time a search gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepTime {
    /// All that is left.
    Rest,
    /// This much, or what is left if that is less.
    AtMost(Duration),
}

impl Effort {
    /// The searches with `player` that these limits ask for if `turn` is to move.
    ///
    /// # Errors
    /// If the player has no such limit.
    pub(super) fn new(player: &PlayerSpec, limits: &GoLimits, turn: Side) -> Result<Self, String> {
        let time = limits.time_of(turn).budget();
        let players = players(player, limits)?;
        let is_bounded_by_time_alone = players.len() == 1;
        let mut steps: Vec<Step> = players
            .into_iter()
            .map(|player| Step {
                player,
                time: StepTime::Rest,
            })
            .collect();
        if is_bounded_by_time_alone {
            let first = &steps[0].player;
            let quick = |time| Step {
                player: first.clone(),
                time: StepTime::AtMost(time),
            };
            let shorter: Vec<Step> = if limits.is_infinite && time.is_none() {
                (0..24)
                    .map(|doublings| quick(FIRST_TIME * (1 << doublings)))
                    .collect()
            } else {
                vec![quick(time.map_or(FIRST_TIME, |time| (time / 20).min(FIRST_TIME)))]
            };
            steps.splice(0..0, shorter);
        }
        Ok(Self {
            steps,
            time,
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

impl StepTime {
    /// What a search is granted that begins now and must end by `deadline`.
    pub(super) fn granted(self, deadline: Option<Instant>) -> MoveTime {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let time = match self {
            Self::Rest => left,
            Self::AtMost(time) => Some(left.map_or(time, |left| left.min(time))),
        };
        time.map_or(MoveTime::Unlimited, MoveTime::PerMove)
    }
}

/// The players of the searches: one for each depth, or a quick one and the one that is asked for, or the player itself.
fn players(player: &PlayerSpec, limits: &GoLimits) -> Result<Vec<PlayerSpec>, String> {
    let with = |key: &str, number: u64| {
        with_option(player, key, &number.to_string(), &BOUNDS).map_err(|error| format!("go {key}: {error}"))
    };
    match (limits.depth, limits.nodes, limits.simulations) {
        (None, None, None) => Ok(vec![player.clone()]),
        (Some(depth), None, None) => {
            // The greatest is tried first, so that a wrong one does not ask for all that are less.
            with("depth", depth)?;
            (1..=depth).map(|depth| with("depth", depth)).collect()
        }
        (None, Some(nodes), None) => {
            // What a tree search counts are simulations.
            let full = with("sims", nodes).or_else(|_| with("nodes", nodes))?;
            Ok(vec![quick(player, &full), full])
        }
        (None, None, Some(simulations)) => {
            let full = with("sims", simulations)?;
            Ok(vec![quick(player, &full), full])
        }
        _ => Err("go: expected one of depth, nodes and sims".to_owned()),
    }
}

/// The shortest search of this kind of player.
fn quick(player: &PlayerSpec, otherwise: &PlayerSpec) -> PlayerSpec {
    let shortest = ["depth", "sims"].map(|key| with_option(player, key, "1", &BOUNDS));
    shortest
        .into_iter()
        .find_map(Result::ok)
        .unwrap_or_else(|| otherwise.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort(player: &str, limits: GoLimits) -> Result<Effort, String> {
        Effort::new(&player.parse().unwrap(), &limits, Side::White)
    }

    fn names(effort: &Effort) -> Vec<String> {
        effort.steps.iter().map(|step| step.player.to_string()).collect()
    }

    #[test]
    fn a_depth_is_reached_ply_by_ply() {
        let limits = GoLimits {
            depth: Some(3),
            ..GoLimits::default()
        };
        let effort = effort("alphabeta:depth=6", limits).unwrap();
        let expected = ["alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3"];
        assert_eq!(names(&effort), expected);
    }

    #[test]
    fn simulations_come_after_a_quick_answer() {
        let limits = GoLimits {
            simulations: Some(500),
            ..GoLimits::default()
        };
        let expected = ["net:a,sims=1", "net:a,sims=500"];
        assert_eq!(names(&effort("net:a,sims=8", limits).unwrap()), expected);
        let limits = GoLimits {
            nodes: Some(500),
            ..GoLimits::default()
        };
        assert_eq!(effort("net:a,sims=8", limits).unwrap().steps.len(), 2);
    }

    #[test]
    fn what_a_player_does_not_have_is_refused() {
        let depth = |depth| GoLimits {
            depth: Some(depth),
            ..GoLimits::default()
        };
        assert!(
            effort("random", depth(3))
                .unwrap_err()
                .contains("random has no option")
        );
        assert!(
            effort("alphabeta:depth=4", depth(u64::MAX))
                .unwrap_err()
                .contains("depth")
        );
        let both = GoLimits {
            nodes: Some(5),
            ..depth(3)
        };
        assert!(effort("alphabeta:depth=4", both).unwrap_err().contains("one of"));
    }

    #[test]
    fn clocks_count_for_the_side_to_move() {
        let second = Some(Duration::from_secs(1));
        let limits = GoLimits {
            clocks: [None, second],
            ..GoLimits::default()
        };
        let player: PlayerSpec = "random".parse().unwrap();
        let time = |turn| Effort::new(&player, &limits, turn).unwrap().time;
        assert_eq!(time(Side::White), None);
        assert!(time(Side::Black) < second);
    }
}
