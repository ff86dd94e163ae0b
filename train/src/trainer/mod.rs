//! The training loop.
mod monitor;
mod schedule;

pub use monitor::{Stage, TrainingMonitor};
pub use schedule::LearningRateSchedule;
