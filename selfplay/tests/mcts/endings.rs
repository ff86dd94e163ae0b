//! Exact proofs of endings before the walks begin.

use kumalak_env::solver::ExactValue;
use kumalak_env::{Game, Rules};
use kumalak_selfplay::{
    BatchSearch, HashEvaluator, LeafValue, SearchResult, SearchRoot, SearchSettings, Solver, TreeReuse,
    UniformEvaluator, ValueBounds,
};

use crate::proofs::{Study, studies};
use crate::support::{search, simulations};

/// One simulation, and as many positions for the proof.
fn proof(ending_nodes: u32) -> SearchSettings {
    SearchSettings {
        ending_nodes,
        ..simulations(1)
    }
}

fn game(study: &Study) -> Game {
    Game::from_position(Rules::STANDARD, study.position)
}

fn named(name: &str) -> Study {
    let found = studies().into_iter().find(|study| study.name == name);
    found.expect("a study of this name")
}

fn assert_proven(study: &Study, result: &SearchResult) {
    let context = format!("{}: {result:?}", study.name);
    let best = result.best_move();
    assert_eq!(result.proven, Some(study.exact), "{context}");
    assert!(study.best.contains(&best), "{context}");
    assert_eq!(result.policy()[best.index()], 1.0, "{context}");
    assert_eq!(
        result.move_bounds[best.index()],
        ValueBounds::exactly(study.exact),
        "{context}"
    );
    assert_eq!(result.simulations, 0, "{context}");
}

/// Positions within which all studies are proven.
const ENOUGH: u32 = 10_000_000;

#[test]
fn studies_are_proven_before_the_first_walk() {
    for study in &studies() {
        let result = search(&game(study), &mut HashEvaluator::default(), &proof(ENOUGH));
        assert_proven(study, &result);
    }
}

#[test]
fn too_few_positions_and_no_solver_change_nothing() {
    let study = named("otb260_ply150");
    let plain = search(&game(&study), &mut HashEvaluator::default(), &simulations(50));
    let too_few = SearchSettings {
        ending_nodes: 2000,
        ..simulations(50)
    };
    let result = search(&game(&study), &mut HashEvaluator::default(), &too_few);
    assert_eq!(result, plain);

    let study = named("akshuraev_1");
    let no_solver = SearchSettings {
        solver: Solver::Off,
        ..simulations(50)
    };
    let with_proof = SearchSettings {
        ending_nodes: ENOUGH,
        ..no_solver
    };
    let game = game(&study);
    assert_eq!(
        search(&game, &mut UniformEvaluator, &with_proof),
        search(&game, &mut UniformEvaluator, &no_solver)
    );
}

#[test]
fn a_proof_agrees_with_a_kept_tree_and_any_leaf_value() {
    let study = named("akshuraev_1");
    let settings = SearchSettings {
        tree_reuse: TreeReuse::Keep,
        leaf_value: LeafValue::WinLossAndMargin {
            weight: 0.2,
            scale: 20.0,
        },
        ..simulations(500)
    };
    let mut search = BatchSearch::default();
    let mut game = game(&study);
    let mut expected = study.exact;
    let mut with_settings = |game: &Game, ending_nodes: u32| {
        let settings = SearchSettings {
            ending_nodes,
            ..settings
        };
        let roots = [SearchRoot::new(game)];
        search
            .search(&roots, &mut HashEvaluator::default(), &settings, &())
            .expect("the search works")
            .remove(0)
    };
    assert_eq!(with_settings(&game, 0).proven, None);
    while !game.is_over() {
        let result = with_settings(&game, ENOUGH);
        assert_eq!(result.proven, Some(expected), "{result:?}");
        let sign = f32::from(expected as i8 - ExactValue::Draw as i8);
        assert!((result.value.0 - sign).abs() <= 0.4, "{result:?}");
        game.play(result.best_move());
        expected = expected.reversed();
    }
    assert_eq!(
        game.status().outcome().and_then(|outcome| outcome.winner()),
        Some(study.position.turn())
    );
}
