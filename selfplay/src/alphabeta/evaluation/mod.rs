//! The guess of who is better in an unfinished position.

mod features;
mod fit;
mod limits;
mod named_weights;
mod newton;
mod quiet_leaf;
mod weights;

use kumalak_env::{Goal, Position, Rules};

use super::score::Score;

pub use features::{FEATURE_NAMES, FEATURES, Features};
pub use fit::{EvaluationFit, EvaluationSamples, FitLoss};
pub(super) use limits::Limits;
pub use named_weights::NamedWeights;
pub use weights::EvaluationWeights;

/// A guess of the advantage of the side to move in an unfinished position, in hundredths of a stone, with the weights
/// [`EvaluationWeights::FITTED`].
///
/// It is never below a draw for a side that holds half of all stones, which cannot lose any more. In giveaway the sign is
/// turned round.
#[inline]
pub fn evaluate(position: &Position, rules: &Rules) -> Score {
    evaluate_with(&EvaluationWeights::FITTED, position, rules)
}

/// The same guess with other weights.
#[inline]
pub(super) fn evaluate_with(weights: &EvaluationWeights, position: &Position, rules: &Rules) -> Score {
    let advantage = weights.advantage(&Features::of(position, rules));
    let score = Score::from_hundredths(match rules.goal() {
        Goal::MostStones => advantage,
        Goal::Giveaway => -advantage,
    });
    Limits::of(position, rules).clamp(score)
}
