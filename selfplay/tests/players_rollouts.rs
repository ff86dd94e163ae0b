//! Tree search with random play.

use std::time::Duration;

use kumalak_env::{Board, Game, Goal, Pit, Position, Rules, Side, stream};
use kumalak_selfplay::{
    ArenaSettings, Monitor, MoveLimits, MoveTime, Player, PlayerError, PlayerSpec, RolloutPlayer,
    RolloutSpec, play_match,
};

fn player(simulations: u32) -> RolloutPlayer {
    RolloutPlayer::new(
        "mcts",
        RolloutSpec {
            simulations: Some(simulations),
            time: None,
        },
    )
}

#[test]
fn every_simulation_is_counted_at_one_move() {
    let game = Game::new(Rules::STANDARD);
    for simulations in [1, 5, 9, 10, 300] {
        let moves = player(simulations)
            .search(&game, &mut stream(1, 0), &MoveLimits::NONE)
            .unwrap();
        let visits: u32 = moves.iter().map(|tried| tried.visits).sum();
        assert_eq!(visits, simulations);
        assert!(moves.is_sorted_by(|a, b| a.visits >= b.visits));
        assert!(moves.iter().all(|tried| tried.mean.abs() <= 1.0));
    }
}

#[test]
fn the_seed_of_the_game_decides_everything() {
    let game = Game::new(Rules::STANDARD);
    let search = |seed| {
        player(200)
            .search(&game, &mut stream(seed, 0), &MoveLimits::NONE)
            .unwrap()
    };
    assert_eq!(search(4), search(4));
    assert_ne!(search(4), search(5));
}

/// Pit 1 leaves Black without a move and White with 85 stones; pit 8 wins one stone and goes on.
#[test]
fn finds_a_win_at_once_for_either_side_and_avoids_it_in_giveaway() {
    let board = Board {
        pits: [[1, 0, 0, 0, 0, 0, 0, 4, 0], [0; 9]],
        kazans: [80, 77],
        tuzdiks: [Pit::from_number(1), None],
        turn: Side::White,
    };
    for (rules, best) in [
        (Rules::STANDARD, 1),
        (Rules::STANDARD.with_goal(Goal::Giveaway), 8),
    ] {
        let position = Position::from_board(&rules, &board).unwrap();
        for position in [position, position.mirrored()] {
            let game = Game::from_position(rules, position);
            let moves = player(200)
                .search(&game, &mut stream(2, 0), &MoveLimits::NONE)
                .unwrap();
            assert_eq!(moves[0].pit.number(), best, "{moves:?}");
        }
    }
}

#[test]
fn beats_random_play() {
    let build = |text: &str| text.parse::<PlayerSpec>().unwrap().build_builtin().unwrap();
    let settings = ArenaSettings {
        pairs: 8,
        seed: 3,
        ..ArenaSettings::default()
    };
    let report = play_match(
        &settings,
        &mut [build("mcts:sims=60")],
        &mut [build("random")],
        &(),
        &|_| {},
    )
    .unwrap();
    assert!(report.score.value > 0.8, "{report}");
}

struct Stop;

impl Monitor for Stop {
    fn is_stopped(&self) -> bool {
        true
    }
}

#[test]
fn time_and_monitor_end_it() {
    let game = Game::new(Rules::STANDARD);
    let mut endless = RolloutPlayer::new(
        "mcts",
        RolloutSpec {
            simulations: None,
            time: Some(Duration::from_millis(5)),
        },
    );
    let chosen = endless.choose(
        &[&game, &game],
        &mut [&mut stream(0, 0), &mut stream(0, 1)],
        &MoveLimits::NONE,
    );
    assert_eq!(chosen.unwrap().len(), 2);
    let no_time = MoveLimits {
        time: MoveTime::PerMove(Duration::ZERO),
        ..MoveLimits::NONE
    };
    assert!(
        player(1_000_000)
            .search(&game, &mut stream(0, 0), &no_time)
            .is_ok()
    );
    let stopped = MoveLimits {
        monitor: &Stop,
        ..MoveLimits::NONE
    };
    let answer = player(10).search(&game, &mut stream(0, 0), &stopped);
    assert!(matches!(answer, Err(PlayerError::Stopped)));
}

#[test]
fn a_finished_game_has_no_move() {
    let mut game = Game::new(Rules::STANDARD);
    game.resign(Side::White);
    let chosen = player(10).choose(&[&game], &mut [&mut stream(0, 0)], &MoveLimits::NONE);
    assert!(matches!(chosen, Err(PlayerError::GameOver(0))));
}
