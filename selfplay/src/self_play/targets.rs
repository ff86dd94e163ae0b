//! What becomes of searched positions once their game is over.

use kumalak_env::{Game, MAX_PITS, Observation, Position, Side};

use super::early_end::GameEnd;
use crate::mcts::{SearchResult, final_margin};
use crate::sample::Sample;
use crate::value::MoverValue;

/// What a sample needs from the time before its game ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchedPosition {
    mover: Side,
    ply: usize,
    observation: Observation,
    policy: [f32; MAX_PITS],
    root_value: MoverValue,
    /// See [`surprise`].
    surprise: f32,
}

impl SearchedPosition {
    /// The present position of a game, of which a full search has found this.
    pub(super) fn new(game: &Game, result: &SearchResult) -> Self {
        let position = game.position();
        let policy = result.policy();
        Self {
            mover: position.turn(),
            ply: game.moves().len(),
            observation: position.observation(game.occurrences()),
            policy,
            root_value: result.value,
            surprise: surprise(&policy, &result.evaluation.policy),
        }
    }
}

/// The samples of a game that is over. A game without a result has none.
pub(super) fn samples(
    number: u64,
    game: &Game,
    end: GameEnd,
    searched: &[SearchedPosition],
    surprise_weight: f32,
) -> Vec<Sample> {
    let Some(outcome) = game.status().outcome() else {
        return Vec::new();
    };
    let plies = game.moves().len();
    let weights = weights(searched, surprise_weight);
    let samples = searched.iter().zip(weights).map(|(position, weight)| {
        let is_played_out = end == GameEnd::PlayedOut;
        let known = Sample {
            game: number,
            policy: position.policy,
            root_value: position.root_value.0,
            weight,
            ply: saturated(position.ply),
            outcome: outcome.sign_for(position.mover),
            observation: position.observation,
            ..bytemuck::Zeroable::zeroed()
        };
        if is_played_out {
            with_end(known, position, game.position(), plies)
        } else {
            known
        }
    });
    samples.collect()
}

/// Adds what the end on the board says.
fn with_end(sample: Sample, position: &SearchedPosition, last: &Position, plies: usize) -> Sample {
    let mover = position.mover;
    let tuzdik = |side| last.tuzdik(side).map_or(0, |pit| pit.number() as u8);
    Sample {
        margin: final_margin(last, mover),
        plies_left: saturated(plies - position.ply),
        own_tuzdik: tuzdik(mover),
        opponent_tuzdik: tuzdik(!mover),
        played_out: 1,
        ..sample
    }
}

/// How much the search changed the network's mind: the Kullback-Leibler divergence of the policy that it arrived at from
/// the one before it and without noise, in nats.
fn surprise(policy: &[f32; MAX_PITS], prior: &[f32; MAX_PITS]) -> f32 {
    let pits = policy.iter().zip(prior).filter(|&(&share, _)| share > 0.0);
    let terms = pits.map(|(&share, &prior)| share * (share / prior.max(f32::MIN_POSITIVE)).ln());
    terms.sum::<f32>().max(0.0)
}

/// Weights of the samples of one game, 1 in the mean: `1 − share` for each, and the rest in proportion to its surprise.
/// This is `KataGo`'s policy surprise weighting (D. Wu, "Other methods implemented in KataGo", 2020), which takes a share
/// of 0.5.
fn weights(searched: &[SearchedPosition], share: f32) -> Vec<f32> {
    let total: f32 = searched.iter().map(|position| position.surprise).sum();
    let mean = total / searched.len() as f32;
    let of_surprise = |surprise: f32| if mean > 0.0 { surprise / mean } else { 1.0 };
    searched
        .iter()
        .map(|position| 1.0 - share + share * of_surprise(position.surprise))
        .collect()
}

fn saturated(plies: usize) -> u16 {
    u16::try_from(plies).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(surprise: f32) -> SearchedPosition {
        SearchedPosition {
            mover: Side::White,
            ply: 0,
            observation: [0; 23],
            policy: [0.0; MAX_PITS],
            root_value: MoverValue::DRAW,
            surprise,
        }
    }

    #[test]
    fn surprise_is_the_divergence_from_the_prior() {
        let mut policy = [0.0; MAX_PITS];
        policy[2] = 0.5;
        policy[5] = 0.5;
        assert_eq!(surprise(&policy, &policy), 0.0);
        let mut prior = [0.0; MAX_PITS];
        prior[2] = 0.8;
        prior[5] = 0.2;
        let expected = 0.5 * (0.5f32 / 0.8).ln() + 0.5 * (0.5f32 / 0.2).ln();
        assert!((surprise(&policy, &prior) - expected).abs() < 1e-6);
        assert!(surprise(&policy, &[0.0; MAX_PITS]).is_finite());
    }

    #[test]
    fn weights_have_a_mean_of_one_and_follow_surprise() {
        let game = [0.0, 0.1, 0.3].map(searched);
        assert_eq!(weights(&game, 0.0), [1.0; 3]);
        let half = weights(&game, 0.5);
        for (found, expected) in half.iter().zip([0.5, 0.875, 1.625]) {
            assert!((found - expected).abs() < 1e-6, "{half:?}");
        }
        assert_eq!(weights(&[searched(0.0); 2], 0.5), [1.0; 2]);
        assert_eq!(weights(&[], 0.5), []);
    }
}
