use kumalak_env::{Game, Outcome, Position, Side};

use super::features::{FEATURES, Features};
use super::newton::LogisticRegression;
use super::quiet_leaf::quiet_leaf;
use super::weights::EvaluationWeights;

/// One game of so many is held out: the fit does not see it, and its loss says what the weights are worth elsewhere.
const HELD_OUT: usize = 10;

/// Hundredths of a stone that a stone in the kazan is worth, in the mean of a full and an empty board.
const POINTS_PER_STONE: f64 = 100.0;

/// Hundredths of a stone in [`EvaluationWeights::HAND_MADE`] that multiply the odds of a win by e, as fitted to the results
/// of the games that the weights come from.
const HAND_MADE_PER_LOGIT: f64 = 1100.0;

/// λ: how much a target believes the later course of the game rather than the next position.
const LAMBDA: f64 = 0.8;

/// Plies from which on positions count: the first are random moves of the opening.
const FIRST_PLY: usize = 8;

/// Plies before the end of a game that are left out: nobody needs to judge there what a search sees.
const LAST_PLIES: usize = 4;

/// Number of parameters: each feature counts on a full and on an empty board.
const PARAMETERS: usize = 2 * FEATURES;

/// Positions of played games, from which [`EvaluationWeights`] are fitted.
///
/// The model is logistic regression: the probability that the side to move wins is `1 / (1 + exp(−w·x))`, where `x` are
/// the features, once times the share of the stones that lie in the pits and once times the rest. It is fitted to the
/// λ-returns of temporal-difference learning (R. Sutton, "Learning to predict by the methods of temporal differences", 1988)
/// with λ = 0.8: going back from the result of the game, the target of a position is λ times the target of the next one
/// and 1 − λ times the probability that [`EvaluationWeights::HAND_MADE`] give the next one. As in `TDLeaf` (J. Baxter,
/// A. Tridgell and L. Weaver, 1998) each position stands for the leaf that decides its search, here a quiescence search.
/// Results alone (λ = 1, known as "Texel tuning") fit results better and play worse: they credit what goes with winning, not what wins.
#[derive(Clone, Debug, Default)]
pub struct EvaluationSamples {
    games: usize,
    training: Vec<Sample>,
    held_out: Vec<Sample>,
}

#[derive(Clone, Debug)]
struct Sample {
    features: Features,
    /// Target: expected points of the side to move, where 1 is a win and ½ a draw.
    points: f64,
    /// Result: points of the side to move.
    result: f64,
}

/// How well probabilities fit results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitLoss {
    /// Number of positions.
    pub positions: usize,
    /// Mean logarithmic loss against the results of the games, in nats; that of a coin is 0.6931.
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
    /// Adds the positions of a game, but for the first 8 and the last 4 plies. `outcome` is the result of the game, which
    /// the board need not show.
    pub fn add(&mut self, game: &Game, outcome: Outcome) {
        let samples = if self.games % HELD_OUT == HELD_OUT - 1 {
            &mut self.held_out
        } else {
            &mut self.training
        };
        self.games += 1;
        // White's, like everything in this loop.
        let result = f64::from(1 + outcome.sign_for(Side::White)) / 2.0;
        let mut target = result;
        for (leaf, plies_left) in leaves(game).into_iter().rev() {
            let is_white = leaf.turn() == Side::White;
            let points = |white: f64| if is_white { white } else { 1.0 - white };
            let features = Features::of(&leaf, game.rules());
            if plies_left > LAST_PLIES {
                samples.push(Sample {
                    features,
                    points: points(target),
                    result: points(result),
                });
            }
            let advantage = f64::from(EvaluationWeights::HAND_MADE.advantage(&features));
            let guess = points(1.0 / (1.0 + (-advantage / HAND_MADE_PER_LOGIT).exp()));
            target = LAMBDA * target + (1.0 - LAMBDA) * guess;
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

/// Where quiescence search judges the positions of a game, with the plies that were left; those in which it sees the end
/// are left out.
fn leaves(game: &Game) -> Vec<(Position, usize)> {
    let mut position = *game.start();
    let mut leaves = Vec::new();
    for (ply, &pit) in game.moves().iter().enumerate() {
        if ply >= FIRST_PLY
            && let Some(leaf) = quiet_leaf(&position, game.rules(), &EvaluationWeights::HAND_MADE)
        {
            leaves.push((leaf, game.moves().len() - ply));
        }
        position.play_unchecked(game.rules(), pit);
    }
    leaves
}

impl Sample {
    fn inputs(&self) -> [f64; PARAMETERS] {
        let share = f64::from(self.features.stones_in_pits) / f64::from(self.features.total_stones);
        let mut inputs = [0.0; PARAMETERS];
        let (full, empty) = inputs.split_at_mut(FEATURES);
        for ((full, empty), &value) in full.iter_mut().zip(empty).zip(&self.features.values()) {
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
        (-logit).max(0.0) + (-logit.abs()).exp().ln_1p() + (1.0 - sample.result) * logit
    });
    FitLoss {
        positions: samples.len(),
        loss: losses.sum::<f64>() / samples.len() as f64,
    }
}
