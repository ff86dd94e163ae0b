//! Properties of the search that hold for every evaluator.

use std::sync::atomic::Ordering;

use crate::evaluators::{BatchSizes, Count, KazanCounter, OngoingOnly, RepetitionCounts, Spoilt};
use crate::support::{pit, random_game, search, simulations, standard_position};
use kumalak_env::{Game, Pit, RepetitionRule, Rules, Side, TuzdikRule, stream};
use kumalak_selfplay::{
    BatchSearch, Evaluations, Evaluator, Fpu, HashEvaluator, LeafValue, MoverValue, PuctSettings, RootNoise,
    SearchError, SearchRoot, SearchSettings, Selection, Solver, UniformEvaluator,
};

#[test]
fn a_result_does_not_depend_on_the_rest_of_the_batch() {
    let games: Vec<Game> = (0..12)
        .map(|index| random_game(Rules::STANDARD, 10 * index as usize, index))
        .collect();
    let roots: Vec<SearchRoot<'_>> = games.iter().map(SearchRoot::new).collect();
    let settings = simulations(80);
    let mut batch = BatchSearch::default();
    let together = batch
        .search(&roots, &mut HashEvaluator::default(), &settings, &())
        .unwrap();
    for (game, result) in games.iter().zip(&together) {
        assert_eq!(&search(game, &mut HashEvaluator::default(), &settings), result);
    }
    let again = batch
        .search(&roots[5..], &mut HashEvaluator::default(), &settings, &())
        .unwrap();
    assert_eq!(
        again,
        together[5..],
        "buffers of an earlier search must not matter"
    );
}

