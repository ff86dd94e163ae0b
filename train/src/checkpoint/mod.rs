//! Checkpoints: a network on disk, with what is needed to go on training.

mod error;
mod info;
mod rules_fields;
mod tensor_file;

use std::fs;
use std::path::Path;

use tch::Device;

use crate::atomic_file::create_folder_atomic;
use crate::network::{Network, NetworkError, ParameterSpec};
use crate::optimizer::OptimizerState;

pub use error::CheckpointError;
use error::read;
pub use info::{CHECKPOINT_FORMAT, CheckpointInfo};
use tensor_file::{Entry, decode, encode};

/// Name of the file with the parameters.
pub const NETWORK_FILE: &str = "network.safetensors";
/// Name of the file with the state of the optimizer.
pub const OPTIMIZER_FILE: &str = "optimizer.safetensors";
/// Name of the file that describes the checkpoint.
pub const INFO_FILE: &str = "checkpoint.json";

/// A checkpoint in memory, checked and outside libtorch.
///
/// On disk it is a folder with [`INFO_FILE`], [`NETWORK_FILE`] and, if training can go on from it, [`OPTIMIZER_FILE`].
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// What the checkpoint is.
    pub info: CheckpointInfo,
    /// The values of each parameter, in the order of [`Network::specs`].
    pub parameters: Vec<Vec<f32>>,
    /// What the optimizer remembers, if it was saved.
    pub optimizer: Option<OptimizerState>,
}

impl Checkpoint {
    /// Takes the parameters of a network as they are now.
    ///
    /// `seed` is that of the run; `progress` is whatever the trainer needs to go on.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn new(
        network: &Network,
        optimizer: Option<OptimizerState>,
        seed: u64,
        progress: serde_json::Value,
    ) -> Result<Self, NetworkError> {
        let info = CheckpointInfo {
            format: CHECKPOINT_FORMAT,
            kumalak: env!("CARGO_PKG_VERSION").to_owned(),
            rules: *network.rules(),
            network: *network.settings(),
            seed,
            optimizer_steps: optimizer.as_ref().map(|state| state.step),
            progress,
        };
        Ok(Self {
            info,
            parameters: network.parameters().values()?,
            optimizer,
        })
    }

    /// Writes the folder `path`, which must not exist: it appears whole or not at all.
    ///
    /// # Errors
    /// If the folder exists, the system refuses, or a number is not finite.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let info = self.info.to_json(&path.join(INFO_FILE))?;
        let specs = self.info.specs(&path.join(INFO_FILE))?;
        let network = encode(
            &path.join(NETWORK_FILE),
            &parameter_entries(&specs),
            &self.parameters,
        )?;
        let optimizer = match &self.optimizer {
            Some(state) => {
                let moments = [state.first_moment.as_slice(), &state.second_moment].concat();
                Some(encode(
                    &path.join(OPTIMIZER_FILE),
                    &moment_entries(&specs),
                    &moments,
                )?)
            }
            None => None,
        };
        create_folder_atomic(path, |folder| {
            fs::write(folder.join(NETWORK_FILE), network)?;
            if let Some(optimizer) = optimizer {
                fs::write(folder.join(OPTIMIZER_FILE), optimizer)?;
            }
            fs::write(folder.join(INFO_FILE), info)
        })?;
        Ok(())
    }

    /// Reads the folder `path` and checks everything in it.
    ///
    /// # Errors
    /// If a file is missing, broken, or not what the others say, or a number in it is not finite.
    pub fn load(path: &Path) -> Result<Self, CheckpointError> {
        let info = CheckpointInfo::load(path)?;
        let specs = info.specs(&path.join(INFO_FILE))?;
        let parameters = load_tensors(&path.join(NETWORK_FILE), &parameter_entries(&specs))?;
        let optimizer = match info.optimizer_steps {
            Some(step) => Some(load_optimizer(&path.join(OPTIMIZER_FILE), &specs, step)?),
            None => None,
        };
        Ok(Self {
            info,
            parameters,
            optimizer,
        })
    }

    /// Builds the network on `device`.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn network(&self, device: Device) -> Result<Network, NetworkError> {
        Network::from_values(&self.info.network, &self.info.rules, &self.parameters, device)
    }
}

/// Reads the network of the checkpoint folder `path`, for playing or analysis. The optimizer's file may be missing.
///
/// # Errors
/// If a file is missing, broken, or not what the others say, a number in it is not finite, or libtorch fails.
pub fn load_network(path: &Path, device: Device) -> Result<(Network, CheckpointInfo), CheckpointError> {
    let info = CheckpointInfo::load(path)?;
    let specs = info.specs(&path.join(INFO_FILE))?;
    let parameters = load_tensors(&path.join(NETWORK_FILE), &parameter_entries(&specs))?;
    let network = Network::from_values(&info.network, &info.rules, &parameters, device)?;
    Ok((network, info))
}

fn load_tensors(path: &Path, entries: &[Entry]) -> Result<Vec<Vec<f32>>, CheckpointError> {
    let bytes = read(path)?;
    decode(path, &bytes, entries)
}

fn load_optimizer(
    path: &Path,
    specs: &[ParameterSpec],
    step: u64,
) -> Result<OptimizerState, CheckpointError> {
    let mut first_moment = load_tensors(path, &moment_entries(specs))?;
    let second_moment = first_moment.split_off(specs.len());
    Ok(OptimizerState {
        step,
        first_moment,
        second_moment,
    })
}

fn parameter_entries(specs: &[ParameterSpec]) -> Vec<Entry> {
    specs
        .iter()
        .map(|spec| Entry::new(spec.name.clone(), &spec.shape))
        .collect()
}

fn moment_entries(specs: &[ParameterSpec]) -> Vec<Entry> {
    ["first_moment", "second_moment"]
        .iter()
        .flat_map(|moment| {
            specs
                .iter()
                .map(move |spec| Entry::new(format!("{moment}.{}", spec.name), &spec.shape))
        })
        .collect()
}
