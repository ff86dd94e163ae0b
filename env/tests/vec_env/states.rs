//! States as arrays, snapshots as bytes, and seeds of single boards.

use kumalak_env::{
    Autoreset, BoardStates, GameStatus, Rules, SnapshotError, StateError, VecEnv, VecEnvError, stream,
};
use proptest::prelude::*;
use rand::RngExt;

use crate::common::{any_rules, random_position, rule_sets};

const MODES: [Autoreset; 3] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled];

fn played(rules: Rules, autoreset: Autoreset, boards: usize, steps: usize) -> VecEnv {
    let mut env = VecEnv::new(rules, boards, 11).unwrap().with_autoreset(autoreset);
    play(&mut env, steps);
    env
}

fn play(env: &mut VecEnv, steps: usize) -> Vec<u8> {
    let mut trace = Vec::new();
    let mut actions = vec![0; env.boards()];
    for _ in 0..steps {
        env.sample_actions(&mut actions).unwrap();
        env.step(&actions).unwrap();
        trace.extend(&actions);
        trace.extend(env.observations());
        trace.extend(env.rewards().iter().map(|&reward| reward as u8));
        trace.extend(
            env.terminated()
                .iter()
                .chain(env.truncated())
                .map(|&flag| u8::from(flag)),
        );
    }
    trace
}

