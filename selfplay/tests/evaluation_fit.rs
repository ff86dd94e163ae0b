//! The fit of the evaluation's weights to game records.

use kumalak_env::record::read_records;
use kumalak_env::{Game, Outcome, Rules};
use kumalak_selfplay::{EvaluationSamples, EvaluationWeights, FEATURES, Features};

const GAMES: &str = include_str!("../data/engine_games.kumalak");

fn samples() -> EvaluationSamples {
    let mut samples = EvaluationSamples::default();
    for record in read_records(GAMES.as_bytes(), "engine_games.kumalak").unwrap() {
        let replayed = record.unwrap().replay(&Rules::STANDARD).unwrap();
        samples.add(&replayed.game, replayed.outcome.unwrap());
    }
    samples
}

/// Machines may differ in the last digit of an exponential, and so in the rounding of a weight.
#[test]
fn the_committed_weights_are_those_of_the_committed_games() {
    let samples = samples();
    assert_eq!(samples.games(), 3499);
    let fit = samples.fit().unwrap();
    for feature in 0..FEATURES {
        let committed = EvaluationWeights::FITTED;
        for (found, committed) in [
            (fit.weights.full[feature], committed.full[feature]),
            (fit.weights.empty[feature], committed.empty[feature]),
        ] {
            assert!(
                (found - committed).abs() <= 1,
                "{feature}: {found} against {committed}"
            );
        }
    }
    // A coin has a loss of 0.693.
    assert!(fit.held_out.loss < 0.54 && fit.training.loss < 0.47, "{fit:?}");
    assert_eq!(
        samples.held_out_loss(&fit.weights, fit.points_per_logit),
        fit.held_out
    );
}

#[test]
fn too_few_games_fit_nothing() {
    let mut samples = EvaluationSamples::default();
    assert_eq!(samples.fit(), None);
    for _ in 0..9 {
        samples.add(&Game::new(Rules::STANDARD), Outcome::Draw);
    }
    assert_eq!(samples.fit(), None);
}

#[test]
fn the_start_is_even_but_for_the_turn() {
    let game = Game::new(Rules::STANDARD);
    let features = Features::of(game.position(), game.rules());
    assert_eq!((features.stones_in_pits, features.total_stones), (162, 162));
    let (turn, others) = features.values.split_last().unwrap();
    assert_eq!(*turn, 1);
    // Black could capture ten stones of a full pit.
    let (danger, others) = (others[21], [&others[..21], &others[22..]].concat());
    assert_eq!(danger, -10);
    assert!(others.iter().all(|&value| value == 0), "{others:?}");
}
