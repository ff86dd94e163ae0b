use crate::alphabeta::score::Score;
use crate::alphabeta::table::Bound;

/// The scores that matter: what lies outside is only bounded.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Self = Self {
        alpha: Score::MINUS_INFINITY,
        beta: Score::INFINITY,
    };

    /// The narrowest window above a score: asks only whether the true score is greater.
    pub(crate) fn just_above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next_up(),
        }
    }

    /// The same window for the other side.
    pub(crate) fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a score found with this window says.
    pub(crate) fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Whether a stored score answers the question that this window asks.
    pub(crate) fn is_answered(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}
