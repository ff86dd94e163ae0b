use kumalak_env::derive_seed;
use ndarray::ArrayView2;

use crate::evaluator::{Evaluations, Evaluator, EvaluatorError};

/// Answers that look random but depend on nothing but its seed and the observation: a stand-in for a network in tests,
/// golden trees and benchmarks.
#[derive(Clone, Copy, Debug, Default)]
pub struct HashEvaluator {
    /// Other seeds give other answers.
    pub seed: u64,
}

impl Evaluator for HashEvaluator {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        for (row, observation) in observations.outer_iter().enumerate() {
            let hash = observation
                .iter()
                .fold(self.seed, |hash, &token| derive_seed(hash, u64::from(token)));
            let fraction = |index| unit_fraction(derive_seed(hash, index));
            for (pit, logit) in evaluations.policy_logits.row_mut(row).iter_mut().enumerate() {
                *logit = 4.0 * fraction(pit as u64) - 2.0;
            }
            let weights = [fraction(9) + 0.1, fraction(10) + 0.1, fraction(11) + 0.1];
            let total: f32 = weights.iter().sum();
            for (probability, weight) in evaluations.outcome.row_mut(row).iter_mut().zip(weights) {
                *probability = weight / total;
            }
            evaluations.margin[row] = 40.0 * fraction(12) - 20.0;
        }
        Ok(())
    }
}

/// From 0 to below 1, from the upper bits, of which an `f32` holds 24 exactly.
fn unit_fraction(hash: u64) -> f32 {
    (hash >> 40) as f32 / (1 << 24) as f32
}
