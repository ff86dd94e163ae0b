use std::time::Instant;

use kumalak_env::stream;

use super::seeds::Purpose;
use super::{Stage, TrainError, Trainer, TrainingMonitor};
use crate::batch::Batch;
use crate::loss::{Loss, LossMetrics};
use crate::metrics::MetricsRow;
use crate::optimizer::OptimizerError;

impl Trainer {
    /// Takes the steps of an iteration, each down the gradient of a batch that is drawn from the window.
    pub(super) fn learn(
        &mut self,
        iteration: u32,
        monitor: &dyn TrainingMonitor,
        row: &mut MetricsRow,
    ) -> Result<(), TrainError> {
        let started = Instant::now();
        if self.window.is_empty() {
            let games = self.config.iteration.games;
            return Err(TrainError::NoSamples { iteration, games });
        }
        let steps = self.config.iteration.steps;
        monitor.begin(&Stage::Training { iteration, steps });
        let mut rng = stream(Purpose::Batches.seed(self.config.run.seed), u64::from(iteration));
        let mut sum = StepMetrics::default();
        for _ in 0..steps {
            if monitor.is_stopped() {
                return Err(TrainError::Stopped);
            }
            let samples = self.window.draw(self.config.training.batch_size, &mut rng);
            let batch = Batch::new(&samples, self.network.vocabulary(), self.network.device())?;
            let step = self
                .step(&batch)
                .map_err(|source| TrainError::Optimizer { iteration, source })?;
            monitor.step(step.loss.total);
            sum.add(&step);
        }
        let means = sum.scaled(1.0 / f64::from(steps));
        monitor.end(&format!(
            "loss {:.3}: policy {:.3}, value {:.3}, margin {:.3}",
            means.loss.total, means.loss.policy, means.loss.value, means.loss.margin
        ));
        self.describe_learning(&means, row);
        row.add("time/training", started.elapsed().as_secs_f64());
        Ok(())
    }

    fn step(&mut self, batch: &Batch) -> Result<StepMetrics, OptimizerError> {
        let heads = self.network.forward(&batch.tokens)?;
        let loss = Loss::new(&heads, batch, &self.config.training.loss)?;
        let gradient = self.network.parameters().gradient(&loss.total)?;
        let learning_rate = self
            .config
            .training
            .schedule
            .learning_rate(self.optimizer.steps());
        let gradient_norm = self
            .optimizer
            .step(self.network.parameters_mut(), gradient, learning_rate)?;
        Ok(StepMetrics {
            loss: loss.metrics()?,
            gradient_norm,
        })
    }

    fn describe_learning(&self, means: &StepMetrics, row: &mut MetricsRow) {
        let steps = self.optimizer.steps();
        row.add("replay/positions", self.window.len());
        row.add("replay/played", self.window.played());
        row.add("loss/total", means.loss.total);
        row.add("loss/policy", means.loss.policy);
        row.add("loss/policy_entropy", means.loss.policy_entropy);
        row.add("loss/value", means.loss.value);
        row.add("loss/margin", means.loss.margin);
        row.add("optimizer/steps", steps);
        row.add(
            "optimizer/learning_rate",
            self.config
                .training
                .schedule
                .learning_rate(steps.saturating_sub(1)),
        );
        row.add("optimizer/gradient_norm", means.gradient_norm);
    }
}

/// Numbers of one step, or their sums or means over several.
#[derive(Clone, Copy, Debug, Default)]
struct StepMetrics {
    loss: LossMetrics,
    gradient_norm: f64,
}

impl StepMetrics {
    fn add(&mut self, step: &Self) {
        self.loss.total += step.loss.total;
        self.loss.policy += step.loss.policy;
        self.loss.policy_entropy += step.loss.policy_entropy;
        self.loss.value += step.loss.value;
        self.loss.margin += step.loss.margin;
        self.gradient_norm += step.gradient_norm;
    }

    fn scaled(&self, factor: f64) -> Self {
        Self {
            loss: LossMetrics {
                total: factor * self.loss.total,
                policy: factor * self.loss.policy,
                policy_entropy: factor * self.loss.policy_entropy,
                value: factor * self.loss.value,
                margin: factor * self.loss.margin,
            },
            gradient_norm: factor * self.gradient_norm,
        }
    }
}
