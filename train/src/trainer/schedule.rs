use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use crate::config::OutOfRange;

/// How the learning rate changes with the steps of the optimizer. It depends on the step alone, never on how long the run
/// will be: a run that is cut short is the beginning of a longer one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LearningRateSchedule {
    /// The same from the first step to the last.
    Constant,
    /// Rises in a straight line for `warmup` steps, then falls along half a cosine until step `steps`, from where it stays
    /// at `floor` times the full rate (I. Loshchilov and F. Hutter, "SGDR: stochastic gradient descent with warm
    /// restarts", 2017, without restarts).
    Cosine {
        /// Steps until the full rate, fewer than `steps`.
        warmup: u32,
        /// Steps until the floor.
        steps: u32,
        /// Share of the full rate that remains, from 0 to 1.
        floor: f64,
    },
}

impl Default for LearningRateSchedule {
    fn default() -> Self {
        Self::Constant
    }
}

impl LearningRateSchedule {
    /// Share of the full learning rate at step `step`, counted from 0 over the whole run.
    pub fn factor(self, step: u64) -> f64 {
        match self {
            Self::Constant => 1.0,
            Self::Cosine { warmup, .. } if step < u64::from(warmup) => (step + 1) as f64 / f64::from(warmup),
            Self::Cosine { warmup, steps, floor } => {
                let (step, warmup, steps) = (step as f64, f64::from(warmup), f64::from(steps));
                let progress = ((step - warmup) / (steps - warmup)).min(1.0);
                floor + (1.0 - floor) * 0.5 * (1.0 + (PI * progress).cos())
            }
        }
    }

    pub(crate) fn validate(self) -> Result<(), OutOfRange> {
        let Self::Cosine { warmup, steps, floor } = self else {
            return Ok(());
        };
        OutOfRange::unless(
            warmup < steps,
            "training.schedule.cosine.warmup",
            "less than its steps",
            warmup,
        )?;
        OutOfRange::unless(
            (0.0..=1.0).contains(&floor),
            "training.schedule.cosine.floor",
            "from 0 to 1",
            floor,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_rises_falls_and_stays() {
        let schedule = LearningRateSchedule::Cosine {
            warmup: 10,
            steps: 110,
            floor: 0.1,
        };
        let factors = [0, 4, 9, 10, 60, 110, 10_000].map(|step| schedule.factor(step));
        let expected = [0.1, 0.5, 1.0, 1.0, 0.55, 0.1, 0.1];
        for (factor, expected) in factors.iter().zip(expected) {
            assert!((factor - expected).abs() < 1e-12, "{factors:?}");
        }
    }
}
