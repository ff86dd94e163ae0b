use std::time::Duration;

use super::depth::SearchDepth;
use super::evaluation::NamedWeights;
use super::settings::{AlphaBetaSettings, Leaves, Reductions};
use super::table_size::TableSize;
use crate::player_options::{Options, Syntax};
use crate::player_spec::PlayerSpecError;
use crate::time_text::TimeText;

/// The most positions that a specification may ask for.
const MAX_NODES: u32 = u32::MAX;

const SYNTAX: Syntax = Syntax {
    player: "alphabeta",
    options: &[
        "depth",
        "nodes",
        "time",
        "hash",
        "leaves",
        "reductions",
        "weights",
    ],
    example: "alphabeta:depth=4",
};

/// What bounds an alpha-beta player, as users write it: `alphabeta:depth=8,nodes=100000,time=100ms,hash=16MiB,weights=fitted`. At
/// least one of `depth`, `nodes` and `time` is given, and the first that is met ends the search of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AlphaBetaSpec {
    /// Plies, 1 to 64.
    pub depth: Option<SearchDepth>,
    /// Positions visited for a move, 1 to 4294967295.
    pub nodes: Option<u32>,
    /// Time for a move.
    pub time: Option<Duration>,
    /// Memory of the transposition table, 16 MiB if it is not given.
    pub table: Option<TableSize>,
    /// What is judged at the horizon, quiescence if it is not given.
    pub leaves: Option<Leaves>,
    /// Which moves are searched less deeply, late moves if it is not given.
    pub reductions: Option<Reductions>,
    /// What the evaluation counts, the fitted weights if it is not given.
    pub weights: Option<NamedWeights>,
}

impl AlphaBetaSpec {
    /// A search to this depth.
    pub const fn to_depth(depth: SearchDepth) -> Self {
        Self {
            depth: Some(depth),
            nodes: None,
            time: None,
            table: None,
            leaves: None,
            reductions: None,
            weights: None,
        }
    }

    /// The settings of this search.
    pub fn settings(&self) -> AlphaBetaSettings {
        let usual = AlphaBetaSettings::default();
        AlphaBetaSettings {
            depth: self.depth.unwrap_or(SearchDepth::MAX),
            nodes: self.nodes.map(u64::from),
            time: self.time,
            table: self.table.unwrap_or_default(),
            leaves: self.leaves.unwrap_or(usual.leaves),
            reductions: self.reductions.unwrap_or(usual.reductions),
            weights: self.weights.unwrap_or_default().weights(),
            ..usual
        }
    }

    /// Reads what stands behind `alphabeta:`.
    pub(crate) fn parse(arguments: Option<&str>) -> Result<Self, PlayerSpecError> {
        let options = Options::parse(&SYNTAX, arguments)?;
        let depth = options.number_if_given("depth", SearchDepth::MAX.plies())?;
        let spec = Self {
            depth: depth.and_then(SearchDepth::new),
            nodes: options.number_if_given("nodes", MAX_NODES)?,
            time: options.duration_if_given("time")?,
            table: options.value_if_given("hash", "a size from 1MiB to 64GiB", |text| text.parse().ok())?,
            leaves: options.value_if_given("leaves", "static or quiescence", Leaves::from_name)?,
            reductions: options.value_if_given("reductions", "none or late-moves", Reductions::from_name)?,
            weights: options.value_if_given("weights", "fitted or handmade", NamedWeights::from_name)?,
        };
        if spec.depth.is_none() && spec.nodes.is_none() && spec.time.is_none() {
            return Err(options.missing("depth, nodes or time"));
        }
        Ok(spec)
    }

    /// The specification as `key=value,…`, in fixed order.
    pub(crate) fn options_text(&self) -> String {
        let parts = [
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.time.map(|time| format!("time={}", TimeText(time))),
            self.table.map(|table| format!("hash={table}")),
            self.leaves.map(|leaves| format!("leaves={}", leaves.name())),
            self.reductions
                .map(|reductions| format!("reductions={}", reductions.name())),
            self.weights.map(|weights| format!("weights={}", weights.name())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(",")
    }
}
