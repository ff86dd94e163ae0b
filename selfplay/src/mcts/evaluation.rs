use kumalak_env::{MAX_PITS, OBSERVATION_LEN, Observation, Pit, PitSet};
use ndarray::ArrayView2;
use thiserror::Error;

use crate::evaluator::{Evaluations, Evaluator, EvaluatorError};
use crate::value::MoverValue;

/// What an evaluator says about one position, from its side to move: a row of [`Evaluations`] over the legal moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// Probability of each pit: `[9]`, sums to 1, 0 for illegal pits.
    pub policy: [f32; MAX_PITS],
    /// Probabilities of win, draw and loss: `[3]`, sums to 1.
    pub outcome: [f32; 3],
    /// Expected final stones of the side to move less those of the opponent.
    pub margin: f32,
}

/// An answer that an evaluator must not give.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
enum InvalidEvaluation {
    #[error("no finite policy logits for the legal pits in row {row}")]
    Policy { row: usize },
    #[error("expected probabilities of win, draw and loss in row {row}, got {outcome:?}")]
    Outcome { row: usize, outcome: [f32; 3] },
    #[error("expected a finite margin in row {row}, got {margin}")]
    Margin { row: usize, margin: f32 },
    #[error("expected at least {rows} rows of answers, got {found}")]
    Rows { rows: usize, found: usize },
}

impl Evaluation {
    /// Probability of a win less that of a loss.
    #[inline]
    pub fn value(&self) -> MoverValue {
        MoverValue(self.outcome[0] - self.outcome[2])
    }

    /// The legal pit with the highest probability; the leftmost among equals.
    pub fn most_probable(&self) -> Pit {
        let mut best = Pit::ALL[0];
        for pit in Pit::ALL {
            if self.policy[pit.index()] > self.policy[best.index()] {
                best = pit;
            }
        }
        best
    }

    /// Reads an answer about a position with these legal moves, of which there is at least one. `row` is for errors.
    ///
    /// # Errors
    /// If the answer holds something that is neither finite nor a probability.
    #[inline]
    pub(crate) fn read(answer: &Answer, row: usize, legal: PitSet) -> Result<Self, EvaluatorError> {
        let Answer {
            logits,
            outcome,
            margin,
        } = *answer;
        let policy = softmax(&logits, legal);
        if !policy.iter().all(|probability| probability.is_finite()) {
            return Err(refuse(InvalidEvaluation::Policy { row }));
        }
        if !are_probabilities(&outcome) {
            return Err(refuse(InvalidEvaluation::Outcome { row, outcome }));
        }
        if !margin.is_finite() {
            return Err(refuse(InvalidEvaluation::Margin { row, margin }));
        }
        let total: f32 = outcome.iter().sum();
        Ok(Self {
            policy,
            outcome: outcome.map(|probability| probability / total),
            margin,
        })
    }
}

/// One row of [`Evaluations`] as the evaluator gave it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Answer {
    logits: [f32; MAX_PITS],
    outcome: [f32; 3],
    margin: f32,
}

impl Answer {
    /// The row with this number.
    #[inline]
    pub(crate) fn of_row(evaluations: &Evaluations, row: usize) -> Self {
        let mut logits = [0.0; MAX_PITS];
        for (logit, &answer) in logits.iter_mut().zip(evaluations.policy_logits.row(row)) {
            *logit = answer;
        }
        let mut outcome = [0.0; 3];
        for (probability, &answer) in outcome.iter_mut().zip(evaluations.outcome.row(row)) {
            *probability = answer;
        }
        Self {
            logits,
            outcome,
            margin: evaluations.margin[row],
        }
    }
}

/// Evaluates positions and checks that there is an answer for each. `evaluations` has room for at least as many.
pub(crate) fn evaluate_all(
    evaluator: &mut dyn Evaluator,
    observations: &[Observation],
    evaluations: &mut Evaluations,
) -> Result<(), EvaluatorError> {
    let rows = observations.len();
    let observations = ArrayView2::from_shape((rows, OBSERVATION_LEN), observations.as_flattened())
        .expect("the observations lie one behind the other");
    evaluator.evaluate(observations, evaluations)?;
    let found = evaluations
        .policy_logits
        .nrows()
        .min(evaluations.outcome.nrows())
        .min(evaluations.margin.len());
    if found < rows {
        return Err(refuse(InvalidEvaluation::Rows { rows, found }));
    }
    Ok(())
}

#[cold]
fn refuse(invalid: InvalidEvaluation) -> EvaluatorError {
    EvaluatorError(Box::new(invalid))
}

/// Probabilities over the legal moves; not finite if the logits are not.
#[inline]
fn softmax(logits: &[f32; MAX_PITS], legal: PitSet) -> [f32; MAX_PITS] {
    let highest = legal
        .iter()
        .map(|pit| logits[pit.index()])
        .fold(f32::NEG_INFINITY, f32::max);
    let mut probabilities = [0.0; MAX_PITS];
    let mut total = 0.0;
    for pit in legal {
        let weight = (logits[pit.index()] - highest).exp();
        probabilities[pit.index()] = weight;
        total += weight;
    }
    probabilities.map(|weight| weight / total)
}

fn are_probabilities(outcome: &[f32; 3]) -> bool {
    // Wide enough for networks that reckon in half precision.
    const TOLERANCE: f32 = 0.01;
    let total: f32 = outcome.iter().sum();
    (total - 1.0).abs() <= TOLERANCE && outcome.iter().all(|&probability| probability >= 0.0)
}
