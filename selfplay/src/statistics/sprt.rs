use std::fmt;

use serde::Serialize;

use crate::invalid_setting::InvalidSetting;
use crate::statistics::elo::score_of_elo;
use crate::statistics::likelihood::{Distribution, regularized, with_deviations, with_mean};
use crate::statistics::normalized_elo::deviations_of_pair;
use crate::statistics::pentanomial::Pentanomial;

/// A sequential probability ratio test: how long to play until it is clear which of two hypotheses about the Elo difference
/// holds.
///
/// A. Wald, "Sequential tests of statistical hypotheses" (1945), with the generalized likelihood ratio of the pentanomial
/// counts: the ratio of the most likely distributions of pair scores under each hypothesis. Fishtest and fastchess reckon
/// the same way, after notes of M. Van den Bergh (`normalized_elo_practical.pdf`, 2021).
///
/// ```
/// use kumalak_selfplay::{Pentanomial, Sprt, SprtDecision};
///
/// let sprt: Sprt = "elo0=0,elo1=10".parse()?;
/// let pairs = Pentanomial::from_counts([40, 67, 295, 123, 54]);
/// assert_eq!(format!("{:.2}", sprt.log_likelihood_ratio(&pairs)), "2.95");
/// assert_eq!(sprt.decision(&pairs), SprtDecision::AcceptH1);
/// # Ok::<(), kumalak_selfplay::SprtSyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: EloScale,
}

/// Which Elo the bounds of a test are given in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloScale {
    /// [`NormalizedElo`](crate::NormalizedElo), in which the same bounds need the same number of games whatever the share of
    /// draws and split pairs. Fishtest's and fastchess' choice.
    #[default]
    Normalized,
    /// The logistic scale of the report.
    Logistic,
}

impl EloScale {
    /// Both scales.
    pub const ALL: [Self; 2] = [Self::Normalized, Self::Logistic];

    /// Lower-case name, as in files and arguments.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// Neither hypothesis is clear.
    Continue,
    /// The difference `elo0` is accepted: the first player is not as much stronger as `elo1`.
    AcceptH0,
    /// The difference `elo1` is accepted: the first player is stronger than `elo0` says.
    AcceptH1,
}

/// A test and what it says, for reports.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// Elo of the first hypothesis.
    pub elo0: f64,
    /// Elo of the second hypothesis.
    pub elo1: f64,
    /// Probability of accepting the second hypothesis where the first holds.
    pub alpha: f64,
    /// Probability of accepting the first hypothesis where the second holds.
    pub beta: f64,
    /// What the two Elo numbers mean.
    pub scale: EloScale,
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below this the first hypothesis is accepted.
    pub lower: f64,
    /// At or above this the second hypothesis is accepted.
    pub upper: f64,
    /// What follows.
    pub decision: SprtDecision,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, which errs with probability `alpha` if the first holds and `beta` if the second does.
    ///
    /// # Errors
    /// Names the number that is out of range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: EloScale) -> Result<Self, InvalidSetting> {
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        let is_error = |probability: f64| 0.0 < probability && probability < 0.5;
        let check = InvalidSetting::unless;
        check(is_elo(elo0), "sprt.elo0", "from -1000 to 1000", elo0)?;
        check(is_elo(elo1), "sprt.elo1", "from -1000 to 1000", elo1)?;
        check(elo0 < elo1, "sprt.elo1", "greater than elo0", elo1)?;
        check(is_error(alpha), "sprt.alpha", "above 0 and below 0.5", alpha)?;
        check(is_error(beta), "sprt.beta", "above 0 and below 0.5", beta)?;
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        })
    }

    /// The logarithm of the likelihood ratio at or below which the first hypothesis is accepted: `ln(β / (1−α))`.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The logarithm of the likelihood ratio at or above which the second hypothesis is accepted: `ln((1−β) / α)`.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// How much more likely the pairs are under the second hypothesis than under the first, as a natural logarithm. A count
    /// of zero is taken as 0.001, so that every score stays possible.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = regularized(pairs);
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [first, second] = [self.elo0, self.elo1].map(|elo| self.most_likely(&shares, elo));
        let terms = counts.iter().zip(first.iter().zip(second));
        terms
            .map(|(count, (first, second))| count * (second / first).ln())
            .sum()
    }

    /// What the pairs say.
    pub fn decision(&self, pairs: &Pentanomial) -> SprtDecision {
        self.decide(self.log_likelihood_ratio(pairs))
    }

    /// The test with what the pairs say.
    pub fn report(&self, pairs: &Pentanomial) -> SprtReport {
        let llr = self.log_likelihood_ratio(pairs);
        SprtReport {
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
            scale: self.scale,
            llr,
            lower: self.lower(),
            upper: self.upper(),
            decision: self.decide(llr),
        }
    }

    fn decide(&self, llr: f64) -> SprtDecision {
        if llr >= self.upper() {
            SprtDecision::AcceptH1
        } else if llr <= self.lower() {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        }
    }

    fn most_likely(&self, shares: &Distribution, elo: f64) -> Distribution {
        match self.scale {
            EloScale::Logistic => with_mean(shares, score_of_elo(elo)),
            EloScale::Normalized => with_deviations(shares, deviations_of_pair(elo)),
        }
    }
}

/// `elo0=0,elo1=5,alpha=0.05,beta=0.05,scale=normalized`, which can be read back.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        } = self;
        write!(
            f,
            "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},scale={}",
            scale.name()
        )
    }
}

/// `LLR 1.71 of [-2.94, 2.94] for normalized Elo 0 against 10`, and what was accepted.
impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elo0,
            elo1,
            scale,
            llr,
            lower,
            upper,
            ..
        } = self;
        write!(
            f,
            "LLR {llr:.2} of [{lower:.2}, {upper:.2}] for {} Elo {elo0} against {elo1}",
            scale.name()
        )?;
        match self.decision {
            SprtDecision::Continue => write!(f, ": not decided"),
            SprtDecision::AcceptH0 => write!(f, ": H0 ({elo0}) accepted"),
            SprtDecision::AcceptH1 => write!(f, ": H1 ({elo1}) accepted"),
        }
    }
}
