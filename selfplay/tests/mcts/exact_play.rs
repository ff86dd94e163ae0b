//! The search with a network that knows nothing, against exact values.

use std::collections::HashMap;

use kumalak_env::{Game, Observation, Position, Rules, Side, TuzdikRule};
use kumalak_selfplay::{MoverValue, SearchResult, UniformEvaluator};

use crate::solver::{Solved, Solver};
use crate::support::{pit, search, simulations, standard_position};

/// Known counts of won, drawn and lost positions in which the game goes on, seen by the side to move.
#[test]
fn the_solver_agrees_with_known_counts() {
    let count = |solver: &Solver| {
        let ongoing = solver.positions().filter(|(position, _)| !position.is_over());
        let values: HashMap<Observation, MoverValue> = ongoing
            .map(|(position, solved)| (position.observation(1), solved.value))
            .collect();
        [MoverValue::WIN, MoverValue::DRAW, MoverValue::LOSS]
            .map(|wanted| values.values().filter(|&&value| value == wanted).count())
    };
    let rules = Rules::new(2, 2).unwrap();
    assert_eq!(count(&Solver::new(rules)), [44, 73, 26]);
    assert_eq!(
        count(&Solver::new(rules.with_tuzdik(TuzdikRule::None))),
        [46, 81, 27]
    );
}

#[test]
fn on_a_small_board_the_search_plays_well_and_never_takes_a_loss_for_a_win() {
    let solver = Solver::new(Rules::new(3, 3).unwrap());
    let mut won = 0;
    for (position, solved) in sample(&solver) {
        let game = Game::from_position(solver.rules(), position);
        let result = search(&game, &mut UniformEvaluator, &simulations(1600));
        if solved.value == MoverValue::WIN && solved.plies <= 10 {
            won += 1;
            assert!(
                keeps_value(&solver, &position, &result),
                "{position:?} {solved:?} {result:?}"
            );
            assert!(
                result.value > MoverValue(0.2),
                "{position:?} {solved:?} {result:?}"
            );
        }
        if solved.value == MoverValue::LOSS {
            let most = if solved.plies <= 10 { -0.2 } else { 0.2 };
            assert!(
                result.value < MoverValue(most),
                "{position:?} {solved:?} {result:?}"
            );
        }
    }
    assert!(won > 100, "only {won} positions were won soon");
}

/// One position of 311 in which the game goes on, always the same.
fn sample(solver: &Solver) -> Vec<(Position, Solved)> {
    solver
        .positions()
        .filter(|(position, _)| !position.is_over())
        .step_by(311)
        .map(|(position, solved)| (*position, solved))
        .collect()
}

fn keeps_value(solver: &Solver, position: &Position, result: &SearchResult) -> bool {
    let mut after = *position;
    after.play(&solver.rules(), result.best_move());
    -solver.solved(&after).value == solver.solved(position).value
}

/// A study by A. Akshuraev (Zhalyn, 1983), published as a win for White; an exhaustive search says that pit 6 alone wins.
#[test]
fn finds_the_only_winning_move_of_a_study_in_400_000_simulations() {
    let position = standard_position(
        [0, 0, 0, 1, 0, 1, 3, 2, 1],
        [0, 0, 2, 2, 0, 0, 0, 0, 0],
        [78, 72],
        [0, 5],
        Side::White,
    );
    let result = search_position(position, 400_000);
    assert_eq!(result.best_move(), pit(6));
    assert!(result.value > MoverValue(0.5), "{:?}", result.value);
}

/// From a public server game; an exhaustive search says that pit 1 alone wins.
#[test]
fn finds_the_only_winning_move_of_an_ending_in_400_simulations() {
    let position = standard_position(
        [1, 1, 1, 1, 1, 1, 3, 0, 5],
        [1, 0, 0, 0, 0, 0, 0, 0, 1],
        [67, 79],
        [2, 8],
        Side::White,
    );
    let result = search_position(position, 400);
    assert_eq!(result.best_move(), pit(1));
    assert!(result.value > MoverValue(0.5), "{:?}", result.value);
}

/// From a tournament game; an exhaustive search says that pit 2 wins and every other move loses.
#[test]
fn finds_the_only_move_that_does_not_lose_in_400_simulations() {
    let position = standard_position(
        [0, 0, 0, 0, 0, 1, 1, 0, 3],
        [0, 3, 1, 1, 1, 0, 3, 2, 0],
        [78, 68],
        [6, 5],
        Side::Black,
    );
    assert_eq!(search_position(position, 400).best_move(), pit(2));
}

fn search_position(position: Position, count: u32) -> SearchResult {
    let game = Game::from_position(Rules::STANDARD, position);
    search(&game, &mut UniformEvaluator, &simulations(count))
}
