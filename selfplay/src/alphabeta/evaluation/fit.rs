use kumalak_env::{Game, Outcome, Position, Rules};

use super::features::{FEATURES, Features};
use super::newton::LogisticRegression;
use super::weights::EvaluationWeights;

/// One game of so many is held out: the fit does not see it, and its loss says what the weights are worth elsewhere.
const HELD_OUT: usize = 10;

/// Hundredths of a stone that a stone in the kazan is worth, in the mean of a full and an empty board.
const POINTS_PER_STONE: f64 = 100.0;

/// The most stones that a move may capture in a position that counts as quiet.
const QUIET_CAPTURE: u8 = 2;

/// Number of parameters: each feature counts on a full and on an empty board.
const PARAMETERS: usize = 2 * FEATURES;

/// Positions of played games with their results, from which [`EvaluationWeights`] are fitted.
///
/// The model is logistic regression: the probability that the side to move wins is `1 / (1 + exp(−w·x))`, where `x` are
/// the features, once times the share of the stones that lie in the pits and once times the rest, and a draw counts as
/// half a win. Chess programmers know the method as "Texel tuning" (P. Österlund, 2014).
#[derive(Clone, Debug, Default)]
pub struct EvaluationSamples {
    games: usize,
    training: Vec<Sample>,
    held_out: Vec<Sample>,
}

#[derive(Clone, Debug)]
struct Sample {
    features: Features,
    /// Points of the side to move: 1 for a win, ½ for a draw.
    points: f64,
}

/// How well probabilities fit results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitLoss {
    /// Number of positions.
    pub positions: usize,
    /// Mean logarithmic loss, in nats; that of a coin is 0.6931.
    pub loss: f64,
}

/// Weights with what they are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationFit {
    /// The weights, rounded to whole hundredths of a stone.
    pub weights: EvaluationWeights,
    /// Hundredths of a stone that multiply the odds of a win by e = 2.718….
    pub points_per_logit: f64,
    /// Loss of the rounded weights on the positions that the fit saw.
    pub training: FitLoss,
    /// Loss of the rounded weights on the games that were held out.
    pub held_out: FitLoss,
    /// Steps of Newton's method.
    pub steps: usize,
}

impl EvaluationSamples {
    /// Adds the quiet positions of a game: those in which no move makes a tuzdik or captures more than two stones. The
    /// search judges no others as they stand. `outcome` is the result of the game, which the board need not show.
    pub fn add(&mut self, game: &Game, outcome: Outcome) {
        let rules = game.rules();
        let samples = if self.games % HELD_OUT == HELD_OUT - 1 {
            &mut self.held_out
        } else {
            &mut self.training
        };
        self.games += 1;
        let mut position = *game.start();
        for &pit in game.moves() {
            if is_quiet(&position, rules) {
                samples.push(Sample {
                    features: Features::of(&position, rules),
                    points: f64::from(1 + outcome.sign_for(position.turn())) / 2.0,
                });
            }
            position.play_unchecked(rules, pit);
        }
    }

    /// Number of games.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The weights that fit best; the same for equal games in equal order. `None` if there is no game to fit or none to
    /// hold out, or if stones in the kazan turn out to be worth nothing.
    pub fn fit(&self) -> Option<EvaluationFit> {
        if self.training.is_empty() || self.held_out.is_empty() {
            return None;
        }
        let mut regression = LogisticRegression::<PARAMETERS>::default();
        let steps = regression.fit(|sum| {
            for sample in &self.training {
                sum.add(&sample.inputs(), sample.points);
            }
        });
        let parameters = regression.parameters();
        let stone = (parameters[0] + parameters[FEATURES]) / 2.0;
        if stone <= 0.0 {
            return None;
        }
        let points_per_logit = POINTS_PER_STONE / stone;
        let weights = EvaluationWeights::rounded(parameters, points_per_logit);
        Some(EvaluationFit {
            weights,
            points_per_logit,
            training: loss(&weights, &self.training, points_per_logit),
            held_out: loss(&weights, &self.held_out, points_per_logit),
            steps,
        })
    }

    /// Loss of given weights on the games that are held out.
    pub fn held_out_loss(&self, weights: &EvaluationWeights, points_per_logit: f64) -> FitLoss {
        loss(weights, &self.held_out, points_per_logit)
    }
}

fn is_quiet(position: &Position, rules: &Rules) -> bool {
    position.legal_moves(rules).iter().all(|pit| {
        let mut after = *position;
        let sowing = after.play_unchecked(rules, pit);
        sowing.captured <= QUIET_CAPTURE && !sowing.makes_tuzdik
    })
}

impl Sample {
    fn inputs(&self) -> [f64; PARAMETERS] {
        let share = f64::from(self.features.stones_in_pits) / f64::from(self.features.total_stones);
        let mut inputs = [0.0; PARAMETERS];
        let (full, empty) = inputs.split_at_mut(FEATURES);
        for ((full, empty), &value) in full.iter_mut().zip(empty).zip(&self.features.values) {
            *full = f64::from(value) * share;
            *empty = f64::from(value) * (1.0 - share);
        }
        inputs
    }
}

impl EvaluationWeights {
    /// Parameters of the regression in hundredths of a stone.
    fn rounded(parameters: &[f64; PARAMETERS], points_per_logit: f64) -> Self {
        let weight = |parameter: f64| (parameter * points_per_logit).round() as i16;
        let (full, empty) = parameters.split_at(FEATURES);
        Self {
            full: std::array::from_fn(|feature| weight(full[feature])),
            empty: std::array::from_fn(|feature| weight(empty[feature])),
        }
    }
}

fn loss(weights: &EvaluationWeights, samples: &[Sample], points_per_logit: f64) -> FitLoss {
    let losses = samples.iter().map(|sample| {
        let logit = f64::from(weights.advantage(&sample.features)) / points_per_logit;
        // −log of the probability of a win is ln(1 + e^−logit), and that of a loss is larger by the logit.
        (-logit).max(0.0) + (-logit.abs()).exp().ln_1p() + (1.0 - sample.points) * logit
    });
    FitLoss {
        positions: samples.len(),
        loss: losses.sum::<f64>() / samples.len() as f64,
    }
}
