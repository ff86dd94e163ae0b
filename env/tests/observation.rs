//! What the side to move sees.

mod common;

use std::collections::HashSet;

use common::{random_pit, random_position, rule_sets};
use kumalak_env::{
    Board, Game, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK, Pit,
    Position, REPETITION, RepetitionRule, Rules, Side, TuzdikRule, observation_vocabulary, stream,
};

fn two_tuzdiks(turn: Side) -> Position {
    let board = Board {
        pits: [[0, 2, 3, 4, 5, 6, 0, 8, 9], [11, 12, 0, 14, 15, 16, 17, 18, 19]],
        kazans: [1, 2],
        tuzdiks: [Pit::from_number(3), Pit::from_number(7)],
        turn,
    };
    Position::from_board(&Rules::STANDARD, &board).unwrap()
}

#[test]
fn columns_are_where_the_documentation_says() {
    let white = two_tuzdiks(Side::White).observation(1);
    assert_eq!(
        white,
        [
            0, 2, 3, 4, 5, 6, 0, 8, 9, 11, 12, 0, 14, 15, 16, 17, 18, 19, 1, 2, 3, 7, 0
        ]
    );
    let black = two_tuzdiks(Side::Black).observation(5);
    assert_eq!(black[OWN_PITS..OPPONENT_PITS], white[OPPONENT_PITS..OWN_KAZAN]);
    assert_eq!(black[OPPONENT_PITS..OWN_KAZAN], white[OWN_PITS..OPPONENT_PITS]);
    assert_eq!((black[OWN_KAZAN], black[OPPONENT_KAZAN]), (2, 1));
    assert_eq!((black[OWN_TUZDIK], black[OPPONENT_TUZDIK]), (7, 3));
    assert_eq!(black[REPETITION], 2);
}

#[test]
fn a_position_and_its_mirror_image_look_alike() {
    let mut generator = stream(3, 0);
    for (_, rules) in rule_sets() {
        for _ in 0..100 {
            let position = random_position(&rules, &mut generator);
            assert_eq!(position.observation(1), position.mirrored().observation(1));
        }
    }
}

#[test]
fn different_positions_look_different() {
    let mut generator = stream(4, 0);
    let mut game = Game::new(Rules::STANDARD);
    let mut positions = HashSet::new();
    let mut observations = HashSet::new();
    while !game.is_over() {
        game.play(random_pit(game.legal_moves(), &mut generator));
        positions.insert((*game.position(), game.occurrences()));
        observations.insert((
            game.position().turn(),
            game.position().observation(game.occurrences()),
        ));
    }
    assert_eq!(positions.len(), observations.len());
}

#[test]
fn every_token_fits_its_vocabulary() {
    for (name, rules) in rule_sets() {
        let vocabulary = observation_vocabulary(&rules);
        let mut generator = stream(5, 0);
        for _ in 0..5 {
            let mut game = Game::new(rules);
            while !game.is_over() && game.moves().len() < 500 {
                game.play(random_pit(game.legal_moves(), &mut generator));
                let tokens = game.position().observation(game.occurrences());
                for (column, (&token, &size)) in tokens.iter().zip(&vocabulary).enumerate() {
                    assert!(
                        (token as usize) < size,
                        "{name}: column {column} holds {token} of {size}"
                    );
                }
            }
        }
    }
}

#[test]
fn repetitions_are_counted_up_to_two() {
    let rules = Rules::new(2, 2)
        .unwrap()
        .with_tuzdik(TuzdikRule::None)
        .with_repetition(RepetitionRule::None)
        .unwrap();
    let mut seen = HashSet::new();
    for index in 0..200 {
        let mut generator = stream(6, index);
        let mut game = Game::new(rules);
        while !game.is_over() && game.moves().len() < 60 {
            game.play(random_pit(game.legal_moves(), &mut generator));
            let token = game.position().observation(game.occurrences())[REPETITION];
            assert_eq!(u32::from(token), (game.occurrences() - 1).min(2));
            seen.insert(token);
        }
    }
    assert_eq!(seen, HashSet::from([0, 1, 2]));
}
