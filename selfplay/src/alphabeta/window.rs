use super::score::Score;
use super::table::Bound;

/// The scores that matter: what lies outside is only bounded.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self {
        alpha: Score::MINUS_INFINITY,
        beta: Score::INFINITY,
    };

    /// The narrowest window above a score: asks only whether the true score is greater.
    pub(super) fn just_above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next_up(),
        }
    }

    /// Whether a score lies inside, so that it is exact.
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The same window for the other side.
    pub(super) fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a score found with this window says.
    pub(super) fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Whether a stored score answers the question that this window asks.
    pub(super) fn is_answered(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}
