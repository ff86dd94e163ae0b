use kumalak_env::solver::ExactValue;
use kumalak_env::{Goal, Outcome, Position, Rules, Side};
use serde::{Deserialize, Serialize};

use super::bounds::ValueBounds;
use crate::invalid_setting::InvalidSetting;
use crate::value::MoverValue;

/// What a position is worth to the search, given a result (or the expected one) and a stone margin.
///
/// A finished game is valued by the same formula as the network's answer, with the exact result and the exact margin in
/// place of the expected ones.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LeafValue {
    /// Probability of a win less that of a loss.
    #[default]
    WinLoss,
    /// `(1 − weight) × (win − loss) + weight × margin / (|margin| + scale)`: a dense signal while a network knows little
    /// about results, and a reason to go on winning stones in a decided game.
    ///
    /// `KataGo`'s score utility (D. Wu, "Accelerating self-play learning in Go", 2019) with a rational function in place
    /// of the arc tangent, so that all machines reckon alike. Where more stones lose (giveaway), the margin counts
    /// negative.
    WinLossAndMargin {
        /// Share of the margin, from 0 to below 1/3: then every win is worth more than every draw and every draw more than
        /// every loss, whatever the margins.
        weight: f32,
        /// Margin that counts as half of the greatest, in stones, above 0.
        scale: f32,
    },
}

impl LeafValue {
    pub(super) fn validate(self) -> Result<(), InvalidSetting> {
        match self {
            Self::WinLoss => Ok(()),
            Self::WinLossAndMargin { weight, scale } => {
                InvalidSetting::unless(
                    (0.0..1.0 / 3.0).contains(&weight),
                    "win_loss_and_margin.weight",
                    "from 0 to below 1/3",
                    weight,
                )?;
                InvalidSetting::unless(
                    scale.is_finite() && scale > 0.0,
                    "win_loss_and_margin.scale",
                    "above 0 stones",
                    scale,
                )
            }
        }
    }

    /// The worth of a result for the side to move, with its margin in stones.
    #[inline]
    pub(super) fn combine(self, rules: &Rules, result: MoverValue, margin: f32) -> MoverValue {
        match self {
            Self::WinLoss => result,
            Self::WinLossAndMargin { weight, scale } => {
                let wanted = match rules.goal() {
                    Goal::MostStones => margin,
                    Goal::Giveaway => -margin,
                };
                MoverValue((1.0 - weight) * result.0 + weight * wanted / (wanted.abs() + scale))
            }
        }
    }

    /// The worth that is nearest to `value` within what is proven, whatever the margin.
    #[inline]
    pub(super) fn clamp(self, value: MoverValue, bounds: ValueBounds) -> MoverValue {
        let [lower, upper] = [bounds.lower, bounds.upper].map(|bound| match bound {
            ExactValue::Loss => MoverValue::LOSS.0,
            ExactValue::Draw => MoverValue::DRAW.0,
            ExactValue::Win => MoverValue::WIN.0,
        });
        let weight = match self {
            Self::WinLoss => 0.0,
            Self::WinLossAndMargin { weight, .. } => weight,
        };
        let share = 1.0 - weight;
        MoverValue(value.0.clamp(share * lower - weight, share * upper + weight))
    }

    /// The exact worth of a finished game for the side that would be to move.
    #[inline]
    pub(super) fn of_finished(self, rules: &Rules, outcome: Outcome, position: &Position) -> MoverValue {
        let mover = position.turn();
        self.combine(
            rules,
            MoverValue::of_outcome(outcome, mover),
            f32::from(final_margin(position, mover)),
        )
    }
}

/// Stones that `side` won less those that its opponent won.
pub(crate) fn final_margin(position: &Position, side: Side) -> i16 {
    i16::from(position.kazan(side)) - i16::from(position.kazan(!side))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLEND: LeafValue = LeafValue::WinLossAndMargin {
        weight: 0.3,
        scale: 10.0,
    };

    #[test]
    fn wins_beat_draws_and_draws_beat_losses_whatever_the_margin() {
        let worth = |result, margin| BLEND.combine(&Rules::STANDARD, result, margin).0;
        for margin in [-162.0, -1.0, 0.0, 1.0, 162.0] {
            for other in [-162.0, 0.0, 162.0] {
                assert!(worth(MoverValue::WIN, margin) > worth(MoverValue::DRAW, other));
                assert!(worth(MoverValue::DRAW, margin) > worth(MoverValue::LOSS, other));
            }
            let values = [MoverValue::WIN, MoverValue::DRAW, MoverValue::LOSS];
            assert!(values.iter().all(|&result| worth(result, margin).abs() <= 1.0));
        }
    }

    #[test]
    fn a_greater_margin_is_worth_more_except_in_giveaway() {
        let giveaway = Rules::STANDARD.with_goal(Goal::Giveaway);
        let worth = |rules: &Rules, margin| BLEND.combine(rules, MoverValue::DRAW, margin).0;
        assert!(worth(&Rules::STANDARD, 6.0) > worth(&Rules::STANDARD, 4.0));
        assert!(worth(&giveaway, 6.0) < worth(&giveaway, 4.0));
        assert_eq!(worth(&Rules::STANDARD, 10.0), 0.15);
        assert_eq!(worth(&giveaway, 10.0), -0.15);
    }

    #[test]
    fn without_a_share_of_the_margin_a_result_is_just_itself() {
        let value = LeafValue::WinLoss.combine(&Rules::STANDARD, MoverValue(0.25), 100.0);
        assert_eq!(value, MoverValue(0.25));
    }
}
