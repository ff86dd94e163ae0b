use std::path::Path;

use kumalak_env::Rules;
use serde::{Deserialize, Serialize};

use super::INFO_FILE;
use super::error::{CheckpointError, read};
use crate::network::{Network, NetworkSettings, ParameterSpec};

/// The checkpoint format that this version writes and reads.
pub const CHECKPOINT_FORMAT: u32 = 1;

/// What a checkpoint is: the content of `checkpoint.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointInfo {
    /// Version of the format: [`CHECKPOINT_FORMAT`].
    pub format: u32,
    /// Version of the library that wrote it.
    pub kumalak: String,
    /// Rules of the boards that the network knows.
    #[serde(with = "super::rules_fields")]
    pub rules: Rules,
    /// Settings of the network.
    pub network: NetworkSettings,
    /// Seed of the run.
    pub seed: u64,
    /// Steps that the optimizer has taken; none if its state was not saved.
    pub optimizer_steps: Option<u64>,
    /// What the trainer needs to go on, in its own form.
    pub progress: serde_json::Value,
}

impl CheckpointInfo {
    /// Reads the description of the checkpoint folder `checkpoint`.
    ///
    /// # Errors
    /// If it is missing, broken, of another format, or describes an impossible network.
    pub fn load(checkpoint: &Path) -> Result<Self, CheckpointError> {
        let path = checkpoint.join(INFO_FILE);
        let bytes = read(&path)?;
        let broken = |source| CheckpointError::Json {
            path: path.clone(),
            source,
        };
        // A later format may have other fields, so its number is read first.
        let Version { format } = serde_json::from_slice(&bytes).map_err(broken)?;
        if format != u64::from(CHECKPOINT_FORMAT) {
            return Err(CheckpointError::Format {
                path,
                expected: CHECKPOINT_FORMAT,
                found: format,
            });
        }
        let info: Self = serde_json::from_slice(&bytes).map_err(broken)?;
        info.specs(&path)?;
        Ok(info)
    }

    /// Checks that the checkpoint is for these rules, whatever their ply caps, since a cap cuts games off but does not
    /// change how they are played. `checkpoint` is its folder, for the message.
    ///
    /// # Errors
    /// [`CheckpointError::Rules`] if it is for others.
    pub fn expect_rules(&self, checkpoint: &Path, rules: &Rules) -> Result<(), CheckpointError> {
        if self.rules.with_ply_cap(None) == rules.with_ply_cap(None) {
            return Ok(());
        }
        Err(CheckpointError::Rules {
            path: checkpoint.join(INFO_FILE),
            expected: rules.to_string(),
            found: self.rules.to_string(),
        })
    }

    pub(super) fn specs(&self, path: &Path) -> Result<Vec<ParameterSpec>, CheckpointError> {
        Network::specs(&self.network, &self.rules).map_err(|source| CheckpointError::Settings {
            path: path.to_owned(),
            source,
        })
    }

    pub(super) fn to_json(&self, path: &Path) -> Result<Vec<u8>, CheckpointError> {
        let mut json = serde_json::to_vec_pretty(self).map_err(|source| CheckpointError::Json {
            path: path.to_owned(),
            source,
        })?;
        json.push(b'\n');
        Ok(json)
    }
}

#[derive(Deserialize)]
struct Version {
    format: u64,
}
