//! How a player named `net:PATH,…` searches.

use std::fmt;
use std::time::Duration;

use crate::mcts::{GumbelSettings, SearchSettings, Selection};
use crate::player_options::{Options, Syntax};
use crate::player_spec::PlayerSpecError;
use crate::time_text::TimeText;

/// The most simulations a move that a specification may ask for.
const MAX_SIMULATIONS: u32 = 1_000_000;
/// The most positions of a tree that a specification may ask for.
const MAX_NODES: u32 = 1 << 30;

pub(crate) const NETWORK: Syntax = Syntax {
    player: "net",
    options: &["sims", "search", "time", "nodes", "endings"],
    example: "net:PATH,sims=64",
};

/// How the player of [`PlayerSpec::Network`](crate::PlayerSpec::Network) searches. What is not given has its default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NetworkSearch {
    /// Simulations a move, `sims=64`.
    pub simulations: Option<u32>,
    /// Which search, `search=gumbel`.
    pub selection: SearchKind,
    /// Time a move, `time=100ms`. Moves then depend on the machine.
    pub time: Option<Duration>,
    /// Positions that a tree may hold, `nodes=1000000`.
    pub nodes: Option<u32>,
    /// Positions for the exact proof of an ending before the search, `endings=1000000`. Its time comes on top of `time`.
    pub ending_nodes: Option<u32>,
}

/// Which of the two searches, each with its default settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SearchKind {
    /// [`Selection::Puct`].
    #[default]
    Puct,
    /// [`Selection::Gumbel`] without noise.
    Gumbel,
}

impl SearchKind {
    const ALL: [Self; 2] = [Self::Puct, Self::Gumbel];

    const fn name(self) -> &'static str {
        match self {
            Self::Puct => "puct",
            Self::Gumbel => "gumbel",
        }
    }
}

impl NetworkSearch {
    /// A search of so many simulations a move.
    pub fn of_simulations(simulations: u32) -> Self {
        Self {
            simulations: Some(simulations),
            ..Self::default()
        }
    }

    /// The settings of the search. Where only time bounds it, it has the most simulations that a search may have.
    pub fn settings(&self) -> SearchSettings {
        let defaults = SearchSettings::default();
        SearchSettings {
            simulations: self.simulations.unwrap_or(SearchSettings::MAX_SIMULATIONS),
            selection: match self.selection {
                SearchKind::Puct => Selection::default(),
                SearchKind::Gumbel => Selection::Gumbel(GumbelSettings::default()),
            },
            node_limit: self.nodes.unwrap_or(defaults.node_limit),
            ending_nodes: self.ending_nodes.unwrap_or(defaults.ending_nodes),
            ..defaults
        }
    }

    /// Checks that the search comes to an end.
    ///
    /// # Errors
    /// If it has neither simulations nor time, or lacks the simulations that Gumbel search shares out.
    pub fn check_budget(&self) -> Result<(), PlayerSpecError> {
        let player = NETWORK.player;
        match self {
            Self {
                simulations: None,
                selection: SearchKind::Gumbel,
                ..
            } => Err(PlayerSpecError::MissingOption {
                player: "net with search=gumbel",
                key: "sims",
                example: "net:PATH,sims=64,search=gumbel",
            }),
            Self {
                simulations: None,
                time: None,
                ..
            } => Err(PlayerSpecError::MissingOption {
                player,
                key: "sims or time",
                example: NETWORK.example,
            }),
            _ => Ok(()),
        }
    }

    pub(crate) fn read(options: &Options<'_>) -> Result<Self, PlayerSpecError> {
        let kind = |text: &str| SearchKind::ALL.into_iter().find(|kind| kind.name() == text);
        let selection = options.value_if_given("search", "puct or gumbel", kind)?;
        Ok(Self {
            simulations: options.number_if_given("sims", MAX_SIMULATIONS)?,
            selection: selection.unwrap_or_default(),
            time: options.duration_if_given("time")?,
            nodes: options.number_if_given("nodes", MAX_NODES)?,
            ending_nodes: options.number_if_given("endings", SearchSettings::MAX_ENDING_NODES)?,
        })
    }
}

/// The options behind the path, each with a comma before it.
impl fmt::Display for NetworkSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(simulations) = self.simulations {
            write!(f, ",sims={simulations}")?;
        }
        if self.selection != SearchKind::default() {
            write!(f, ",search={}", self.selection.name())?;
        }
        if let Some(time) = self.time {
            write!(f, ",time={}", TimeText(time))?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ",nodes={nodes}")?;
        }
        match self.ending_nodes {
            Some(nodes) => write!(f, ",endings={nodes}"),
            None => Ok(()),
        }
    }
}
