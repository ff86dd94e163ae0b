//! The settings of a training run, as they stand in a file such as `configs/quick.toml`.

mod error;
mod load;
mod sections;

use kumalak_selfplay::SelfPlaySettings;
use serde::{Deserialize, Serialize};

use crate::network::NetworkSettings;

pub use error::ConfigError;
pub use load::ConfigOverride;
pub use sections::{
    EvaluationSettings, IterationSettings, LimitSettings, RulesSettings, RunSettings, TableSettings,
    TrainingSettings,
};

/// All settings of a training run. What a file leaves out has its default; what no setting knows is an error.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainConfig {
    /// Seed, threads and device.
    pub run: RunSettings,
    /// When training ends.
    pub limits: LimitSettings,
    /// The game.
    pub rules: RulesSettings,
    /// The network.
    pub network: NetworkSettings,
    /// What one iteration consists of.
    pub iteration: IterationSettings,
    /// How the games of an iteration are played.
    pub self_play: SelfPlaySettings,
    /// How the network learns from them.
    pub training: TrainingSettings,
    /// Matches during training and after it.
    pub evaluation: EvaluationSettings,
}

impl TrainConfig {
    fn validate(&self) -> Result<(), String> {
        self.run.validate().map_err(|error| error.to_string())?;
        self.limits.validate().map_err(|error| error.to_string())?;
        self.rules.validate().map_err(|error| error.to_string())?;
        self.network.validate().map_err(|error| error.to_string())?;
        self.iteration.validate().map_err(|error| error.to_string())?;
        self.self_play
            .validate()
            .map_err(|error| format!("self_play.{error}"))?;
        self.training.validate()?;
        self.evaluation.validate().map_err(|error| error.to_string())
    }
}
