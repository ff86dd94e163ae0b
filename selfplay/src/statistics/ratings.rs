use std::fmt;

use ndarray::{Array1, Array2};
use serde::Serialize;
use thiserror::Error;

use crate::statistics::inverse::positive_definite_inverse;
use crate::statistics::normal::{Z_95, normal_cdf};
use crate::statistics::pairing::PairingResult;

/// Elo points of one unit of the logistic scale.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton steps; from equal ratings ten are plenty.
const STEPS: usize = 100;

/// The longest Newton step in any rating, so that the first ones do not overshoot.
const LONGEST_STEP: f64 = 2.0;

/// Ratings of several players from the matches between them.
///
/// The strengths that make the results most likely if player `i` takes the share `1 / (1 + 10^((rⱼ − rᵢ)/400))` of the points
/// against player `j`, a draw being half a win: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs"
/// (1952). With two players that is [`elo_of_score`](crate::elo_of_score).
///
/// **Error bars.** Pairs of games are the independent observations, as in a match, so the covariance is
/// `H⁻¹·M·H⁻¹` (the "sandwich" of P. J. Huber, 1967), with `H` the information of the likelihood and `M` the spread of the
/// pair scores about their fitted means. As in [`ScoreEstimate`](crate::ScoreEstimate), the spread of each pairing is drawn towards
/// that of all-or-nothing pairs with the weight of `1.96²` pairs, so that it keeps a width after a clean sweep.
///
/// **Clean sweeps.** The most likely ratings are infinite exactly if the players fall into two groups of which one won every
/// point against the other (L. R. Ford, 1957). Then each pairing counts one more pair, drawn; see [`RatingMethod`].
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    method: RatingMethod,
    /// Ratings on the natural logarithm's scale, with sum 0.
    strengths: Array1<f64>,
    covariance: Array2<f64>,
}

/// How ratings were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingMethod {
    /// The most likely ratings.
    MaximumLikelihood,
    /// The same with one drawn pair added to each pairing, since the most likely ratings of the results alone are infinite.
    WithDrawnPairs,
}

impl RatingMethod {
    /// Drawn pairs added to each pairing.
    const fn drawn_pairs(self) -> f64 {
        match self {
            Self::MaximumLikelihood => 0.0,
            Self::WithDrawnPairs => 1.0,
        }
    }
}

/// What is compared with what when a rating is stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RatingAnchor {
    /// The mean of all players, which gets the rating 0.
    #[default]
    Mean,
    /// A player, who gets the rating 0.
    Player(usize),
}

/// A rating, or a difference of ratings, in Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

/// Results from which no ratings follow.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RatingError {
    /// Fewer than two players.
    #[error("ratings need at least two players, got {0}")]
    TooFewPlayers(usize),
    /// A result of a player who does not exist, or against himself.
    #[error("expected a result of two different players below {players}, got {first} and {second}")]
    Pairing {
        /// Number of players.
        players: usize,
        /// First player of the result.
        first: usize,
        /// Second player of the result.
        second: usize,
    },
    /// Somebody has met no player of the others, directly or through third ones.
    #[error(
        "player {player} and player 0 are not connected by matches, so that their ratings cannot be compared"
    )]
    NotConnected {
        /// A player who cannot be compared with the first.
        player: usize,
    },
}

impl Ratings {
    /// The ratings of `players` players from these results.
    ///
    /// # Errors
    /// If there are fewer than two players, a result names none of them, or the players are not all connected by results.
    pub fn new(players: usize, results: &[PairingResult]) -> Result<Self, RatingError> {
        check(players, results)?;
        let won_from = |by: usize, from: usize| results.iter().any(|result| result.gives_points(by, from));
        let is_finite = unreached(players, &won_from).is_none()
            && unreached(players, &|from, by| won_from(by, from)).is_none();
        let method = if is_finite {
            RatingMethod::MaximumLikelihood
        } else {
            RatingMethod::WithDrawnPairs
        };
        let strengths = most_likely(players, results, method);
        let covariance = covariance(results, &strengths, method);
        Ok(Self {
            method,
            strengths,
            covariance,
        })
    }

    /// How the ratings were found.
    pub fn method(&self) -> RatingMethod {
        self.method
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.strengths.len()
    }

    /// The rating of a player.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn rating(&self, player: usize, anchor: RatingAnchor) -> Rating {
        match anchor {
            RatingAnchor::Player(other) => self.difference(player, other),
            RatingAnchor::Mean => rating(self.strengths[player], self.covariance[[player, player]]),
        }
    }

    /// How much stronger `first` is than `second`.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn difference(&self, first: usize, second: usize) -> Rating {
        rating(
            self.strengths[first] - self.strengths[second],
            self.variance_of_difference(first, second),
        )
    }

    /// Likelihood of superiority: how probable it is that `first` is stronger than `second`. One half for a player and himself.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        if first == second {
            return 0.5;
        }
        let deviation = self.variance_of_difference(first, second).sqrt();
        normal_cdf((self.strengths[first] - self.strengths[second]) / deviation)
    }

    fn variance_of_difference(&self, first: usize, second: usize) -> f64 {
        let covariance = &self.covariance;
        covariance[[first, first]] + covariance[[second, second]] - 2.0 * covariance[[first, second]]
    }
}