#[test]
fn visits_add_up_and_stay_on_legal_pits() {
    for index in 0..20 {
        let game = random_game(Rules::STANDARD, 6 * index as usize, index);
        let result = search(&game, &mut HashEvaluator::default(), &simulations(100));
        assert_eq!(result.visits.iter().sum::<u32>(), 100);
        assert!((result.policy().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((result.evaluation.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        for pit in Pit::ALL {
            let visits = result.visits[pit.index()];
            assert_eq!(result.move_values[pit.index()].is_some(), visits > 0);
            if !game.legal_moves().contains(pit) {
                assert_eq!((visits, result.evaluation.policy[pit.index()]), (0, 0.0));
            }
        }
        let mut line = game.clone();
        for &pit in &result.principal_variation {
            line.play(pit);
        }
        assert_eq!(result.principal_variation[0], result.best_move());
    }
}

#[test]
fn mirrored_positions_give_equal_results() {
    for index in 0..20 {
        let game = random_game(Rules::STANDARD, 5 * index as usize, index);
        let seen = Game::from_position(Rules::STANDARD, *game.position());
        let mirrored = Game::from_position(Rules::STANDARD, game.position().mirrored());
        let settings = simulations(200);
        assert_eq!(
            search(&seen, &mut HashEvaluator::default(), &settings),
            search(&mirrored, &mut HashEvaluator::default(), &settings),
        );
    }
}

#[test]
fn an_immediate_win_is_found_and_valued_as_a_win() {
    // White has 80 and pit 9 captures two stones in Black's pit 1.
    let position = standard_position(
        [1, 1, 0, 0, 0, 0, 0, 0, 2],
        [1, 0, 0, 0, 0, 0, 0, 1, 1],
        [80, 75],
        [0, 0],
        Side::White,
    );
    let game = Game::from_position(Rules::STANDARD, position);
    let result = search(&game, &mut UniformEvaluator, &simulations(64));
    assert_eq!(result.best_move(), pit(9));
    assert_eq!(result.move_values[8], Some(MoverValue::WIN));
    assert_eq!(result.principal_variation, [pit(9)]);
    assert!(result.value > MoverValue(0.5), "{:?}", result.value);
}

#[test]
fn a_move_that_gives_the_opponent_a_win_is_avoided() {
    // Black threatens to capture two stones in White's pit 1 for 82; only playing pit 1 prevents it.
    let position = standard_position(
        [1, 0, 3, 0, 3, 0, 3, 0, 0],
        [1, 1, 0, 0, 0, 0, 0, 0, 2],
        [68, 80],
        [0, 0],
        Side::White,
    );
    let game = Game::from_position(Rules::STANDARD, position);
    let result = search(&game, &mut UniformEvaluator, &simulations(400));
    assert_eq!(result.best_move(), pit(1));
    for losing in [3, 5, 7] {
        let value = result.move_values[losing - 1].expect("every move is tried");
        assert!(value < result.move_values[0].unwrap(), "pit {losing}: {value:?}");
    }
}

#[test]
fn finished_games_never_reach_the_evaluator() {
    for index in 0..10 {
        let game = random_game(Rules::STANDARD, 90, index);
        search(&game, &mut OngoingOnly, &simulations(300));
    }
    let rules = Rules::new(3, 3).unwrap();
    for index in 0..10 {
        let game = random_game(rules, 4, index);
        search(&game, &mut OngoingOnly, &simulations(300));
    }
}

#[test]
fn each_step_asks_the_evaluator_once_for_all_games() {
    let games: Vec<Game> = (0..8)
        .map(|index| random_game(Rules::STANDARD, 8, index))
        .collect();
    let roots: Vec<SearchRoot<'_>> = games.iter().map(SearchRoot::new).collect();
    let mut evaluator = BatchSizes::default();
    let monitor = Count::default();
    BatchSearch::default()
        .search(&roots, &mut evaluator, &simulations(30), &monitor)
        .unwrap();
    assert_eq!(evaluator.0, [8; 31], "no game can end within the tree here");
    assert_eq!(monitor.evaluations.load(Ordering::Relaxed), 8 * 31);
}

#[test]
fn a_third_occurrence_in_the_tree_is_a_draw() {
    let game = game_that_can_repeat();
    let mut evaluator = RepetitionCounts::default();
    let result = search(&game, &mut evaluator, &unproven(2000));
    assert!(evaluator.0[1] > 0, "the evaluator sees second occurrences");
    assert_eq!(evaluator.0[2], 0, "third occurrences are draws, not questions");
    assert!(result.visits.iter().sum::<u32>() > evaluator.0.iter().sum());
}

#[test]
fn without_the_repetition_rule_the_evaluator_sees_third_occurrences() {
    let rules = small_rules().with_repetition(RepetitionRule::None).unwrap();
    let game = Game::from_position(rules, *game_that_can_repeat().position());
    let mut evaluator = RepetitionCounts::default();
    search(&game, &mut evaluator, &unproven(2000));
    assert!(evaluator.0[2] > 0);
}

#[test]
fn the_ply_cap_does_not_change_values() {
    let game = random_game(Rules::STANDARD, 20, 3);
    let mut capped = Game::new(Rules::STANDARD.with_ply_cap(Some(22)));
    for &pit in game.moves() {
        capped.play(pit);
    }
    let settings = simulations(500);
    assert_eq!(
        search(&capped, &mut HashEvaluator::default(), &settings),
        search(&game, &mut HashEvaluator::default(), &settings),
    );
}

#[test]
fn noise_changes_the_search_but_not_what_it_reports_as_the_network() {
    let game = Game::new(Rules::STANDARD);
    let noise = RootNoise::Dirichlet {
        alpha: 0.5,
        fraction: 0.9,
    };
    let noisy = SearchRoot::with_noise(&game, &noise, &mut stream(1, 0));
    let roots = [noisy, SearchRoot::new(&game)];
    let results = BatchSearch::default()
        .search(&roots, &mut UniformEvaluator, &simulations(90), &())
        .unwrap();
    assert_ne!(results[0].visits, results[1].visits);
    assert_eq!(results[0].evaluation, results[1].evaluation);
}

#[test]
fn every_value_of_the_margin_stays_in_range() {
    let settings = SearchSettings {
        leaf_value: LeafValue::WinLossAndMargin {
            weight: 0.3,
            scale: 5.0,
        },
        selection: Selection::Puct(PuctSettings {
            fpu: Fpu::Absolute { value: 0.0 },
            ..PuctSettings::default()
        }),
        ..simulations(300)
    };
    for index in 0..10 {
        let game = random_game(Rules::STANDARD, 12 * index as usize, index);
        let result = search(&game, &mut HashEvaluator::default(), &settings);
        let values = result.move_values.iter().flatten().chain([&result.value]);
        assert!(values.clone().all(|value| value.0.abs() <= 1.0), "{result:?}");
    }
}

#[test]
fn the_margin_decides_between_moves_that_the_result_leaves_equal() {
    let settings = SearchSettings {
        leaf_value: LeafValue::WinLossAndMargin {
            weight: 0.3,
            scale: 20.0,
        },
        ..simulations(200)
    };
    // At the start every move but that of pit 1 captures ten stones.
    let [quiet, captures @ ..] = search(&Game::new(Rules::STANDARD), &mut KazanCounter, &settings).visits;
    assert!(
        captures.iter().all(|&visits| visits > quiet),
        "{quiet} {captures:?}"
    );
}

#[test]
fn a_stopped_search_says_so_and_can_start_again() {
    let game = Game::new(Rules::STANDARD);
    let roots = [SearchRoot::new(&game)];
    let mut batch = BatchSearch::default();
    let monitor = Count {
        limit: 10,
        ..Count::default()
    };
    let stopped = batch.search(&roots, &mut UniformEvaluator, &simulations(100), &monitor);
    assert!(matches!(stopped, Err(SearchError::Stopped)), "{stopped:?}");
    assert_eq!(monitor.evaluations.load(Ordering::Relaxed), 10);
    let again = batch
        .search(&roots, &mut UniformEvaluator, &simulations(100), &())
        .unwrap();
    assert_eq!(again[0], search(&game, &mut UniformEvaluator, &simulations(100)));
}

#[test]
fn wrong_questions_and_wrong_answers_are_named() {
    let mut game = Game::new(Rules::STANDARD);
    let say = |game: &Game, evaluator: &mut dyn Evaluator, settings: &SearchSettings| {
        BatchSearch::default()
            .search(&[SearchRoot::new(game)], evaluator, settings, &())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        say(&game, &mut UniformEvaluator, &simulations(0)),
        "simulations must be from 1 to 16777216, got 0",
    );
    let nonsense = |spoil: fn(&mut Evaluations)| say(&game, &mut Spoilt(spoil), &simulations(4));
    assert_eq!(
        nonsense(|answers| answers.policy_logits.fill(f32::NAN)),
        "the evaluator failed: no finite policy logits for the legal pits in row 0",
    );
    assert_eq!(
        nonsense(|answers| answers.outcome.fill(0.9)),
        "the evaluator failed: expected probabilities of win, draw and loss in row 0, got [0.9, 0.9, 0.9]",
    );
    assert_eq!(
        nonsense(|answers| answers.margin.fill(f32::INFINITY)),
        "the evaluator failed: expected a finite margin in row 0, got inf",
    );
    assert_eq!(
        nonsense(|answers| *answers = Evaluations::zeros(0)),
        "the evaluator failed: expected at least 1 rows of answers, got 0",
    );
    game.resign(Side::White);
    assert_eq!(
        say(&game, &mut UniformEvaluator, &simulations(4)),
        "game 0 of the batch is over and cannot be searched",
    );
}

/// A search that goes on when all is proven.
fn unproven(count: u32) -> SearchSettings {
    SearchSettings {
        solver: Solver::Off,
        ..simulations(count)
    }
}

/// The smallest board without tuzdiks, where quiet moves go round in circles.
fn small_rules() -> Rules {
    Rules::new(2, 2).unwrap().with_tuzdik(TuzdikRule::None)
}

fn game_that_can_repeat() -> Game {
    random_game(small_rules(), 4, 0)
}
