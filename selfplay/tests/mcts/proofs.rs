//! What the search proves, against exact values.

use kumalak_env::solver::ExactValue;
use kumalak_env::{AtsyrauRule, Game, Goal, MajorityRule, Pit, Position, Rules, TuzdikRule};
use kumalak_selfplay::{
    GumbelSettings, HashEvaluator, MoverValue, SearchResult, UniformEvaluator, ValueBounds,
};

use crate::solver::{Solved, Solver};
use crate::support::{gumbel, pit, search, simulations};

fn exact(value: MoverValue) -> ExactValue {
    match value {
        MoverValue::WIN => ExactValue::Win,
        MoverValue::LOSS => ExactValue::Loss,
        _ => ExactValue::Draw,
    }
}

fn holds(bounds: ValueBounds, value: ExactValue) -> bool {
    (bounds.lower..=bounds.upper).contains(&value)
}

/// Every proof about a position and its moves is true.
fn assert_sound(solver: &Solver, position: &Position, result: &SearchResult) {
    let value = exact(solver.solved(position).value);
    let context = format!("{position:?} is worth {value}, found {result:?}");
    assert!(result.proven.is_none_or(|proven| proven == value), "{context}");
    for pit in position.legal_moves(&solver.rules()) {
        let mut after = *position;
        after.play(&solver.rules(), pit);
        let value = exact(solver.solved(&after).value).reversed();
        assert!(
            holds(result.move_bounds[pit.index()], value),
            "pit {pit}: {context}"
        );
    }
}

/// Unfinished positions, one of `step`, always the same.
fn sample(solver: &Solver, step: usize) -> Vec<(Position, Solved)> {
    let ongoing = solver.positions().filter(|(position, _)| !position.is_over());
    ongoing
        .step_by(step)
        .map(|(position, solved)| (*position, solved))
        .collect()
}

#[test]
fn proofs_are_true_under_every_switch_that_changes_results() {
    let small = Rules::new(2, 2).unwrap();
    let variants = [
        small,
        small.with_tuzdik(TuzdikRule::None),
        small.with_goal(Goal::Giveaway),
        small.with_majority(MajorityRule::PlayToTheEnd),
        small.with_atsyrau(AtsyrauRule::StuckPlayerLoses),
        small
            .with_goal(Goal::Giveaway)
            .with_majority(MajorityRule::PlayToTheEnd),
        small
            .with_goal(Goal::Giveaway)
            .with_atsyrau(AtsyrauRule::StuckPlayerLoses),
    ];
    for rules in variants {
        let solver = Solver::new(rules);
        for (position, _) in sample(&solver, 1) {
            let game = Game::from_position(rules, position);
            let settings = [simulations(300), gumbel(300, GumbelSettings::default())];
            for settings in settings {
                let result = search(&game, &mut HashEvaluator::default(), &settings);
                assert_sound(&solver, &position, &result);
            }
        }
    }
}

#[test]
fn on_a_small_board_the_search_converges_to_the_exact_value_and_proves_it() {
    let solver = Solver::new(Rules::new(3, 3).unwrap());
    let mut soon_decided = 0;
    for (position, solved) in sample(&solver, 997) {
        let game = Game::from_position(solver.rules(), position);
        let result = search(&game, &mut UniformEvaluator, &simulations(5000));
        assert_sound(&solver, &position, &result);
        if solved.value != MoverValue::DRAW && solved.plies <= 8 {
            soon_decided += 1;
            assert_eq!(
                result.proven,
                Some(exact(solved.value)),
                "{position:?} {solved:?}"
            );
            assert_eq!(result.value, solved.value);
        }
        let distance = result.value.0 - solved.value.0;
        assert!(
            distance.abs() <= 1.2,
            "{position:?} {solved:?} {:?}",
            result.value
        );
    }
    assert!(
        soon_decided > 30,
        "only {soon_decided} positions were decided soon"
    );
}

#[test]
fn the_start_of_the_smallest_boards_is_proven() {
    for (tuzdik, value) in [
        (TuzdikRule::Compulsory, ExactValue::Win),
        (TuzdikRule::None, ExactValue::Draw),
    ] {
        let game = Game::new(Rules::new(2, 2).unwrap().with_tuzdik(tuzdik));
        for settings in [simulations(3000), gumbel(3000, GumbelSettings::default())] {
            let result = search(&game, &mut UniformEvaluator, &settings);
            assert_eq!(result.proven, Some(value), "{result:?}");
            assert!(result.simulations < 3000);
        }
    }
}

pub(crate) struct Study {
    pub(crate) name: &'static str,
    pub(crate) position: Position,
    pub(crate) exact: ExactValue,
    pub(crate) best: Vec<Pit>,
}

/// The endings of `env/tests/data/studies.txt` whose exact value is known.
pub(crate) fn studies() -> Vec<Study> {
    let text = include_str!("../../../env/tests/data/studies.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(study).collect()
}

fn study(line: &'static str) -> Option<Study> {
    let mut fields = line.split('|').map(str::trim);
    let (name, fen, _, exact) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let exact = [ExactValue::Loss, ExactValue::Draw, ExactValue::Win]
        .into_iter()
        .find(|value| value.to_string() == exact)?;
    let moves = fields
        .next()?
        .split(' ')
        .map(|word| word.split_once(':').expect("pit:value"));
    let best = moves.filter(|(_, value)| *value == exact.to_string());
    Some(Study {
        name,
        position: Position::from_fen(&Rules::STANDARD, fen).expect("a position"),
        exact,
        best: best
            .map(|(number, _)| pit(number.parse().expect("a number")))
            .collect(),
    })
}

/// Simulations with a uniform network that prove an ending. It has no idea where to look, and its tree holds a position as
/// often as it is reached: the other endings need more than a million.
const BUDGETS: [(&str, u32); 3] = [
    ("akshuraev_1", 200_000),
    ("akshuraev_2", 150_000),
    ("playok929_ply204", 200),
];

#[test]
fn endings_are_proven_within_their_budget() {
    for study in studies() {
        let game = Game::from_position(Rules::STANDARD, study.position);
        let budget = BUDGETS.iter().find(|(name, _)| *name == study.name);
        let count = budget.map_or(20_000, |&(_, count)| count);
        let result = search(&game, &mut UniformEvaluator, &simulations(count));
        let context = format!("{}: {result:?}", study.name);
        assert_eq!(result.proven, budget.map(|_| study.exact), "{context}");
        assert_true(&study, &result);
        if budget.is_some() {
            assert!(study.best.contains(&result.best_move()), "{context}");
        }
    }
}

/// What is proven about the moves is what the file says.
fn assert_true(study: &Study, result: &SearchResult) {
    for pit in study.position.legal_moves(&Rules::STANDARD) {
        let is_best = study.best.contains(&pit);
        let bounds = result.move_bounds[pit.index()];
        assert!(
            is_best == holds(bounds, study.exact) || bounds.proven().is_none(),
            "{}: {result:?}",
            study.name
        );
    }
}