fn rating(strength: f64, variance: f64) -> Rating {
    Rating {
        elo: POINTS * strength,
        margin: Z_95 * POINTS * variance.max(0.0).sqrt(),
    }
}

fn check(players: usize, results: &[PairingResult]) -> Result<(), RatingError> {
    if players < 2 {
        return Err(RatingError::TooFewPlayers(players));
    }
    for &PairingResult { first, second, .. } in results {
        if first.max(second) >= players || first == second {
            return Err(RatingError::Pairing {
                players,
                first,
                second,
            });
        }
    }
    let has_met = |one: usize, other: usize| results.iter().any(|result| result.is_between(one, other));
    match unreached(players, &has_met) {
        Some(player) => Err(RatingError::NotConnected { player }),
        None => Ok(()),
    }
}

/// A player who cannot be reached from the first over the edges.
fn unreached(players: usize, edge: &dyn Fn(usize, usize) -> bool) -> Option<usize> {
    let mut reached = vec![false; players];
    reached[0] = true;
    let mut waiting = vec![0];
    while let Some(from) = waiting.pop() {
        for (to, is_reached) in reached.iter_mut().enumerate() {
            if !*is_reached && edge(from, to) {
                *is_reached = true;
                waiting.push(to);
            }
        }
    }
    reached.iter().position(|&is_reached| !is_reached)
}

/// Newton's method on the concave log-likelihood.
fn most_likely(players: usize, results: &[PairingResult], method: RatingMethod) -> Array1<f64> {
    let mut strengths = Array1::zeros(players);
    for _ in 0..STEPS {
        let mut gradient = Array1::<f64>::zeros(players);
        for result in results {
            let [first, second] = [result.first, result.second];
            let pairs = result.pairs.pairs() as f64;
            let drawn = method.drawn_pairs();
            let points = 2.0 * (pairs * result.pairs.mean().unwrap_or(0.5) + drawn / 2.0);
            let surplus = points - 2.0 * (pairs + drawn) * expected(&strengths, result);
            gradient[first] += surplus;
            gradient[second] -= surplus;
        }
        let step = inverse_information(results, &strengths, method).dot(&gradient);
        let longest = step
            .iter()
            .fold(0.0_f64, |longest, value| longest.max(value.abs()));
        strengths.scaled_add((LONGEST_STEP / longest).min(1.0), &step);
        if longest < 1e-12 {
            break;
        }
    }
    strengths
}

/// The share of the points that the first player of a pairing should take.
fn expected(strengths: &Array1<f64>, result: &PairingResult) -> f64 {
    1.0 / (1.0 + (strengths[result.second] - strengths[result.first]).exp())
}

/// The inverse of the information on ratings with sum 0: `[N, N]`. The information itself is singular, since equal steps of all ratings change nothing.
fn inverse_information(
    results: &[PairingResult],
    strengths: &Array1<f64>,
    method: RatingMethod,
) -> Array2<f64> {
    let players = strengths.len();
    let mean = 1.0 / players as f64;
    let mut information = Array2::from_elem((players, players), mean);
    for result in results {
        let share = expected(strengths, result);
        let games = 2.0 * (result.pairs.pairs() as f64 + method.drawn_pairs());
        add_between(&mut information, result, games * share * (1.0 - share));
    }
    positive_definite_inverse(&information) - mean
}

fn covariance(results: &[PairingResult], strengths: &Array1<f64>, method: RatingMethod) -> Array2<f64> {
    let players = strengths.len();
    let mut spread = Array2::zeros((players, players));
    for result in results {
        let share = expected(strengths, result);
        let (pairs, drawn) = (result.pairs.pairs() as f64, method.drawn_pairs());
        let mean = result.pairs.mean().unwrap_or(0.5);
        let squares = pairs * (result.pairs.variance().unwrap_or(0.0) + (mean - share).powi(2))
            + drawn * (0.5 - share).powi(2);
        let all_or_nothing = (pairs + drawn) * share * (1.0 - share);
        let prior = Z_95 * Z_95 / 4.0;
        let ratio = (squares + prior) / (all_or_nothing + prior);
        add_between(&mut spread, result, 4.0 * all_or_nothing * ratio);
    }
    let inverse = inverse_information(results, strengths, method);
    inverse.dot(&spread).dot(&inverse)
}

/// Adds what a pairing knows about the difference of its two players.
fn add_between(matrix: &mut Array2<f64>, result: &PairingResult, weight: f64) {
    let [first, second] = [result.first, result.second];
    matrix[[first, first]] += weight;
    matrix[[second, second]] += weight;
    matrix[[first, second]] -= weight;
    matrix[[second, first]] -= weight;
}

impl Rating {
    /// The difference with so many decimals. A zero has no sign, even if the fit came to it from below.
    #[must_use]
    pub fn rounded(&self, decimals: u8) -> f64 {
        let scale = 10_f64.powi(decimals.into());
        (self.elo * scale).round() / scale + 0.0
    }
}

/// `+100.0 ± 20.0`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.1} ± {:.1}", self.rounded(1), self.margin))
    }
}
