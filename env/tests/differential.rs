//! Two implementations of the rules against each other: [`Game`] and [`Position`] against the literal [`ReferenceGame`].

mod common;

use common::{any_position, any_rules, random_pit, rule_sets};
use kumalak_env::reference::ReferenceGame;
use kumalak_env::{Game, Pit, Position, Rules, Sowing, stream};
use proptest::prelude::*;

fn assert_same(game: &Game, reference: &ReferenceGame) {
    assert_eq!(game.position().board(), reference.board());
    assert_eq!(game.status(), reference.status());
    assert_eq!(game.occurrences(), reference.occurrences());
    let legal: Vec<usize> = game.legal_moves().iter().map(Pit::number).collect();
    assert_eq!(legal, reference.legal_pits());
}

fn play_both(game: &mut Game, reference: &mut ReferenceGame, pit: Pit) {
    let mover = game.position().turn();
    let sowing = game.play(pit);
    let played = reference.play(pit.number());
    let expected = Sowing {
        mover,
        origin: pit,
        last_side: played.last_side,
        last_pit: Pit::from_number(played.last_pit).unwrap(),
        captured: played.captured as u8,
        makes_tuzdik: played.makes_tuzdik,
        into_own_tuzdik: played.into_own_tuzdik as u8,
        into_opponent_tuzdik: played.into_opponent_tuzdik as u8,
    };
    assert_eq!(sowing, expected);
    assert_same(game, reference);
}

fn play_random_games(rules: Rules, games: u64) {
    for index in 0..games {
        let mut generator = stream(11, index);
        let mut game = Game::new(rules);
        let mut reference = ReferenceGame::new(rules);
        assert_same(&game, &reference);
        while !game.is_over() && game.moves().len() < 600 {
            let pit = random_pit(game.legal_moves(), &mut generator);
            play_both(&mut game, &mut reference, pit);
        }
    }
}

#[test]
fn random_games_of_the_standard_game() {
    play_random_games(Rules::STANDARD, 300);
}

#[test]
fn random_games_of_every_rule_set() {
    for (name, rules) in rule_sets() {
        println!("{name}");
        play_random_games(rules, 30);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_move_of_any_position((rules, position) in any_rules().prop_flat_map(|rules| (Just(rules), any_position(rules)))) {
        let start = Game::from_position(rules, position);
        let reference_start = ReferenceGame::from_board(rules, &position.board());
        for pit in position.legal_moves(&rules) {
            play_both(&mut start.clone(), &mut reference_start.clone(), pit);
        }
    }

    #[test]
    fn any_board_settles_alike(rules in any_rules(), seed: u64) {
        let board = common::random_board(&rules, &mut stream(seed, 0));
        // An empty board does not show how the game ended; `Position` says atsyrau.
        prop_assume!(board.pits != [[0; 9]; 2]);
        let game = Game::from_position(rules, Position::from_board(&rules, &board).unwrap());
        let reference = ReferenceGame::from_board(rules, &board);
        prop_assert_eq!(game.position().board(), reference.board());
        prop_assert_eq!(game.status(), reference.status());
    }
}
