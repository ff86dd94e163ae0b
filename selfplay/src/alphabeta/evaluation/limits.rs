use kumalak_env::{AtsyrauRule, Goal, Position, Rules};

use crate::alphabeta::score::Score;
use crate::alphabeta::window::Window;

/// Between which scores the true score of an unfinished position must lie.
///
/// A side that holds half of all stones cannot lose any more: the other can at most have as many.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    lowest: Score,
    highest: Score,
}

impl Limits {
    #[inline]
    pub(crate) fn of(position: &Position, rules: &Rules) -> Self {
        let mut limits = Self {
            lowest: Score::MINUS_INFINITY,
            highest: Score::INFINITY,
        };
        if rules.goal() == Goal::MostStones && rules.atsyrau() == AtsyrauRule::OwnerTakesRest {
            let mover = position.turn();
            if usize::from(position.kazan(mover)) >= rules.half() {
                limits.lowest = Score::DRAW;
            }
            if usize::from(position.kazan(!mover)) >= rules.half() {
                limits.highest = Score::DRAW;
            }
        }
        limits
    }

    /// The score, or the limit that it violates.
    #[inline]
    pub(crate) fn clamp(self, score: Score) -> Score {
        score.clamp(self.lowest, self.highest)
    }

    /// The answer to a window's question, if the limits give it.
    #[inline]
    pub(crate) fn answer(self, window: Window) -> Option<Score> {
        if self.lowest >= window.beta {
            Some(self.lowest)
        } else if self.highest <= window.alpha {
            Some(self.highest)
        } else {
            None
        }
    }

    /// The part of a window that lies between the limits.
    #[inline]
    pub(crate) fn narrow(self, window: Window) -> Window {
        Window {
            alpha: window.alpha.max(self.lowest),
            beta: window.beta.min(self.highest),
        }
    }
}
