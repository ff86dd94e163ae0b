//! Solving from other positions than the start, such as endings of the standard game.

use std::ops::ControlFlow;

use kumalak_env::solver::{Solution, SolverError, SolverLimits};
use kumalak_env::{Pit, Position, Rules};

fn solve_from(rules: Rules, position: &Position) -> Result<Solution, SolverError> {
    let limits = SolverLimits::default();
    Solution::solve_from(rules, position, &limits, |_| ControlFlow::Continue(()))
}

/// The line of `data/studies.txt` about an ending: its FEN, its value and those of its moves.
fn study(name: &str) -> [&'static str; 3] {
    let line = include_str!("data/studies.txt")
        .lines()
        .find(|line| line.starts_with(name))
        .unwrap();
    let fields: Vec<&str> = line.split(" | ").collect();
    [fields[1], fields[3], fields[4]]
}

#[test]
fn a_study_has_its_exact_values() {
    let rules = Rules::STANDARD;
    let [fen, value, moves] = study("akshuraev_2");
    let position = Position::from_fen(&rules, fen).unwrap();
    let solution = solve_from(rules, &position).unwrap();
    assert_eq!(solution.value(&position).unwrap().name(), value);
    let found: Vec<String> = solution
        .moves(&position)
        .unwrap()
        .iter()
        .map(|found| format!("{}:{}", found.pit, found.verdict.value))
        .collect();
    assert_eq!(found.join(" "), moves);
}

#[test]
fn every_root_gives_the_same_verdicts() {
    let rules = Rules::new(3, 2).unwrap();
    let whole = solve_from(rules, &Position::start(&rules)).unwrap();
    for (root, verdict) in whole.positions().step_by(37) {
        let part = solve_from(rules, &root.mirrored()).unwrap();
        assert_eq!(part.verdict(&root), Some(verdict));
        assert!(part.counts().positions() <= whole.counts().positions());
        for (position, verdict) in part.positions() {
            assert_eq!(whole.verdict(&position), Some(verdict));
        }
    }
}

#[test]
fn a_root_need_not_be_reachable_from_the_start() {
    let rules = Rules::new(3, 3).unwrap();
    let position = Position::from_fen(&rules, "3/17S,2 1 0 S 1").unwrap();
    let solution = solve_from(rules, &position).unwrap();
    let moves = solution.moves(&position).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].pit, Pit::ALL[0]);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let rules = Rules::new(3, 3).unwrap();
    let over = Position::from_fen(&rules, "18S,2/3 0 0 S 1").unwrap();
    assert_eq!(solve_from(rules, &over).err(), Some(SolverError::GameOver));
    let foreign = Position::start(&Rules::STANDARD);
    assert!(matches!(solve_from(rules, &foreign), Err(SolverError::Board(_))));
}
