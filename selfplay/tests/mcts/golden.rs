//! Golden searches with a fake network: any change of the algorithm shows here. `INSTA_UPDATE=always cargo test --release`
//! writes them anew.

use std::fmt::Write;

use kumalak_env::{Game, Pit, Rules};
use kumalak_selfplay::{HashEvaluator, LeafValue, SearchResult, SearchSettings};

use crate::support::{random_game, search, simulations};

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

/// The result as a table, rounded so that it is the same on every machine.
fn table(result: &SearchResult) -> String {
    let mut text = String::from("pit  prior  visits   value\n");
    for pit in Pit::ALL {
        let index = pit.index();
        let value = result.move_values[index].map_or("-".to_owned(), |value| format!("{:+.3}", value.0));
        let (prior, visits) = (result.evaluation.policy[index], result.visits[index]);
        writeln!(text, "{pit:>3}  {prior:.3}  {visits:>6}  {value:>6}").expect("a string takes all");
    }
    let line: Vec<String> = result.principal_variation.iter().map(Pit::to_string).collect();
    let network = result.evaluation.value();
    write!(
        text,
        "network {:+.3}, search {:+.3}, line {}",
        network.0,
        result.value.0,
        line.join(" ")
    )
    .expect("a string takes all");
    text
}
