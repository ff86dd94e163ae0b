use kumalak_env::MAX_PITS;
use ndarray::{Array1, Array2, ArrayView2};
use thiserror::Error;

use crate::value::MoverValue;

/// Judges positions in batches: the only way in which search sees a network.
pub trait Evaluator {
    /// Evaluates the positions with these observations, `[B, 23]` (see [`kumalak_env::Observation`]), and writes the
    /// answers to the first `B` rows of `evaluations`, which has at least as many. Equal calls give equal answers.
    ///
    /// # Errors
    /// If the evaluator cannot work; `evaluations` is then unspecified.
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError>;
}

/// What an evaluator says about a batch of positions, each from its side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluations {
    /// Unnormalized log probabilities of the nine pits: `[B, 9]`. Illegal pits may have any finite number.
    pub policy_logits: Array2<f32>,
    /// Probabilities of win, draw and loss for the side to move: `[B, 3]`, each row sums to 1.
    pub outcome: Array2<f32>,
    /// Expected final stones of the side to move less those of the opponent: `[B]`, in stones.
    pub margin: Array1<f32>,
}

impl Evaluations {
    /// Room for `batch` positions, filled with zeros.
    pub fn zeros(batch: usize) -> Self {
        Self {
            policy_logits: Array2::zeros((batch, MAX_PITS)),
            outcome: Array2::zeros((batch, 3)),
            margin: Array1::zeros(batch),
        }
    }

    /// Expected result of row `row`: probability of a win less that of a loss.
    pub fn value(&self, row: usize) -> MoverValue {
        MoverValue(self.outcome[[row, 0]] - self.outcome[[row, 2]])
    }
}

/// An evaluator that could not work.
#[derive(Debug, Error)]
#[error("the evaluator failed: {0}")]
pub struct EvaluatorError(#[from] pub Box<dyn std::error::Error + Send + Sync>);

/// Knows nothing: every move is equally good and every position even.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformEvaluator;

impl Evaluator for UniformEvaluator {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        for row in 0..observations.nrows() {
            evaluations.policy_logits.row_mut(row).fill(0.0);
            evaluations.outcome.row_mut(row).fill(1.0 / 3.0);
            evaluations.margin[row] = 0.0;
        }
        Ok(())
    }
}
