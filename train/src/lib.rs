//! Networks, training and the `kumalak` program.

mod atomic_file;
mod config;
mod metrics;
mod provenance;
mod replay_chunk;
mod replay_window;
mod run_dir;
mod trainer;

pub use config::*;
pub use metrics::{MetricsError, MetricsLog, MetricsRow, read_metrics};
pub use provenance::{Launch, Provenance};
pub use replay_chunk::{ReplayChunkError, read_replay_chunk, write_replay_chunk};
pub use replay_window::ReplayWindow;
pub use run_dir::{NamedCheckpoint, RunDir, RunDirError, resolve_checkpoint};
pub use trainer::{LearningRateSchedule, Stage, TrainingMonitor};
