use crate::statistics::normal::normal_cdf;
use crate::statistics::pentanomial::Pentanomial;

/// Likelihood of superiority: how probable it is that the first player is the stronger one, given these pairs and no other
/// knowledge; `None` without a pair.
///
/// `Φ((m − ½) / √(v/N))` with `N` pairs of mean `m` and variance `v`, as fastchess prints it. Pairs that all scored alike
/// show no variance; they are taken as won or lost as a whole, with the variance ¼ that even players would have.
///
/// ```
/// use kumalak_selfplay::{Pentanomial, likelihood_of_superiority};
///
/// let los = likelihood_of_superiority(&Pentanomial::from_counts([1, 24, 42, 25, 8])).unwrap();
/// assert_eq!((los * 1e4).round(), 9504.0);
/// ```
pub fn likelihood_of_superiority(pairs: &Pentanomial) -> Option<f64> {
    const ALL_OR_NOTHING: f64 = 0.25;
    let (mean, variance) = (pairs.mean()?, pairs.variance()?);
    let variance = if variance > 0.0 { variance } else { ALL_OR_NOTHING };
    Some(normal_cdf(
        (mean - 0.5) / (variance / pairs.pairs() as f64).sqrt(),
    ))
}
