use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::alphabeta::{AlphaBetaPlayer, AlphaBetaSpec};
use crate::exact_player::ExactPlayer;
use crate::greedy_player::GreedyPlayer;
use crate::network_spec::{NETWORK, NetworkSearch};
use crate::player::Player;
use crate::player_options::{Options, Syntax, path_and_options};
use crate::random_player::RandomPlayer;
use crate::rollouts::{RolloutPlayer, RolloutSpec};

/// Which player, as users name it.
///
/// | text | player |
/// |---|---|
/// | `random` | [`RandomPlayer`] |
/// | `greedy` | [`GreedyPlayer`] |
/// | `alphabeta:depth=8,nodes=100000,time=100ms,hash=16MiB` | [`AlphaBetaPlayer`] with at least one of `depth`, `nodes` and `time`: see [`AlphaBetaSpec`] |
/// | `mcts:sims=2000,time=100ms` | [`RolloutPlayer`] with at least one of `sims` and `time`: see [`RolloutSpec`] |
/// | `exact` | [`ExactPlayer`], on small boards |
/// | `net:PATH,sims=64` | tree search with the network of this checkpoint, 1 to 1000000 simulations a move |
/// | `net:PATH,time=100ms` | the same for so long a move; with `sims` too, whichever comes first |
/// | `net:PATH,sims=64,search=gumbel` | Gumbel search instead of PUCT |
/// | `net:PATH,sims=64,nodes=1000` | a tree of at most so many positions |
/// | `policy:PATH` | the same network's policy without search |
/// | `engine:FILE` | a program outside, as [`EngineDescription`](crate::EngineDescription) says |
///
/// A path holds no comma. Configuration files read and write the same text.
///
/// ```
/// use kumalak_selfplay::PlayerSpec;
///
/// let spec: PlayerSpec = "alphabeta:depth=4".parse()?;
/// assert_eq!(spec.to_string(), "alphabeta:depth=4");
/// assert!(spec.build_builtin().is_some());
/// # Ok::<(), kumalak_selfplay::PlayerSpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// Uniformly random moves.
    Random,
    /// The most stones in one ply.
    Greedy,
    /// Alpha-beta search within bounds.
    AlphaBeta(AlphaBetaSpec),
    /// Monte Carlo tree search with random play.
    Rollouts(RolloutSpec),
    /// Perfect play on small boards.
    Exact,
    /// Monte Carlo tree search with a network.
    Network {
        /// The checkpoint.
        path: PathBuf,
        /// How it searches.
        search: NetworkSearch,
    },
    /// A network's policy without search.
    Policy {
        /// The checkpoint.
        path: PathBuf,
    },
    /// A program outside.
    Engine {
        /// Its description.
        path: PathBuf,
    },
}

/// Text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerSpecError {
    /// There is no such player.
    #[error(
        "unknown player {0:?}, expected random, greedy, alphabeta:depth=N, mcts:sims=N, exact, net:PATH,sims=N, policy:PATH or engine:FILE"
    )]
    UnknownPlayer(String),
    /// The player has no such option.
    #[error("{player} has no option {key:?}, {}", allowed_options(.allowed))]
    UnknownOption {
        /// The player.
        player: &'static str,
        /// What was given.
        key: String,
        /// What it has.
        allowed: &'static [&'static str],
    },
    /// An option without a value.
    #[error("{player}: expected {}, got {text:?}", written_options(.allowed))]
    NotAnOption {
        /// The player.
        player: &'static str,
        /// What was given.
        text: String,
        /// The options that it has.
        allowed: &'static [&'static str],
    },
    /// An option that is needed is absent.
    #[error("{player} needs {key}, as in {example}")]
    MissingOption {
        /// The player.
        player: &'static str,
        /// The option.
        key: &'static str,
        /// A complete specification.
        example: &'static str,
    },
    /// An option was given twice.
    #[error("{player}: {key} is given twice")]
    RepeatedOption {
        /// The player.
        player: &'static str,
        /// The option.
        key: &'static str,
    },
    /// A number that is none, or out of range.
    #[error("{player}: {key} must be a whole number from 1 to {greatest}, got {value:?}")]
    Number {
        /// The player.
        player: &'static str,
        /// The option.
        key: &'static str,
        /// What was given.
        value: String,
        /// The greatest number that is allowed.
        greatest: u32,
    },
    /// A value that the option cannot have.
    #[error("{player}: {key} must be {expected}, got {value:?}")]
    Value {
        /// The player.
        player: &'static str,
        /// The option.
        key: &'static str,
        /// What was given.
        value: String,
        /// What it can have.
        expected: &'static str,
    },
    /// No path was given.
    #[error("{player} needs the path of {}, as in {example}", content_of_path(player))]
    MissingPath {
        /// The player.
        player: &'static str,
        /// A complete specification.
        example: &'static str,
    },
}

