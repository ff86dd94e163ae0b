//! What must hold in every position and every game.

mod common;

use std::collections::HashSet;

use common::{any_position, any_rules, random_pit, rule_sets};
use kumalak_env::{
    Board, Ending, Game, GameRng, GameStatus, Pit, Position, Rules, Side, is_drawn_by_repetition, stream,
};
use proptest::prelude::*;

fn stones(position: &Position) -> usize {
    let Board { pits, kazans, .. } = position.board();
    pits.iter()
        .flatten()
        .chain(&kazans)
        .map(|&stones| stones as usize)
        .sum()
}

fn assert_sound(rules: &Rules, position: &Position) {
    assert_eq!(stones(position), rules.total_stones());
    for side in Side::ALL {
        if let Some(pit) = position.tuzdik(side) {
            assert_eq!(position.stones(!side, pit), 0, "a tuzdik is empty: {position:?}");
        }
        for pit in Pit::ALL.into_iter().skip(rules.pits()) {
            assert_eq!(
                position.stones(side, pit),
                0,
                "no stone beside the board: {position:?}"
            );
        }
    }
    assert_eq!(position.legal_moves(rules).is_empty(), position.is_over());
    assert_eq!(position.outcome(rules).is_some(), position.is_over());
}

/// A random game of at most 600 plies, with a look at every position.
fn play_random(rules: Rules, generator: &mut GameRng, mut look: impl FnMut(&Game)) -> Game {
    let mut game = Game::new(rules);
    while !game.is_over() && game.moves().len() < 600 {
        game.play(random_pit(game.legal_moves(), generator));
        look(&game);
    }
    game
}

#[test]
fn positions_of_random_games_are_sound() {
    for (_, rules) in rule_sets() {
        for index in 0..20 {
            play_random(rules, &mut stream(21, index), |game| {
                assert_sound(&rules, game.position());
            });
        }
    }
}

#[test]
fn kazans_are_even_while_there_is_no_tuzdik() {
    for index in 0..300 {
        play_random(Rules::STANDARD, &mut stream(22, index), |game| {
            let position = game.position();
            for side in Side::ALL {
                // What is left over at atsyrau may be odd.
                if position.tuzdik(side).is_none() && position.ending() != Some(Ending::Atsyrau) {
                    assert!(position.kazan(side).is_multiple_of(2), "{position:?}");
                }
            }
        });
    }
}

#[test]
fn positions_with_a_tuzdik_never_come_back() {
    for (_, rules) in rule_sets() {
        for index in 0..20 {
            let mut seen = HashSet::new();
            play_random(rules, &mut stream(23, index), |game| {
                if game.position().has_tuzdik() {
                    assert!(seen.insert(*game.position()), "{game:?}");
                }
            });
        }
    }
}

/// A position needs as many plies to come back as the ring has pits; [`kumalak_env::VecEnv`] relies on it.
#[test]
fn positions_come_back_after_a_full_ring_of_plies_at_the_earliest() {
    let mut shortest = Vec::new();
    for (_, rules) in rule_sets() {
        let mut least = None;
        for index in 0..100 {
            let mut plies_of = vec![(Position::start(&rules), 0)];
            play_random(rules, &mut stream(24, index), |game| {
                let plies = game.moves().len();
                let last = plies_of
                    .iter()
                    .rev()
                    .find(|(position, _)| position == game.position());
                if let Some((_, earlier)) = last {
                    least = least.min(Some(plies - earlier)).or(Some(plies - earlier));
                }
                plies_of.push((*game.position(), plies));
            });
        }
        if let Some(plies) = least {
            assert!(plies >= 2 * rules.pits(), "{rules:?}: {plies} plies");
            shortest.push(plies - 2 * rules.pits());
        }
    }
    assert!(
        shortest.contains(&0),
        "the bound is sharp on some board: {shortest:?}"
    );
}

#[test]
fn the_stuck_player_has_at_most_half_and_never_wins() {
    let mut stuck = 0;
    for index in 0..1000 {
        let game = play_random(Rules::STANDARD, &mut stream(25, index), |_| ());
        if game.status().ending() == Some(Ending::Atsyrau) {
            let player = game.position().turn();
            assert!(game.position().kazan(player) <= 81);
            let outcome = game.status().outcome().unwrap();
            assert!(outcome.sign_for(player) <= 0);
            stuck += 1;
        }
    }
    assert!(stuck > 50);
}

#[test]
fn a_repeated_position_draws_at_the_agreed_occurrence() {
    let mut draws = 0;
    for (_, rules) in rule_sets() {
        for index in 0..50 {
            let game = play_random(rules, &mut stream(26, index), |game| {
                let drawn = is_drawn_by_repetition(&rules, game.occurrences());
                let over = matches!(game.status(), GameStatus::Over { .. });
                assert!(!drawn || over, "{game:?}");
            });
            draws += u32::from(game.status().ending() == Some(Ending::Repetition));
        }
    }
    assert!(draws > 10, "{draws} draws by repetition");
}

fn rules_and_position() -> impl Strategy<Value = (Rules, Position)> {
    any_rules().prop_flat_map(|rules| (Just(rules), any_position(rules)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_keep_any_position_sound((rules, position) in rules_and_position()) {
        assert_sound(&rules, &position);
        for pit in position.legal_moves(&rules) {
            let mut after = position;
            let before = position.kazan(position.turn());
            let sowing = after.play(&rules, pit);
            assert_sound(&rules, &after);
            if after.ending() != Some(Ending::Atsyrau) {
                prop_assert_eq!(after.kazan(sowing.mover), before + sowing.stones_won());
            }
            prop_assert_eq!(after.turn(), !position.turn());
        }
    }

    #[test]
    fn playing_and_mirroring_can_be_exchanged((rules, position) in rules_and_position()) {
        prop_assert_eq!(position.mirrored().mirrored(), position);
        let mirrored = position.mirrored();
        prop_assert_eq!(mirrored.legal_moves(&rules), position.legal_moves(&rules));
        for pit in position.legal_moves(&rules) {
            let (mut after, mut mirrored_after) = (position, mirrored);
            after.play(&rules, pit);
            mirrored_after.play(&rules, pit);
            prop_assert_eq!(mirrored_after, after.mirrored());
            let signs = [after.outcome(&rules).map(|outcome| outcome.sign_for(Side::White)),
                mirrored_after.outcome(&rules).map(|outcome| outcome.sign_for(Side::Black))];
            prop_assert_eq!(signs[0], signs[1]);
        }
    }

    #[test]
    fn refused_moves_change_nothing((rules, position) in rules_and_position()) {
        let legal = position.legal_moves(&rules);
        for pit in Pit::ALL.into_iter().filter(|&pit| !legal.contains(pit)) {
            let mut after = position;
            prop_assert!(after.try_play(&rules, pit).is_err());
            prop_assert_eq!(after, position);
        }
    }
}
