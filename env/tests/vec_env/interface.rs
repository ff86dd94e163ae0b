//! Errors, buffers of the caller, random streams.

use kumalak_env::{
    Autoreset, Board, FinishedGame, IllegalMove, MAX_PITS, Pit, Position, Rules, Side, SimdLevel, StepOutput,
    VecEnv, VecEnvError,
};

#[derive(PartialEq, Debug)]
struct Snapshot {
    observations: Vec<u8>,
    action_mask: Vec<bool>,
    rewards: Vec<i8>,
    plies: Vec<u32>,
    current_player: Vec<u8>,
    finished: Vec<FinishedGame>,
}

fn snapshot(env: &VecEnv) -> Snapshot {
    Snapshot {
        observations: env.observations(),
        action_mask: env.action_mask(),
        rewards: env.rewards().to_vec(),
        plies: env.plies().to_vec(),
        current_player: env.current_player().to_vec(),
        finished: env.finished_games().to_vec(),
    }
}

#[test]
fn an_illegal_action_changes_nothing() {
    let mut env = VecEnv::new(Rules::STANDARD, 200, 4).unwrap();
    let mut actions = vec![0; 200];
    for _ in 0..60 {
        env.sample_actions(&mut actions).unwrap();
        env.step(&actions).unwrap();
    }
    env.sample_actions(&mut actions).unwrap();
    let before = snapshot(&env);
    let mask = env.action_mask();
    for board in [0, 63, 64, 199] {
        let row = &mask[board * 9..][..9];
        let Some(empty) = row.iter().position(|&legal| !legal) else {
            continue;
        };
        let mut wrong = actions.clone();
        wrong[board] = empty as u8;
        let error = env.step(&wrong).unwrap_err();
        let side = Side::ALL[env.current_player()[board] as usize];
        let pit = Pit::from_index(empty).unwrap();
        let reason = IllegalMove::EmptyPit { side, pit };
        let action = empty as u8;
        assert_eq!(
            error,
            VecEnvError::IllegalAction {
                board,
                action,
                reason
            }
        );
        wrong[board] = 9;
        let error = env.step(&wrong).unwrap_err();
        assert_eq!(error, VecEnvError::NoSuchAction { board, action: 9 });
        assert_eq!(snapshot(&env), before);
    }
    let mut untouched = env.clone();
    untouched.step(&actions).unwrap();
    env.step(&[250; 200]).unwrap_err();
    env.step(&actions).unwrap();
    assert_eq!(snapshot(&env), snapshot(&untouched));
}

#[test]
fn errors_say_what_is_wrong() {
    let capped = Rules::STANDARD.with_ply_cap(Some(0));
    assert_eq!(
        VecEnv::new(Rules::STANDARD, 0, 0).err(),
        Some(VecEnvError::NoBoards)
    );
    let error = VecEnv::new(Rules::STANDARD, usize::MAX, 0).unwrap_err();
    assert_eq!(error, VecEnvError::TooManyBoards(usize::MAX));
    assert_eq!(VecEnv::new(capped, 1, 0).err(), Some(VecEnvError::PlyCap));
    let mut env = VecEnv::new(Rules::BESTEMSHE, 2, 0).unwrap();
    let message = env.step(&[0]).unwrap_err().to_string();
    assert_eq!(message, "actions must have 2 entries, got 1");
    let message = env.step(&[0, 5]).unwrap_err().to_string();
    assert_eq!(
        message,
        "board 1: action 5 is illegal: White has no pit 6 on this board"
    );
    let message = env.reset_board(2).unwrap_err().to_string();
    assert_eq!(message, "there is no board 2: the environment has boards 0 to 1");
    let foreign = Position::start(&Rules::STANDARD);
    let message = env.set_position(1, &foreign).unwrap_err().to_string();
    assert_eq!(
        message,
        "board 1: pits and kazans must hold 50 stones together, got 162"
    );
    let over = Board {
        pits: [[0; MAX_PITS]; 2],
        kazans: [25, 25],
        tuzdiks: [None; 2],
        turn: Side::White,
    };
    let over = Position::from_board(&Rules::BESTEMSHE, &over).unwrap();
    let error = env.set_position(1, &over).unwrap_err();
    assert_eq!(error, VecEnvError::FinishedPosition { board: 1 });
}

