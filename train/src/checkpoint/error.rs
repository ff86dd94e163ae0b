use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use safetensors::SafeTensorError;
use thiserror::Error;

use crate::atomic_file::WriteError;
use crate::network::NetworkError;

/// A checkpoint that could not be written or read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The system refused to write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system refused to read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The description is no JSON of the expected form.
    #[error("{} is not the description of a checkpoint: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        source: serde_json::Error,
    },
    /// A format that this version does not know.
    #[error("{}: checkpoint format {found} is unknown, expected {expected}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The format that this version reads.
        expected: u32,
        /// The format of the file.
        found: u64,
    },
    /// A checkpoint for another game.
    #[error("{}: made for the rules {found}, expected {expected}", path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// The rules that were asked for.
        expected: String,
        /// The rules of the checkpoint.
        found: String,
    },
    /// A file of tensors that is broken.
    #[error("{} is not a safetensors file: {source}", path.display())]
    TensorFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: SafeTensorError,
    },
    /// A tensor that is not there.
    #[error("{}: tensor {name} is missing", path.display())]
    MissingTensor {
        /// The file.
        path: PathBuf,
        /// Name of the tensor.
        name: String,
    },
    /// A tensor that should not be there.
    #[error("{}: tensor {name} belongs to no network with these settings", path.display())]
    UnknownTensor {
        /// The file.
        path: PathBuf,
        /// Name of the tensor.
        name: String,
    },
    /// A tensor of another type or shape.
    #[error("{}: tensor {name} must be {expected}, found {found}", path.display())]
    Tensor {
        /// The file.
        path: PathBuf,
        /// Name of the tensor.
        name: String,
        /// Expected type and shape.
        expected: String,
        /// Type and shape in the file.
        found: String,
    },
    /// A number that is infinite or no number.
    #[error("{}: tensor {name} holds {found} at index {index}, expected finite numbers", path.display())]
    NotFinite {
        /// The file.
        path: PathBuf,
        /// Name of the tensor.
        name: String,
        /// Place in the flattened tensor.
        index: usize,
        /// The number.
        found: f32,
    },
    /// Settings of a network that are out of range.
    #[error("{}: {source}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Which setting.
        source: NetworkError,
    },
    /// libtorch refused.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, CheckpointError> {
    fs::read(path).map_err(|source| CheckpointError::Read {
        path: path.to_owned(),
        source,
    })
}
