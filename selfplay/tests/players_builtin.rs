//! Random and greedy players.

use kumalak_env::{Board, Game, GameRng, Goal, Pit, Position, Rules, Side, stream};
use kumalak_selfplay::{GreedyPlayer, MoveLimits, Player, PlayerSpec, RandomPlayer};
use rand::RngExt;

fn pit(number: usize) -> Pit {
    Pit::from_number(number).unwrap()
}

fn choose(player: &mut dyn Player, game: &Game, rng: &mut GameRng) -> Pit {
    player.choose(&[game], &mut [rng], &MoveLimits::NONE).unwrap()[0]
}

fn after_random_moves(rules: Rules, seed: u64, plies: usize) -> Game {
    let mut game = Game::new(rules);
    let mut rng = stream(seed, 0);
    while game.moves().len() < plies && !game.is_over() {
        let chosen = choose(&mut RandomPlayer, &game, &mut rng);
        game.play(chosen);
    }
    game
}

fn white_to_move(white: [u8; 9], black: [u8; 9], kazans: [u8; 2], tuzdiks: [Option<Pit>; 2]) -> Game {
    let board = Board {
        pits: [white, black],
        kazans,
        tuzdiks,
        turn: Side::White,
    };
    Game::from_position(
        Rules::STANDARD,
        Position::from_board(&Rules::STANDARD, &board).unwrap(),
    )
}

#[test]
fn random_plays_every_move_about_equally_often() {
    let game = Game::new(Rules::STANDARD);
    let mut rng = stream(5, 0);
    let mut counts = [0; 9];
    for _ in 0..9000 {
        counts[choose(&mut RandomPlayer, &game, &mut rng).index()] += 1;
    }
    // 1000 expected of each, with a standard deviation of 30.
    assert!(
        counts.iter().all(|count| (850..=1150).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn greedy_wins_the_most_stones() {
    for seed in 0..200 {
        let game = after_random_moves(Rules::STANDARD, seed, 10);
        let won = |pit| {
            let mut after = game.clone();
            after.play(pit).stones_won()
        };
        let most = game.legal_moves().iter().map(won).max().unwrap();
        let chosen = choose(&mut GreedyPlayer, &game, &mut stream(seed, 1));
        assert_eq!(won(chosen), most, "seed {seed}");
    }
}

#[test]
fn greedy_wins_the_fewest_stones_in_giveaway() {
    let rules = Rules::STANDARD.with_goal(Goal::Giveaway);
    for seed in 0..50 {
        let game = after_random_moves(rules, seed, 9);
        let won = |pit| game.clone().play(pit).stones_won();
        let fewest = game.legal_moves().iter().map(won).min().unwrap();
        let chosen = choose(&mut GreedyPlayer, &game, &mut stream(seed, 1));
        assert_eq!(won(chosen), fewest, "seed {seed}");
    }
}

#[test]
fn greedy_breaks_ties_with_the_generator_of_the_game() {
    // From the start 2, 3, …, 9 capture the ten stones of a pit of Black.
    let game = Game::new(Rules::STANDARD);
    let chosen: std::collections::HashSet<Pit> = (0..200)
        .map(|index| choose(&mut GreedyPlayer, &game, &mut stream(3, index)))
        .collect();
    assert_eq!(chosen.len(), 8);
    assert!(!chosen.contains(&pit(1)));
}

#[test]
fn greedy_prefers_a_win_at_once_to_more_stones() {
    // Pit 8 drops a stone in White's tuzdik; pit 1 wins nothing, but leaves Black without a move and White with 85.
    let game = white_to_move(
        [1, 0, 0, 0, 0, 0, 0, 4, 0],
        [0; 9],
        [80, 77],
        [Some(pit(1)), None],
    );
    for seed in 0..20 {
        assert_eq!(choose(&mut GreedyPlayer, &game, &mut stream(seed, 0)), pit(1));
    }
}

#[test]
fn greedy_does_not_lose_at_once_if_it_can_help_it() {
    // Pit 1 gives Black the 82nd stone; pit 3 wins no more.
    let game = white_to_move(
        [1, 0, 1, 0, 0, 0, 0, 0, 0],
        [9, 0, 0, 0, 0, 0, 0, 0, 0],
        [70, 81],
        [None, Some(pit(2))],
    );
    for seed in 0..20 {
        assert_eq!(choose(&mut GreedyPlayer, &game, &mut stream(seed, 0)), pit(3));
    }
}

#[test]
fn a_choice_does_not_depend_on_the_other_games() {
    let games: Vec<Game> = (0..20)
        .map(|seed| after_random_moves(Rules::STANDARD, seed, 12))
        .collect();
    for text in [
        "random",
        "greedy",
        "alphabeta:depth=3",
        "alphabeta:nodes=500",
        "mcts:sims=40",
    ] {
        let mut player = text.parse::<PlayerSpec>().unwrap().build_builtin().unwrap();
        let alone: Vec<(Pit, u64)> = games
            .iter()
            .enumerate()
            .map(|(index, game)| {
                let mut rng = stream(9, index as u64);
                (choose(player.as_mut(), game, &mut rng), rng.random())
            })
            .collect();
        let mut rngs: Vec<GameRng> = (0..20).map(|index| stream(9, index)).collect();
        let together = player
            .choose(
                &games.iter().collect::<Vec<_>>(),
                &mut rngs.iter_mut().collect::<Vec<_>>(),
                &MoveLimits::NONE,
            )
            .unwrap();
        for ((pit, random), (rng, together)) in alone.into_iter().zip(rngs.iter_mut().zip(together)) {
            assert_eq!((pit, random), (together, rng.random()), "{text}");
        }
    }
}
