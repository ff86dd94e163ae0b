//! The settings of a training run, as they stand in a file such as `configs/quick.toml`.

mod error;
mod load;
mod sections;

use serde::{Deserialize, Serialize};

pub use error::ConfigError;
pub(crate) use error::OutOfRange;
pub use load::ConfigOverride;
pub use sections::{
    EvaluationSettings, LimitSettings, RuleSet, RulesSettings, RunSettings, TrainingSettings,
};

/// All settings of a training run. What a file leaves out has its default; what no setting knows is an error.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainConfig {
    /// Seed and device.
    pub run: RunSettings,
    /// When training ends.
    pub limits: LimitSettings,
    /// The game.
    pub rules: RulesSettings,
    /// Steps of the optimizer.
    pub training: TrainingSettings,
    /// Matches during training and after it.
    pub evaluation: EvaluationSettings,
}

impl TrainConfig {
    fn validate(&self) -> Result<(), String> {
        let text = |error: OutOfRange| error.to_string();
        self.limits.validate().map_err(text)?;
        self.training.validate().map_err(text)?;
        self.evaluation.validate().map_err(text)
    }
}
