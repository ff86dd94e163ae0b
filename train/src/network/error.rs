use tch::TchError;
use thiserror::Error;

use super::vocabulary::TokenError;

/// A network that could not be built or could not answer.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// A setting is out of range.
    #[error("network.{field} must be {expected}, got {found}")]
    Setting {
        /// Name of the setting.
        field: &'static str,
        /// What it may be.
        expected: &'static str,
        /// What it is.
        found: usize,
    },
    /// A parameter has another number of values than its shape says.
    #[error("parameter {name} needs {expected} values, got {found}")]
    ParameterLength {
        /// Name of the parameter.
        name: String,
        /// Values that its shape holds.
        expected: usize,
        /// Values that were given.
        found: usize,
    },
    /// Values for another number of parameters than there are.
    #[error("the network has {expected} parameters, got values for {found}")]
    ParameterCount {
        /// Parameters of the network.
        expected: usize,
        /// Parameters that were given.
        found: usize,
    },
    /// A device name that is not known.
    #[error("unknown device {0:?}: expected cpu, cuda or cuda:N")]
    UnknownDevice(String),
    /// A CUDA device that this machine or this build of libtorch does not have.
    #[error("device cuda:{index} is not available: libtorch sees {available} CUDA devices")]
    CudaUnavailable {
        /// The device that was asked for.
        index: usize,
        /// Number of devices that there are.
        available: usize,
    },
    /// An observation that the network cannot read.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Observations with another number of columns than boards have tokens.
    #[error("observations must have {expected} columns, got {found}")]
    Columns {
        /// Number of tokens of an observation.
        expected: usize,
        /// Number of columns.
        found: usize,
    },
    /// The network answered with infinity or no number at all, so its parameters have diverged.
    #[error("the network's answer for observation {row} is not finite")]
    NotFinite {
        /// Row of the batch.
        row: usize,
    },
    /// libtorch refused.
    #[error("libtorch: {}", first_line(.0))]
    Torch(#[from] TchError),
}

/// libtorch appends a C++ stack trace to its messages, which says nothing to a user.
fn first_line(error: &TchError) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