#[test]
fn step_into_writes_what_step_shows() {
    let boards = 100;
    let mut env = VecEnv::new(Rules::STANDARD, boards, 5)
        .unwrap()
        .with_autoreset(Autoreset::SameStep);
    let mut twin = env.clone();
    let (mut observations, mut action_mask) = (vec![0; boards * 23], vec![false; boards * 9]);
    let (mut rewards, mut terminated, mut truncated) =
        (vec![0; boards], vec![false; boards], vec![true; boards]);
    let mut actions = vec![0; boards];
    for _ in 0..200 {
        env.sample_actions(&mut actions).unwrap();
        let mut output = StepOutput {
            observations: &mut observations,
            action_mask: &mut action_mask,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        env.step_into(&actions, &mut output).unwrap();
        twin.step(&actions).unwrap();
        assert_eq!(observations, twin.observations());
        assert_eq!(action_mask, twin.action_mask());
        assert_eq!(rewards, twin.rewards());
        assert_eq!(terminated, twin.terminated());
        assert_eq!(truncated, twin.truncated());
    }
    let mut output = StepOutput {
        observations: &mut observations[1..],
        action_mask: &mut action_mask,
        rewards: &mut rewards,
        terminated: &mut terminated,
        truncated: &mut truncated,
    };
    let before = snapshot(&env);
    let error = env.step_into(&actions, &mut output).unwrap_err();
    assert_eq!(error.to_string(), "observations must have 2300 entries, got 2299");
    assert_eq!(snapshot(&env), before);
}

#[test]
fn random_moves_of_a_board_depend_on_seed_and_board_alone() {
    let play = |boards: usize, level: SimdLevel| {
        let env = VecEnv::new(Rules::STANDARD, boards, 6).unwrap();
        let mut env = env
            .with_autoreset(Autoreset::SameStep)
            .with_simd_level(level)
            .unwrap();
        let mut actions = vec![0; boards];
        for _ in 0..150 {
            env.sample_actions(&mut actions).unwrap();
            env.step(&actions).unwrap();
        }
        (0..boards)
            .map(|board| env.position(board).unwrap())
            .collect::<Vec<_>>()
    };
    let many = play(200, SimdLevel::detect());
    assert_eq!(many[..70], play(70, SimdLevel::Baseline));
    assert_eq!(many[..1], play(1, SimdLevel::Baseline));
    assert_ne!(many[0], many[1]);
}

#[test]
fn random_moves_are_uniform() {
    let boards = 9000;
    let mut env = VecEnv::new(Rules::STANDARD, boards, 7).unwrap();
    let mut actions = vec![0; boards];
    let mut counts = [0_i32; 9];
    for _ in 0..100 {
        env.sample_actions(&mut actions).unwrap();
        for &action in &actions {
            counts[action as usize] += 1;
        }
    }
    // 100,000 expected of each; the standard deviation is 298.
    assert!(
        counts.iter().all(|count| (count - 100_000).abs() < 1500),
        "{counts:?}"
    );
}

#[test]
fn sides_are_numbered_in_the_order_of_play() {
    let mut env = VecEnv::new(Rules::STANDARD, 1, 0).unwrap();
    assert_eq!(env.current_player(), [Side::White.index() as u8]);
    env.step(&[6]).unwrap();
    assert_eq!(env.current_player(), [Side::Black.index() as u8]);
}

#[test]
fn memory_is_counted_by_the_board() {
    let bytes = |boards| VecEnv::new(Rules::STANDARD, boards, 1).unwrap().memory_bytes();
    assert!(bytes(64) - bytes(1) < 64 * 30, "boards come in blocks of 64");
    let block = bytes(128) - bytes(64);
    assert!((64 * 80..64 * 120).contains(&block), "{block}");
    let mut env = VecEnv::new(Rules::BESTEMSHE, 64, 1)
        .unwrap()
        .with_autoreset(Autoreset::SameStep);
    let fresh = env.memory_bytes();
    let mut actions = vec![0; 64];
    for _ in 0..200 {
        env.sample_actions(&mut actions).unwrap();
        env.step(&actions).unwrap();
    }
    assert!(env.memory_bytes() > fresh, "long runs were kept");
}
