//! The fit of the evaluation's weights to game records.

use kumalak_env::record::read_records;
use kumalak_env::{Game, Outcome, Position, Rules};
use kumalak_selfplay::{EvaluationSamples, EvaluationWeights, FEATURE_NAMES, FEATURES, Features};

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
    assert_eq!(samples.games(), 4000);
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
    assert!(fit.held_out.loss < 0.437 && fit.training.loss < 0.439, "{fit:?}");
    let by_hand = samples.held_out_loss(&EvaluationWeights::HAND_MADE, fit.points_per_logit);
    assert!(by_hand.loss > fit.held_out.loss, "{by_hand:?}");
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
    let expected = FEATURE_NAMES.map(|name| i16::from(name == "turn"));
    assert_eq!(features.values(), expected);
}

/// Counted by eye, for White, who is to move.
#[test]
fn features_count_the_board() {
    let rules = Rules::STANDARD;
    let fen = "5S,4S,1S,11S,11S,T,13S,2S,3S/2S,6S,t,15S,15S,15S,15S,1,2S 23 19 S 1";
    let position = Position::from_fen(&rules, fen).unwrap();
    let values = Features::of(&position, &rules).values();
    let expected = [
        ("kazan", 23 - 19),
        ("stones", 70 - 50),
        ("stones on the right", 17 - 10),
        ("filled pits", 7 - 8),
        ("heavy pits", 4 - 1),
        ("lone pits", 2 - 2),
        ("turn", 1),
        ("tuzdik 3", -1),
        ("tuzdik 4", 1),
    ];
    for (name, value) in FEATURE_NAMES.into_iter().zip(values) {
        let expected = expected.iter().find(|(other, _)| *other == name);
        assert_eq!(value, expected.map_or(0, |&(_, value)| value), "{name}");
    }
}