fn allowed_options(allowed: &[&str]) -> String {
    match allowed {
        [] => "it has none".to_owned(),
        _ => format!("expected {}", allowed.join(", ")),
    }
}

fn written_options(allowed: &[&str]) -> String {
    match allowed {
        [] => "nothing after its name, since it has no options".to_owned(),
        _ => format!("an option as key=value with {}", allowed.join(", ")),
    }
}

fn content_of_path(player: &str) -> &'static str {
    match player {
        "engine" => "a description",
        _ => "a checkpoint",
    }
}

impl PlayerSpec {
    /// The player, unless it needs a network or a program outside.
    pub fn build_builtin(&self) -> Option<Box<dyn Player>> {
        match self {
            Self::Random => Some(Box::new(RandomPlayer)),
            Self::Greedy => Some(Box::new(GreedyPlayer)),
            Self::AlphaBeta(spec) => Some(Box::new(AlphaBetaPlayer::new(self.to_string(), spec.settings()))),
            Self::Rollouts(spec) => Some(Box::new(RolloutPlayer::new(self.to_string(), *spec))),
            Self::Exact => Some(Box::new(ExactPlayer::default())),
            Self::Network { .. } | Self::Policy { .. } | Self::Engine { .. } => None,
        }
    }
}

impl PlayerSpec {
    /// Whether the player says what it thinks of the positions in which it chooses: see
    /// [`Player::evaluations`](crate::Player::evaluations).
    pub const fn gives_evaluations(&self) -> bool {
        match self {
            Self::Random | Self::Greedy | Self::Engine { .. } => false,
            Self::AlphaBeta(_)
            | Self::Rollouts(_)
            | Self::Exact
            | Self::Network { .. }
            | Self::Policy { .. } => true,
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Random => "random".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::AlphaBeta(spec) => format!("alphabeta:{}", spec.options_text()),
            Self::Rollouts(spec) => format!("mcts:{}", spec.options_text()),
            Self::Exact => "exact".to_owned(),
            Self::Network { path, search } => format!("net:{}{search}", path.display()),
            Self::Policy { path } => format!("policy:{}", path.display()),
            Self::Engine { path } => format!("engine:{}", path.display()),
        };
        f.pad(&text)
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let spec = Self::parse_without_budget(text)?;
        if let Self::Network { search, .. } = &spec {
            search.check_budget()?;
        }
        Ok(spec)
    }
}

impl PlayerSpec {
    /// Reads a specification in which a network's search may lack `sims` and `time`, for callers who get them elsewhere and
    /// then call [`NetworkSearch::check_budget`].
    ///
    /// # Errors
    /// If the text names no player or an option is wrong.
    pub fn parse_without_budget(text: &str) -> Result<Self, PlayerSpecError> {
        let (name, arguments) = match text.split_once(':') {
            Some((name, arguments)) => (name, Some(arguments)),
            None => (text, None),
        };
        match name {
            "random" => Options::parse(&RANDOM, arguments).map(|_| Self::Random),
            "greedy" => Options::parse(&GREEDY, arguments).map(|_| Self::Greedy),
            "alphabeta" => AlphaBetaSpec::parse(arguments).map(Self::AlphaBeta),
            "mcts" => RolloutSpec::parse(arguments).map(Self::Rollouts),
            "exact" => Options::parse(&EXACT, arguments).map(|_| Self::Exact),
            "net" => network(arguments),
            "policy" => policy(arguments),
            "engine" => engine(arguments),
            _ => Err(PlayerSpecError::UnknownPlayer(name.to_owned())),
        }
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = PlayerSpecError;

    fn try_from(text: String) -> Result<Self, PlayerSpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> Self {
        spec.to_string()
    }
}

fn network(arguments: Option<&str>) -> Result<PlayerSpec, PlayerSpecError> {
    let (path, options) = path_and_options(&NETWORK, arguments)?;
    let search = NetworkSearch::read(&options)?;
    Ok(PlayerSpec::Network { path, search })
}

fn policy(arguments: Option<&str>) -> Result<PlayerSpec, PlayerSpecError> {
    let (path, _) = path_and_options(&POLICY, arguments)?;
    Ok(PlayerSpec::Policy { path })
}

fn engine(arguments: Option<&str>) -> Result<PlayerSpec, PlayerSpecError> {
    let (path, _) = path_and_options(&ENGINE, arguments)?;
    Ok(PlayerSpec::Engine { path })
}

const RANDOM: Syntax = Syntax {
    player: "random",
    options: &[],
    example: "random",
};
const GREEDY: Syntax = Syntax {
    player: "greedy",
    options: &[],
    example: "greedy",
};
const EXACT: Syntax = Syntax {
    player: "exact",
    options: &[],
    example: "exact",
};
const POLICY: Syntax = Syntax {
    player: "policy",
    options: &[],
    example: "policy:PATH",
};
const ENGINE: Syntax = Syntax {
    player: "engine",
    options: &[],
    example: "engine:configs/engines/pit-index.toml",
};
