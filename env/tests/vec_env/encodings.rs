//! The other encodings of observations, board by board as single positions give them.

use kumalak_env::{Autoreset, PLANES_LEN, SimdLevel, VecEnv, stream};

use crate::common::{random_position, rule_sets};

fn compare(env: &VecEnv) {
    let boards = env.boards();
    let mut planes = vec![9; boards * PLANES_LEN];
    let mut scaled = vec![9.0; boards * 23];
    let mut landing = vec![9; boards * 36];
    env.planes_into(&mut planes).unwrap();
    env.scaled_into(&mut scaled).unwrap();
    env.landing_into(&mut landing).unwrap();
    let tokens = env.observations();
    for board in 0..boards {
        let position = env.position(board).unwrap();
        let occurrences = u32::from(tokens[board * 23 + 22]) + 1;
        let rules = env.rules();
        let rows = &planes[board * PLANES_LEN..][..PLANES_LEN];
        assert_eq!(rows, position.planes(rules, occurrences));
        let row = &scaled[board * 23..][..23];
        assert_eq!(row, position.scaled_observation(rules, occurrences));
        let rows = &landing[board * 36..][..36];
        if env.status(board).unwrap() == kumalak_env::GameStatus::Ongoing {
            assert_eq!(rows, position.landing_map(rules).as_flattened());
        } else {
            assert_eq!(rows, [0; 36]);
        }
    }
}

#[test]
fn encodings_agree_with_positions_in_random_play() {
    for (name, rules) in rule_sets() {
        println!("{name}");
        let env = VecEnv::new(rules, 70, 8).unwrap();
        let mut env = env.with_autoreset(Autoreset::NextStep);
        let mut actions = vec![0; 70];
        for step in 0..300 {
            env.sample_actions(&mut actions).unwrap();
            env.step(&actions).unwrap();
            if step % 3 == 0 {
                compare(&env);
            }
        }
    }
}

#[test]
fn encodings_agree_with_positions_that_no_game_reaches() {
    let mut generator = stream(19, 0);
    for (name, rules) in rule_sets() {
        println!("{name}");
        for level in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
            let env = VecEnv::new(rules, 300, 3).unwrap();
            let mut env = env.with_simd_level(level).unwrap();
            for board in 0..300 {
                let position = random_position(&rules, &mut generator);
                env.set_position(board, &position).unwrap();
            }
            compare(&env);
        }
    }
}

#[test]
fn arrays_of_the_wrong_length_are_refused() {
    let env = VecEnv::new(kumalak_env::Rules::STANDARD, 2, 0).unwrap();
    let error = env.planes_into(&mut [0; 720]).unwrap_err();
    assert_eq!(error.to_string(), "planes must have 1440 entries, got 720");
    let error = env.scaled_into(&mut [0.0; 24]).unwrap_err();
    assert_eq!(error.to_string(), "scaled must have 46 entries, got 24");
    let error = env.landing_into(&mut [0; 24]).unwrap_err();
    assert_eq!(error.to_string(), "landing must have 72 entries, got 24");
}
