use kumalak_env::Rules;
use serde::{Deserialize, Serialize};

use super::error::OutOfRange;
use crate::trainer::LearningRateSchedule;

/// Seed and device of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunSettings {
    /// Seed of all randomness: the same seed and settings give the same networks. TOML holds it up to 2⁶³ − 1.
    pub seed: u64,
    /// Checkpoints whose iteration is a multiple of this stay; the latest and the best always do.
    pub keep_checkpoint_every: u32,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self { seed: 1, keep_checkpoint_every: 1 }
    }
}

/// When training ends, looked at between iterations only: whatever the limit, the iterations that were done are the first
/// ones of the same sequence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Iterations of self-play and training.
    pub iterations: u32,
    /// Minutes of training in all, the times of a resumed run added up and evaluation of the tables left out. An iteration
    /// does not begin if one as long as the last would not end in time. 0 means no limit.
    pub minutes: f64,
}

impl Default for LimitSettings {
    fn default() -> Self {
        Self {
            iterations: 20,
            minutes: 0.0,
        }
    }
}

impl LimitSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(
            (1..=999_999).contains(&self.iterations),
            "limits.iterations",
            "from 1 to 999999",
            self.iterations,
        )?;
        OutOfRange::unless(
            self.minutes.is_finite() && self.minutes >= 0.0,
            "limits.minutes",
            "at least 0 (0 means no limit)",
            self.minutes,
        )
    }
}

/// The game that is learnt.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulesSettings {
    /// The rule set.
    pub name: RuleSet,
    /// Plies after which a game is cut off without a result; 0 lets games run.
    pub ply_cap: u32,
}

/// A rule set with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleSet {
    /// The tournament game.
    #[default]
    Standard,
    /// Bestemshe: 2×5 pits of 5 stones, no tuzdik.
    Bestemshe,
    /// Qozdatu: 2×7 pits of 7 stones, no tuzdik.
    Qozdatu,
}

impl RulesSettings {
    /// The rules as the library knows them.
    pub fn rules(&self) -> Rules {
        let rules = match self.name {
            RuleSet::Standard => Rules::STANDARD,
            RuleSet::Bestemshe => Rules::BESTEMSHE,
            RuleSet::Qozdatu => Rules::QOZDATU,
        };
        rules.with_ply_cap((self.ply_cap > 0).then_some(self.ply_cap))
    }
}

/// How the network learns from the samples of self-play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainingSettings {
    /// Steps of the optimizer in each iteration.
    pub steps: u32,
    /// Samples in each step.
    pub batch_size: usize,
    /// Newest positions of self-play from which the samples are drawn.
    pub window: usize,
    /// How the learning rate changes.
    pub schedule: LearningRateSchedule,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            steps: 200,
            batch_size: 512,
            window: 200_000,
            schedule: LearningRateSchedule::default(),
        }
    }
}

impl TrainingSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(self.steps >= 1, "training.steps", "at least 1", self.steps)?;
        OutOfRange::unless(
            (1..=1 << 20).contains(&self.batch_size),
            "training.batch_size",
            "from 1 to 1048576",
            self.batch_size,
        )?;
        OutOfRange::unless(
            self.window >= self.batch_size,
            "training.window",
            "at least training.batch_size",
            self.window,
        )?;
        self.schedule.validate()
    }
}

/// Matches during training and after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EvaluationSettings {
    /// Iterations from one small evaluation to the next; 0 means none.
    pub every: u32,
}

impl Default for EvaluationSettings {
    fn default() -> Self {
        Self { every: 5 }
    }
}

impl EvaluationSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        Ok(())
    }
}