fn all_boards(env: &VecEnv) -> Vec<usize> {
    (0..env.boards()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn states_come_back(rules in any_rules(), mode in prop::sample::select(&MODES[..]), steps in 0..400_usize) {
        let env = played(rules, mode, 67, steps);
        let states = env.states();
        let mut other = VecEnv::new(rules, 67, 0).unwrap().with_autoreset(mode);
        other.set_states(&all_boards(&env), &states).unwrap();
        prop_assert_eq!(other.states(), states);
        prop_assert_eq!(other.action_mask(), env.action_mask());
        for board in 0..67 {
            prop_assert_eq!(other.position(board), env.position(board));
            prop_assert_eq!(other.status(board), env.status(board));
        }
    }

    #[test]
    fn snapshots_go_on_in_the_same_way(
        rules in any_rules(),
        mode in prop::sample::select(&MODES[..]),
        steps in 0..300_usize,
    ) {
        let mut env = played(rules, mode, 67, steps);
        let mut copy = VecEnv::from_bytes(rules, &env.to_bytes()).unwrap();
        prop_assert_eq!(copy.autoreset(), mode);
        prop_assert_eq!(copy.finished_games(), env.finished_games());
        prop_assert_eq!(copy.rewards(), env.rewards());
        prop_assert_eq!(copy.terminated(), env.terminated());
        prop_assert_eq!(play(&mut copy, 60), play(&mut env, 60));
        prop_assert_eq!(copy.to_bytes(), env.to_bytes());
    }
}

/// Endless shuffling on a small board: the histories of repetitions have to survive.
#[test]
fn snapshots_keep_repetitions() {
    let rules = Rules::new(3, 1).unwrap();
    let mut drawn = 0;
    for steps in 0..60 {
        let mut env = played(rules, Autoreset::SameStep, 64, steps);
        let mut copy = VecEnv::from_bytes(rules, &env.to_bytes()).unwrap();
        assert_eq!(play(&mut copy, 20), play(&mut env, 20));
        let is_drawn = |status: GameStatus| status.ending() == Some(kumalak_env::Ending::Repetition);
        drawn += env
            .finished_games()
            .iter()
            .filter(|game| is_drawn(game.status))
            .count();
    }
    assert!(drawn > 0);
}

#[test]
fn damaged_snapshots_are_errors_or_environments() {
    let rules = Rules::STANDARD;
    let bytes = played(rules, Autoreset::SameStep, 3, 150).to_bytes();
    assert_eq!(
        VecEnv::from_bytes(rules, b"pickle").err(),
        Some(SnapshotError::Magic)
    );
    assert_eq!(
        VecEnv::from_bytes(rules, &bytes[..bytes.len() - 1]).err(),
        Some(SnapshotError::CutOff)
    );
    assert_eq!(
        VecEnv::from_bytes(rules, &[&bytes[..], &[0]].concat()).err(),
        Some(SnapshotError::TooLong(1))
    );
    assert!(matches!(
        VecEnv::from_bytes(Rules::BESTEMSHE, &bytes).err(),
        Some(SnapshotError::Board { board: 0, .. } | SnapshotError::Value { .. })
    ));
    let mut generator = stream(20, 0);
    for _ in 0..3000 {
        let mut damaged = bytes.clone();
        let place = generator.random_range(8..bytes.len());
        damaged[place] = generator.random_range(0..=255);
        if let Ok(mut env) = VecEnv::from_bytes(rules, &damaged) {
            play(&mut env, 2);
        }
    }
}

#[test]
fn any_board_can_be_set() {
    let mut generator = stream(21, 0);
    for (name, rules) in rule_sets() {
        println!("{name}");
        let mut source = VecEnv::new(rules, 200, 0).unwrap();
        for board in 0..200 {
            let position = random_position(&rules, &mut generator);
            source.set_position(board, &position).unwrap();
        }
        let states = source.states();
        let backwards: Vec<usize> = (0..200).rev().collect();
        let mut env = VecEnv::new(rules, 200, 0).unwrap();
        env.set_states(&backwards, &states).unwrap();
        for board in 0..200 {
            assert_eq!(env.position(board), source.position(199 - board));
        }
    }
}

#[test]
fn bad_states_name_the_board_and_change_nothing() {
    let mut env = played(
        Rules::STANDARD.with_ply_cap(Some(100)),
        Autoreset::Disabled,
        3,
        20,
    );
    let before = env.states();
    let mut refused = |message: &str, change: &dyn Fn(&mut BoardStates)| {
        let mut states = before.clone();
        change(&mut states);
        let error = env.set_states(&[0, 1, 2], &states).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(env.states(), before);
        error
    };
    refused(
        "kazans must have one entry for each of 3 boards, got 2",
        &|states| {
            states.kazans.pop();
        },
    );
    refused(
        "board 2: current_player must be 0 (White) or 1 (Black), got 7",
        &|states| {
            states.current_player[2] = 7;
        },
    );
    refused(
        "board 1: a tuzdik must be 0 for none or the number 1 to 9 of a pit, got 10",
        &|states| {
            states.tuzdiks[1] = [0, 10];
        },
    );
    let error = refused(
        "board 1: pits and kazans must hold 162 stones together, got 163",
        &|states| {
            states.kazans[1][0] += 1;
        },
    );
    assert!(matches!(error, StateError::Board { board: 1, .. }));
    refused(
        "board 0: status must be 0 for this position and ply, or 3 if unfinished, got 1",
        &|states| {
            states.status[0] = 1;
        },
    );
    refused(
        "board 0: status must be 4 for this position and ply, or 3 if unfinished, got 0",
        &|states| {
            states.plies[0] = 100;
        },
    );
    let error = env.set_states(&[0, 3, 1], &before).unwrap_err();
    let missing = VecEnvError::NoSuchBoard { board: 3, boards: 3 };
    assert_eq!(error, StateError::NoSuchBoard(missing));
}

#[test]
fn status_may_be_left_out() {
    let rules = Rules::STANDARD.with_ply_cap(Some(100));
    let mut env = VecEnv::new(rules, 2, 0).unwrap();
    let mut states = env.states();
    states.plies[1] = 100;
    states.status.clear();
    env.set_states(&[0, 1], &states).unwrap();
    assert_eq!(env.status(0), Ok(GameStatus::Ongoing));
    assert_eq!(env.status(1), Ok(GameStatus::Truncated));
}

#[test]
fn a_board_with_a_seed_plays_the_same_among_any_others() {
    let games = |seeds: &[u64]| {
        let mut env = VecEnv::new(Rules::STANDARD, seeds.len(), 99).unwrap();
        env.reseed_boards(seeds).unwrap();
        let mut actions = vec![0; seeds.len()];
        let mut played = vec![Vec::new(); seeds.len()];
        for _ in 0..200 {
            env.sample_actions(&mut actions).unwrap();
            env.step(&actions).unwrap();
            for (board, &action) in actions.iter().enumerate() {
                played[board].push(action);
            }
        }
        played
    };
    let seeds: Vec<u64> = (0..130).map(|board| board * board).collect();
    let together = games(&seeds);
    assert_eq!(together[77], games(&[77 * 77])[0]);
    assert_eq!(together[129], games(&[5, 129 * 129, 6])[1]);
    assert_ne!(together[1], together[2]);
    let mut alone = VecEnv::new(Rules::STANDARD, 1, 42).unwrap();
    let mut seeded = VecEnv::new(Rules::STANDARD, 1, 0).unwrap();
    seeded.reseed_boards(&[42]).unwrap();
    assert_eq!(play(&mut alone, 50), play(&mut seeded, 50));
    assert!(seeded.reseed_boards(&[1, 2]).is_err());
}
