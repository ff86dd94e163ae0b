use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// Learning rate by step, a pure function.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LearningRateSchedule {
    /// Always the same.
    Constant {
        /// The learning rate.
        peak: f64,
    },
    /// Rises from 0 in a straight line, then stays.
    Warmup {
        /// The learning rate after the rise.
        peak: f64,
        /// Steps of the rise.
        warmup_steps: u64,
    },
    /// Rises from 0 in a straight line, then falls along half a cosine: I. Loshchilov, F. Hutter, "SGDR" (2017), without
    /// restarts.
    WarmupCosine {
        /// The highest learning rate.
        peak: f64,
        /// The learning rate at the end and after it.
        floor: f64,
        /// Steps of the rise.
        warmup_steps: u64,
        /// Steps of rise and fall together.
        total_steps: u64,
    },
}

impl Default for LearningRateSchedule {
    fn default() -> Self {
        Self::Warmup {
            peak: 1e-3,
            warmup_steps: 100,
        }
    }
}

impl LearningRateSchedule {
    /// Learning rate of the step with this number, from 0.
    ///
    /// ```
    /// use kumalak_train::LearningRateSchedule;
    ///
    /// let schedule = LearningRateSchedule::Warmup { peak: 0.001, warmup_steps: 10 };
    /// assert_eq!(schedule.learning_rate(4), 0.0005);
    /// assert_eq!(schedule.learning_rate(1000), 0.001);
    /// ```
    pub fn learning_rate(&self, step: u64) -> f64 {
        match *self {
            Self::Constant { peak } => peak,
            Self::Warmup { peak, warmup_steps } => peak * risen(step, warmup_steps),
            Self::WarmupCosine {
                peak,
                floor,
                warmup_steps,
                total_steps,
            } => {
                if step < warmup_steps {
                    return peak * risen(step, warmup_steps);
                }
                let fall = total_steps.saturating_sub(warmup_steps).max(1);
                let share = ((step - warmup_steps) as f64 / fall as f64).min(1.0);
                floor + (peak - floor) * 0.5 * (1.0 + (PI * share).cos())
            }
        }
    }
}

/// Share of the rise after step `step`: never 0, so that no step is lost.
fn risen(step: u64, warmup_steps: u64) -> f64 {
    if step >= warmup_steps {
        1.0
    } else {
        (step + 1) as f64 / warmup_steps as f64
    }
}
