//! Golden searches with a fake network: any change of the algorithm shows here. `INSTA_UPDATE=always cargo test --release`
//! writes them anew.

use std::fmt::Write;

use kumalak_env::{Game, Pit, Rules, stream};
use kumalak_selfplay::{
    BatchSearch, GumbelSettings, HashEvaluator, LeafValue, QScale, RootNoise, SearchResult, SearchRoot,
    SearchSettings, Solver, ValueBounds,
};

use crate::support::{gumbel, random_game, search, simulations, standard_position};

#[test]
fn start_of_the_standard_game() {
    let game = Game::new(Rules::STANDARD);
    let result = search(&game, &mut HashEvaluator::default(), &simulations(40));
    insta::assert_snapshot!(table(&result));
}

#[test]
fn middle_of_a_standard_game_with_the_margin() {
    let game = random_game(Rules::STANDARD, 60, 1);
    let settings = SearchSettings {
        leaf_value: LeafValue::WinLossAndMargin {
            weight: 0.25,
            scale: 20.0,
        },
        ..simulations(200)
    };
    let result = search(&game, &mut HashEvaluator::default(), &settings);
    insta::assert_snapshot!(table(&result));
}

#[test]
fn bestemshe_late_in_a_game() {
    let game = random_game(Rules::BESTEMSHE, 24, 2);
    let result = search(&game, &mut HashEvaluator::default(), &simulations(400));
    insta::assert_snapshot!(table(&result));
}

#[test]
fn bestemshe_late_in_a_game_without_solver() {
    let game = random_game(Rules::BESTEMSHE, 24, 2);
    let settings = SearchSettings {
        solver: Solver::Off,
        ..simulations(400)
    };
    let result = search(&game, &mut HashEvaluator::default(), &settings);
    insta::assert_snapshot!(table(&result));
}

/// The ending of the tests of exact play in which one move alone wins.
#[test]
fn an_ending_with_proven_moves() {
    let position = standard_position(
        [1, 1, 1, 1, 1, 1, 3, 0, 5],
        [1, 0, 0, 0, 0, 0, 0, 0, 1],
        [67, 79],
        [2, 8],
        kumalak_env::Side::White,
    );
    let game = Game::from_position(Rules::STANDARD, position);
    let result = search(&game, &mut HashEvaluator::default(), &simulations(300));
    insta::assert_snapshot!(table(&result));
}

#[test]
fn gumbel_in_the_middle_of_a_standard_game() {
    let game = random_game(Rules::STANDARD, 60, 1);
    let settings = gumbel(64, GumbelSettings::default());
    let result = search(&game, &mut HashEvaluator::default(), &settings);
    insta::assert_snapshot!(table(&result));
}

#[test]
fn gumbel_with_noise_four_moves_and_a_fixed_scale() {
    let game = random_game(Rules::STANDARD, 60, 1);
    let settings = gumbel(
        64,
        GumbelSettings {
            max_considered: 4,
            q_scale: QScale::Fixed { scale: 1.0 },
            ..GumbelSettings::default()
        },
    );
    let noise = RootNoise::Gumbel { scale: 1.0 };
    let root = SearchRoot::with_noise(&game, &noise, &mut stream(4, 0));
    let results = BatchSearch::default()
        .search(&[root], &mut HashEvaluator::default(), &settings, &())
        .unwrap();
    insta::assert_snapshot!(table(&results[0]));
}

/// The result as a table, rounded so that it is the same on every machine.
fn table(result: &SearchResult) -> String {
    let mut text = String::from("pit  prior  visits   value  policy  proven\n");
    for pit in Pit::ALL {
        let index = pit.index();
        let value = result.move_values[index].map_or("-".to_owned(), |value| format!("{:+.3}", value.0));
        let (prior, visits) = (result.evaluation.policy[index], result.visits[index]);
        let policy = result.policy()[index];
        let proven = bounds_text(result.move_bounds[index]);
        writeln!(
            text,
            "{pit:>3}  {prior:.3}  {visits:>6}  {value:>6}   {policy:.3}  {proven}"
        )
        .expect("a string takes all");
    }
    let line: Vec<String> = result.principal_variation.iter().map(Pit::to_string).collect();
    let [win, draw, loss] = result.outcome;
    write!(
        text,
        "network {:+.3}, search {:+.3}, win {win:.3}, draw {draw:.3}, loss {loss:.3}, margin {:+.2}\n\
         {} simulations, {} nodes, depth {}, move {}, line {}",
        result.evaluation.value().0,
        result.value.0,
        result.margin,
        result.simulations,
        result.nodes,
        result.depth,
        result.best_move(),
        line.join(" ")
    )
    .expect("a string takes all");
    text
}

fn bounds_text(bounds: ValueBounds) -> String {
    match bounds.proven() {
        Some(value) => value.to_string(),
        None if bounds == ValueBounds::OPEN => "-".to_owned(),
        None => format!("{} to {}", bounds.lower, bounds.upper),
    }
}
