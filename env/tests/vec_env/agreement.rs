//! The environment against one [`Game`] per board, field by field, at every step.

use crate::common::{random_position, rule_sets};
use kumalak_env::{
    Autoreset, Board, FinishedGame, Game, GameStatus, MAX_PITS, OBSERVATION_LEN, Pit, Position, Rules, Side,
    SimdLevel, VecEnv, stream,
};
use rand::RngExt;

/// What a plain loop over games says that the environment must hold.
struct Expected {
    games: Vec<Game>,
    rewards: Vec<i8>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    finished: Vec<FinishedGame>,
}

impl Expected {
    fn new(rules: Rules, boards: usize) -> Self {
        Self {
            games: vec![Game::new(rules); boards],
            rewards: vec![0; boards],
            terminated: vec![false; boards],
            truncated: vec![false; boards],
            finished: Vec::new(),
        }
    }

    fn step(&mut self, actions: &[u8], autoreset: Autoreset) {
        self.finished.clear();
        for (board, &action) in actions.iter().enumerate() {
            self.step_board(board, action, autoreset);
        }
    }

    fn step_board(&mut self, board: usize, action: u8, autoreset: Autoreset) {
        let game = &mut self.games[board];
        self.rewards[board] = 0;
        if game.is_over() {
            if autoreset == Autoreset::NextStep {
                *game = Game::new(*game.rules());
                (self.terminated[board], self.truncated[board]) = (false, false);
            }
            return;
        }
        let mover = game.position().turn();
        game.play(Pit::from_index(action as usize).unwrap());
        self.terminated[board] = matches!(game.status(), GameStatus::Over { .. });
        self.truncated[board] = game.status() == GameStatus::Truncated;
        if !game.is_over() {
            return;
        }
        let outcome = game.status().outcome();
        self.rewards[board] = outcome.map_or(0, |outcome| outcome.sign_for(mover));
        self.finished.push(FinishedGame {
            board,
            position: *game.position(),
            status: game.status(),
            plies: game.moves().len() as u32,
            observation: game.position().observation(game.occurrences()),
        });
        if autoreset == Autoreset::SameStep {
            *game = Game::new(*game.rules());
        }
    }
}

fn compare(env: &VecEnv, expected: &Expected) {
    assert_eq!(env.rewards(), expected.rewards);
    assert_eq!(env.terminated(), expected.terminated);
    assert_eq!(env.truncated(), expected.truncated);
    assert_eq!(env.finished_games(), expected.finished);
    let observations = env.observations();
    let action_mask = env.action_mask();
    for (board, game) in expected.games.iter().enumerate() {
        let position = game.position();
        assert_eq!(env.position(board).unwrap(), *position);
        assert_eq!(env.status(board).unwrap(), game.status());
        assert_eq!(env.plies()[board] as usize, game.moves().len());
        assert_eq!(env.current_player()[board] as usize, position.turn().index());
        let row = &observations[board * OBSERVATION_LEN..][..OBSERVATION_LEN];
        assert_eq!(row, position.observation(game.occurrences()));
        let legal = game.legal_moves();
        let mask = Pit::ALL.map(|pit| legal.contains(pit));
        assert_eq!(&action_mask[board * 9..][..9], mask, "board {board}: {game:?}");
    }
}

fn agree_on_random_play(env: VecEnv, steps: usize) {
    let autoreset = env.autoreset();
    let mut env = env;
    let mut expected = Expected::new(*env.rules(), env.boards());
    let mut actions = vec![0; env.boards()];
    let mut generator = stream(17, 0);
    let mut games = 0;
    for _ in 0..steps {
        env.sample_actions(&mut actions).unwrap();
        for (board, game) in expected.games.iter_mut().enumerate() {
            let action = Pit::from_index(actions[board] as usize).unwrap();
            assert!(game.is_over() || game.legal_moves().contains(action));
            if autoreset == Autoreset::Disabled && game.is_over() && generator.random_range(0..4) == 0 {
                env.reset_board(board).unwrap();
                *game = Game::new(*env.rules());
                (expected.terminated[board], expected.truncated[board]) = (false, false);
                actions[board] = generator.random_range(0..env.rules().pits()) as u8;
                if !game
                    .legal_moves()
                    .contains(Pit::from_index(actions[board] as usize).unwrap())
                {
                    actions[board] = game.legal_moves().nth(0).unwrap().index() as u8;
                }
            }
        }
        env.step(&actions).unwrap();
        expected.step(&actions, autoreset);
        compare(&env, &expected);
        games += env.finished_games().len();
    }
    assert!(games > 0, "no game has ended");
}

#[test]
fn agrees_with_games_under_every_rule_set() {
    for (name, rules) in rule_sets() {
        println!("{name}");
        let env = VecEnv::new(rules, 70, 1)
            .unwrap()
            .with_autoreset(Autoreset::SameStep);
        agree_on_random_play(env, 400);
    }
}

#[test]
fn agrees_with_games_in_every_mode_and_at_every_level() {
    let rules = Rules::STANDARD.with_ply_cap(Some(130));
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        for level in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
            let env = VecEnv::new(rules, 129, 2).unwrap().with_autoreset(autoreset);
            agree_on_random_play(env.with_simd_level(level).unwrap(), 300);
        }
    }
}

#[test]
fn agrees_with_positions_that_no_game_reaches() {
    let mut generator = stream(18, 0);
    for (name, rules) in rule_sets() {
        let boards = 640;
        let mut env = VecEnv::new(rules, boards, 3)
            .unwrap()
            .with_autoreset(Autoreset::Disabled);
        for level in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
            env = env.with_simd_level(level).unwrap();
            let mut expected = Expected::new(rules, boards);
            for (board, game) in expected.games.iter_mut().enumerate() {
                let position = random_position(&rules, &mut generator);
                *game = Game::from_position(rules, position);
                env.set_position(board, &position).unwrap();
            }
            println!("{name}");
            for _ in 0..3 {
                let mut actions = vec![0; boards];
                env.sample_actions(&mut actions).unwrap();
                env.step(&actions).unwrap();
                expected.step(&actions, Autoreset::Disabled);
                compare(&env, &expected);
            }
        }
    }
}

#[test]
fn sows_up_to_162_stones() {
    for stones in 1..=162 {
        for (origin, kazan) in [(0, 0), (4, 1), (8, 0)] {
            let mut board = Board {
                pits: [[0; MAX_PITS]; 2],
                kazans: [0; 2],
                tuzdiks: [Pit::from_index(2), Pit::from_index(1)],
                turn: Side::Black,
            };
            board.pits[1][origin] = stones;
            board.kazans[kazan] = (162 - stones).min(81);
            board.pits[1][3] += 162 - stones - board.kazans[kazan];
            let mut position = Position::from_board(&Rules::STANDARD, &board).unwrap();
            let mut env = VecEnv::new(Rules::STANDARD, 1, 0).unwrap();
            env.set_position(0, &position).unwrap();
            env.step(&[origin as u8]).unwrap();
            position.play(&Rules::STANDARD, Pit::from_index(origin).unwrap());
            assert_eq!(
                env.position(0).unwrap(),
                position,
                "{stones} stones from pit {origin}"
            );
        }
    }
}
