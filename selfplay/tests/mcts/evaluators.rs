//! Evaluators that look at what they are asked or answer oddly, and a monitor that counts.

use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::{MAX_PITS, OPPONENT_KAZAN, OWN_KAZAN, OWN_PITS, REPETITION};
use kumalak_selfplay::{
    Counter, Evaluations, Evaluator, EvaluatorError, HashEvaluator, Monitor, UniformEvaluator,
};
use ndarray::ArrayView2;

/// Refuses to judge a finished game.
pub(crate) struct OngoingOnly;

impl Evaluator for OngoingOnly {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        for observation in observations.outer_iter() {
            let stones: u32 = observation
                .iter()
                .take(OWN_KAZAN + 2)
                .map(|&count| u32::from(count))
                .sum();
            let half = (stones / 2) as u8;
            assert!(
                observation
                    .iter()
                    .skip(OWN_PITS)
                    .take(MAX_PITS)
                    .any(|&count| count > 0)
            );
            assert!(observation[OWN_KAZAN] <= half && observation[OPPONENT_KAZAN] <= half);
        }
        HashEvaluator::default().evaluate(observations, evaluations)
    }
}

/// The batch sizes that were asked for.
#[derive(Default)]
pub(crate) struct BatchSizes(pub(crate) Vec<usize>);

impl Evaluator for BatchSizes {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        self.0.push(observations.nrows());
        UniformEvaluator.evaluate(observations, evaluations)
    }
}

/// How many positions were asked for with 0, 1 and more earlier occurrences.
#[derive(Default)]
pub(crate) struct RepetitionCounts(pub(crate) [u32; 3]);

impl Evaluator for RepetitionCounts {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        for observation in observations.outer_iter() {
            self.0[observation[REPETITION] as usize] += 1;
        }
        UniformEvaluator.evaluate(observations, evaluations)
    }
}

/// Knows nothing about results and expects the stone margin to stay as it is.
pub(crate) struct KazanCounter;

impl Evaluator for KazanCounter {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        UniformEvaluator.evaluate(observations, evaluations)?;
        for (margin, observation) in evaluations.margin.iter_mut().zip(observations.outer_iter()) {
            *margin = f32::from(observation[OWN_KAZAN]) - f32::from(observation[OPPONENT_KAZAN]);
        }
        Ok(())
    }
}

/// Answers nonsense.
pub(crate) struct Spoilt(pub(crate) fn(&mut Evaluations));

impl Evaluator for Spoilt {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        UniformEvaluator.evaluate(observations, evaluations)?;
        (self.0)(evaluations);
        Ok(())
    }
}

/// Counts evaluations and stops after `limit` of them, if that is not 0.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) evaluations: AtomicU64,
    pub(crate) limit: u64,
}

impl Monitor for Count {
    fn advance(&self, counter: Counter, amount: u64) {
        if counter == Counter::Evaluations {
            self.evaluations.fetch_add(amount, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.limit > 0 && self.evaluations.load(Ordering::Relaxed) >= self.limit
    }
}
