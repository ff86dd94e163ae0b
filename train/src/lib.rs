//! Networks, training and the `kumalak` program.

mod atomic_file;
mod batch;
mod checkpoint;
mod config;
mod evaluation;
mod loss;
mod metrics;
mod network;
mod network_evaluator;
mod optimizer;
mod provenance;
mod replay_chunk;
mod replay_window;
mod run_dir;
mod schedule;
mod threads;
mod trainer;

pub use atomic_file::{WriteError, create_folder_atomic, write_atomic};
pub use batch::Batch;
pub use checkpoint::{
    CHECKPOINT_FORMAT, Checkpoint, CheckpointError, CheckpointInfo, INFO_FILE, NETWORK_FILE, OPTIMIZER_FILE,
    load_network,
};
pub use config::{
    ConfigError, ConfigOverride, EvaluationSettings, IterationSettings, LimitSettings, RulesSettings,
    RunSettings, TableSettings, TrainConfig, TrainingSettings,
};
pub use evaluation::{Comparison, EvaluationTable, MatchResult};
pub use loss::{Loss, LossMetrics, LossSettings, MARGIN_UNIT, ValueTarget};
pub use metrics::{MetricsError, MetricsLog, MetricsRow, read_metrics};
pub use network::{
    ComputeDevice, Heads, Initialization, Network, NetworkError, NetworkSettings, Normalization, Parameter,
    ParameterSpec, Parameters, TokenError, Vocabulary, WeightDecay,
};
pub use network_evaluator::NetworkEvaluator;
pub use optimizer::{AdamW, AdamWSettings, OptimizerError, OptimizerState};
pub use provenance::{Launch, Program, Provenance};
pub use replay_chunk::{ReplayChunkError, read_replay_chunk, write_replay_chunk};
pub use replay_window::ReplayWindow;
pub use run_dir::{NamedCheckpoint, RunDir, RunDirError, kept_checkpoints, resolve_checkpoint};
pub use schedule::LearningRateSchedule;
pub use threads::set_libtorch_threads;
pub use trainer::{Stage, TrainError, Trainer, TrainingMonitor};
