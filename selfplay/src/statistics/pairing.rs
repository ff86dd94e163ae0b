use crate::statistics::pentanomial::Pentanomial;

/// What came of a match of two of several players, who go by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairingResult {
    /// The first player.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// Their pairs, seen by the first player.
    pub pairs: Pentanomial,
}

impl PairingResult {
    /// Whether these two met, in either order.
    pub(super) fn is_between(&self, one: usize, other: usize) -> bool {
        self.pairs.pairs() > 0
            && ((self.first, self.second) == (one, other) || (self.second, self.first) == (one, other))
    }

    /// Whether `by` took at least half a point from `from`.
    pub(super) fn gives_points(&self, by: usize, from: usize) -> bool {
        let score = self.pairs.mean().unwrap_or(0.0);
        (self.first, self.second) == (by, from) && score > 0.0
            || (self.second, self.first) == (by, from) && score < 1.0 && self.pairs.pairs() > 0
    }
}
