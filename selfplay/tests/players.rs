//! The players that ask an evaluator.

use std::time::Duration;

use kumalak_env::{Game, GameRng, Pit, Rules, Side, stream};
use kumalak_selfplay::{
    HashEvaluator, MctsPlayer, MoveLimits, MoveTime, Player, PlayerError, PolicyPlayer, SearchSettings,
    UniformEvaluator,
};

fn choose(player: &mut dyn Player, games: &[&Game]) -> Result<Vec<usize>, PlayerError> {
    let mut generators: Vec<GameRng> = (0..games.len()).map(|index| stream(1, index as u64)).collect();
    let mut rngs: Vec<&mut GameRng> = generators.iter_mut().collect();
    let pits = player.choose(games, &mut rngs, &MoveLimits::NONE)?;
    Ok(pits.iter().map(|pit| pit.number()).collect())
}

fn opening(numbers: &[usize]) -> Game {
    let mut game = Game::new(Rules::STANDARD);
    for &number in numbers {
        game.play(Pit::from_number(number).unwrap());
    }
    game
}

#[test]
fn the_search_player_chooses_for_each_game_alone() {
    let games = [opening(&[]), opening(&[9]), opening(&[7, 9, 6])];
    let settings = SearchSettings {
        simulations: 60,
        ..SearchSettings::default()
    };
    let mut player = MctsPlayer::new("net", HashEvaluator::default(), settings).unwrap();
    assert_eq!(player.name(), "net");
    let together = choose(&mut player, &[&games[0], &games[1], &games[2]]).unwrap();
    for (game, &number) in games.iter().zip(&together) {
        assert_eq!(choose(&mut player, &[game]).unwrap(), [number]);
        assert!(game.legal_moves().iter().any(|pit| pit.number() == number));
    }
}

#[test]
fn the_policy_player_takes_the_most_probable_legal_move() {
    // White's pit 2 captures all of Black's pit 1, so that an even policy leaves pit 2 as the leftmost.
    let game = opening(&[2]);
    assert!(!game.legal_moves().contains(Pit::ALL[0]));
    let mut player = PolicyPlayer::new("policy", UniformEvaluator);
    assert_eq!(
        choose(&mut player, &[&Game::new(Rules::STANDARD), &game]).unwrap(),
        [1, 2]
    );
    assert_eq!(player.name(), "policy");
}

#[test]
fn finished_games_and_wrong_settings_are_errors() {
    let mut over = opening(&[]);
    over.resign(Side::Black);
    let games = [&opening(&[]), &over];
    let settings = SearchSettings::default();
    let mut mcts = MctsPlayer::new("net", UniformEvaluator, settings).unwrap();
    let mut policy = PolicyPlayer::new("policy", UniformEvaluator);
    for player in [&mut mcts as &mut dyn Player, &mut policy] {
        assert!(matches!(choose(player, &games), Err(PlayerError::GameOver(1))));
    }
    let wrong = SearchSettings {
        simulations: 0,
        ..settings
    };
    assert!(MctsPlayer::new("net", UniformEvaluator, wrong).is_err());
}

/// A search without an end but for the clock: it comes back, and with a legal move.
#[test]
fn the_search_player_keeps_its_time() {
    let game = opening(&[7, 9, 6]);
    let settings = SearchSettings {
        simulations: SearchSettings::MAX_SIMULATIONS,
        node_limit: 1000,
        ..SearchSettings::default()
    };
    let short = Duration::from_millis(5);
    let player = || MctsPlayer::new("net", HashEvaluator::default(), settings).unwrap();
    let limited = MoveLimits {
        time: MoveTime::PerMove(short),
        monitor: &(),
    };
    for (mut player, limits) in [
        (player().with_time(short), MoveLimits::NONE),
        (player(), limited),
        (player().with_time(Duration::from_secs(3600)), limited),
    ] {
        let pits = player
            .choose(&[&game], &mut [&mut stream(1, 0)], &limits)
            .unwrap();
        assert!(game.legal_moves().contains(pits[0]));
    }
}

#[test]
fn players_of_evaluators_say_win_draw_loss_and_margin() {
    let settings = SearchSettings {
        simulations: 30,
        ..SearchSettings::default()
    };
    let search = MctsPlayer::new("net", HashEvaluator::default(), settings).unwrap();
    let policy = PolicyPlayer::new("policy", HashEvaluator::default());
    let players: [Box<dyn Player>; 2] = [Box::new(search), Box::new(policy)];
    for (mut player, nodes) in players.into_iter().zip([30, 1]) {
        let games = [opening(&[]), opening(&[7])];
        let chosen = choose(player.as_mut(), &[&games[0], &games[1]]).unwrap();
        let summaries = player.summaries();
        assert_eq!(summaries.len(), 2);
        for (summary, number) in summaries.iter().zip(chosen) {
            assert_eq!(summary.nodes, nodes);
            assert_eq!(summary.line[0].number(), number);
            let total: f32 = summary.outcome.unwrap().iter().sum();
            assert!((total - 1.0).abs() < 1e-5);
            assert!(summary.margin.unwrap().abs() <= 20.0);
        }
    }
}
