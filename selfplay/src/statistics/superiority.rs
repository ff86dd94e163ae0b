use crate::statistics::normal::{Z_95, normal_cdf};
use crate::statistics::pentanomial::Pentanomial;

/// Likelihood of superiority: how probable it is that the first player is the stronger one, given these pairs and no other
/// knowledge; `None` without a pair.
///
/// `Φ((m − ½) / √(v/N))` with `N` pairs of mean `m` and variance `v`, as fastchess prints it. Few pairs, or pairs that nearly all
/// scored alike, show less variance than there is, and a worse match could then seem the surer one. So their squares together
/// count for no less than those of `1.96²` pairs that are won or lost as a whole, the weight that [`ScoreEstimate`] gives to the
/// same assumption: `v` is at least `¼ · min(1, 1.96²/N)`. Every match with a greater variance has the number of fastchess.
///
/// [`ScoreEstimate`]: crate::ScoreEstimate
///
/// ```
/// use kumalak_selfplay::{Pentanomial, likelihood_of_superiority};
///
/// let los = likelihood_of_superiority(&Pentanomial::from_counts([1, 24, 42, 25, 8])).unwrap();
/// assert_eq!((los * 1e4).round(), 9504.0);
/// ```
pub fn likelihood_of_superiority(pairs: &Pentanomial) -> Option<f64> {
    const ALL_OR_NOTHING: f64 = 0.25;
    let number = pairs.pairs() as f64;
    let least = ALL_OR_NOTHING * (Z_95 * Z_95 / number).min(1.0);
    let (mean, variance) = (pairs.mean()?, pairs.variance()?.max(least));
    Some(normal_cdf((mean - 0.5) / (variance / number).sqrt()))
}
