//! Networks, training and the `kumalak` program.

mod atomic_file;
mod batch;
mod checkpoint;
mod loss;
mod network;
mod network_evaluator;
mod optimizer;
mod schedule;
mod threads;

pub use atomic_file::{WriteError, create_folder_atomic, write_atomic};
pub use batch::Batch;
pub use checkpoint::{
    CHECKPOINT_FORMAT, Checkpoint, CheckpointError, CheckpointInfo, INFO_FILE, NETWORK_FILE, OPTIMIZER_FILE,
    load_network,
};
pub use loss::{Loss, LossMetrics, LossSettings, MARGIN_UNIT, ValueTarget};
pub use network::{
    ComputeDevice, FoldedNetwork, HEAD_COLUMNS, Heads, Initialization, Network, NetworkError,
    NetworkSettings, Normalization, Parameter, ParameterSpec, Parameters, TokenError, Vocabulary,
    WeightDecay,
};
pub use network_evaluator::NetworkEvaluator;
pub use optimizer::{AdamW, AdamWSettings, OptimizerError, OptimizerState};
pub use schedule::LearningRateSchedule;
pub use threads::set_libtorch_threads;
