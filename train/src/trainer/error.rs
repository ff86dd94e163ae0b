use kumalak_selfplay::{ArenaError, SelfPlayError};
use thiserror::Error;

use crate::atomic_file::WriteError;
use crate::checkpoint::CheckpointError;
use crate::config::ConfigError;
use crate::game_list::GameListError;
use crate::metrics::MetricsError;
use crate::network::NetworkError;
use crate::optimizer::OptimizerError;
use crate::replay::ReplayChunkError;
use crate::run_dir::RunDirError;

/// Why training did not go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The monitor asked to stop. All complete iterations are kept.
    #[error("interrupted")]
    Stopped,
    /// Settings that cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A setting that a run cannot change once it has begun.
    #[error("{0} cannot change in a run that has begun; only settings of [limits] can")]
    FixedSetting(String),
    /// A run folder that cannot be used.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// A metrics file that cannot be used.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// Samples that cannot be used.
    #[error(transparent)]
    Replay(#[from] ReplayChunkError),
    /// The window cannot be written to the disk.
    #[error("cannot write the replay window: {0}")]
    Window(std::io::Error),
    /// Games that cannot be read.
    #[error(transparent)]
    Games(#[from] GameListError),
    /// A checkpoint that cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file with the provenance of the run that cannot be read.
    #[error("{0}")]
    Provenance(String),
    /// A network that cannot compute.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A step that cannot be taken.
    #[error("iteration {iteration}: {source}")]
    Optimizer {
        /// The iteration.
        iteration: u32,
        /// Why.
        source: OptimizerError,
    },
    /// Games that cannot be played.
    #[error(transparent)]
    SelfPlay(SelfPlayError),
    /// Matches that cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// There is nothing to learn from.
    #[error(
        "iteration {iteration}: none of the {games} self-play games had a result to learn from; \
         raise rules.ply_cap"
    )]
    NoSamples {
        /// The iteration.
        iteration: u32,
        /// Its games.
        games: u32,
    },
    /// A checkpoint without the state of the optimizer.
    #[error("{0} holds no state of the optimizer, so that training cannot go on from it")]
    NoOptimizerState(String),
}

impl From<SelfPlayError> for TrainError {
    fn from(error: SelfPlayError) -> Self {
        match error {
            SelfPlayError::Stopped => Self::Stopped,
            error => Self::SelfPlay(error),
        }
    }
}
