use serde::Serialize;

/// Points that the first player took from the two games of one opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PairScore {
    /// Two losses.
    Zero = 0,
    /// A loss and a draw.
    Half = 1,
    /// Two draws, or a win and a loss.
    One = 2,
    /// A win and a draw.
    OneAndHalf = 3,
    /// Two wins.
    Two = 4,
}

impl PairScore {
    /// All five, from the worst.
    pub const ALL: [Self; 5] = [Self::Zero, Self::Half, Self::One, Self::OneAndHalf, Self::Two];

    /// The score as a share of the two points: 0, ¼, ½, ¾ or 1.
    pub const fn share(self) -> f64 {
        self as u8 as f64 / 4.0
    }
}

/// How often each [`PairScore`] occurred: the sufficient statistics of a match of paired games.
///
/// Both games of a pair begin from one opening, which may favour a colour, so their results hang together and only the
/// pairs are independent. Fishtest and fastchess count pairs for the same reason (their line `Ptnml(0-2)`).
///
/// ```
/// use kumalak_selfplay::Pentanomial;
///
/// let pairs = Pentanomial::from_counts([30, 6, 18, 0, 6]);
/// assert_eq!(pairs.pairs(), 60);
/// assert_eq!(pairs.mean(), Some(0.275));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl Pentanomial {
    /// The statistics with these numbers of pairs that scored 0, ½, 1, 1½ and 2: `[5]`.
    pub const fn from_counts(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Numbers of pairs that scored 0, ½, 1, 1½ and 2: `[5]`.
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Counts one more pair.
    pub const fn record(&mut self, score: PairScore) {
        self.counts[score as usize] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same match seen by the second player.
    #[must_use]
    pub fn swapped(self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Self { counts }
    }

    /// Mean score of the first player as a share of the points, from 0 to 1; `None` without a pair.
    pub fn mean(&self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.sum_over_pairs(PairScore::share) / pairs as f64)
    }

    /// Variance of the score of one pair (as a share), about the mean and with divisor `N`; `None` without a pair.
    pub fn variance(&self) -> Option<f64> {
        self.central_moment(2)
    }

    /// Mean of this power of the distance of a pair's score (as a share) from the mean; `None` without a pair.
    pub(super) fn central_moment(&self, power: i32) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.sum_over_pairs(|score| (score.share() - mean).powi(power)) / self.pairs() as f64)
    }

    /// Standard error of the mean, `√(variance / N)`, as fishtest and fastchess take it; `None` without a pair.
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.pairs() as f64).sqrt())
    }

    fn sum_over_pairs(&self, value: impl Fn(PairScore) -> f64) -> f64 {
        PairScore::ALL
            .iter()
            .zip(self.counts)
            .map(|(&score, count)| count as f64 * value(score))
            .sum()
    }
}

impl FromIterator<PairScore> for Pentanomial {
    fn from_iter<I: IntoIterator<Item = PairScore>>(scores: I) -> Self {
        let mut pentanomial = Self::default();
        for score in scores {
            pentanomial.record(score);
        }
        pentanomial
    }
}
