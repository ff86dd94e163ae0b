//! Exact values of small boards: numbers that independent programs agree on, and what must hold of every solution.

use std::ops::ControlFlow;

use kumalak_env::solver::{ExactMove, ExactValue, Solution, SolverLimits, Verdict};
use kumalak_env::{Goal, MajorityRule, Position, Rules, TuzdikRule};

fn board(pits: usize, stones: usize, tuzdik: TuzdikRule) -> Rules {
    Rules::new(pits, stones).unwrap().with_tuzdik(tuzdik)
}

fn solve(rules: Rules) -> Solution {
    Solution::solve(rules, &SolverLimits::default(), |_| ControlFlow::Continue(())).unwrap()
}

fn assert_row(rules: Rules, positions: u64, [won, drawn, lost]: [u64; 3], start: ExactValue) {
    let solution = solve(rules);
    let counts = solution.counts();
    assert_eq!(counts.positions(), positions);
    assert_eq!([counts.won, counts.drawn, counts.lost], [won, drawn, lost]);
    assert_eq!(solution.value(&Position::start(&rules)), Some(start));
}

#[test]
fn two_pits_of_two() {
    let [none, tuzdik] = [TuzdikRule::None, TuzdikRule::Compulsory].map(|rule| board(2, 2, rule));
    assert_row(none, 154, [46, 81, 27], ExactValue::Draw);
    assert_row(tuzdik, 143, [44, 73, 26], ExactValue::Win);
}

#[test]
fn three_pits_of_three() {
    let [none, tuzdik] = [TuzdikRule::None, TuzdikRule::Compulsory].map(|rule| board(3, 3, rule));
    assert_row(none, 97_348, [54_735, 9_740, 32_873], ExactValue::Win);
    assert_row(tuzdik, 144_442, [83_409, 2_477, 58_556], ExactValue::Win);
}

#[test]
fn three_pits_of_four() {
    let rules = board(3, 4, TuzdikRule::None);
    assert_row(rules, 464_473, [206_904, 150_624, 106_945], ExactValue::Loss);
}

#[test]
fn four_pits_of_two() {
    let rules = board(4, 2, TuzdikRule::Compulsory);
    assert_row(rules, 976_087, [505_271, 100_585, 370_231], ExactValue::Win);
}

/// How good a verdict is for the side that sees it.
fn merit(verdict: Verdict) -> (ExactValue, i64) {
    let plies = verdict.plies.map_or(0, i64::from);
    match verdict.value {
        ExactValue::Win => (verdict.value, -plies),
        _ => (verdict.value, plies),
    }
}

fn assert_consistent(solution: &Solution, position: &Position, verdict: Verdict) {
    let moves = solution.moves(position).unwrap();
    assert_eq!(moves.len(), position.legal_moves(solution.rules()).len());
    for &ExactMove { pit, verdict } in &moves {
        let mut after = *position;
        after.play(solution.rules(), pit);
        let reply = solution.verdict(&after).unwrap();
        assert_eq!(verdict.value, reply.value.reversed());
        assert_eq!(verdict.plies, reply.plies.map(|plies| plies + 1));
    }
    assert_eq!(moves[0].verdict, verdict);
    assert!(moves.is_sorted_by(|a, b| merit(a.verdict) >= merit(b.verdict)));
    let best = solution.best_moves(position).unwrap();
    assert!(moves.starts_with(&best));
    assert!(moves[best.len()..].iter().all(|rest| rest.verdict != verdict));
    assert_eq!(solution.verdict(&position.mirrored()), Some(verdict));
}

#[test]
fn a_value_is_that_of_the_best_move_and_of_the_mirror_image() {
    let small = board(3, 2, TuzdikRule::Compulsory);
    for rules in [
        small,
        board(3, 3, TuzdikRule::None),
        small.with_goal(Goal::Giveaway),
        small.with_majority(MajorityRule::PlayToTheEnd),
    ] {
        let solution = solve(rules);
        let mut counts = [0_u64; 3];
        for (position, verdict) in solution.positions() {
            assert_consistent(&solution, &position, verdict);
            counts[verdict.value as usize] += 1;
        }
        let expected = solution.counts();
        assert_eq!(counts, [expected.lost, expected.drawn, expected.won]);
    }
}

#[test]
fn a_drawn_position_has_a_drawing_move_and_no_winning_one() {
    let solution = solve(board(3, 3, TuzdikRule::None));
    for (position, _) in solution
        .positions()
        .filter(|(_, verdict)| *verdict == Verdict::DRAW)
    {
        let best = solution.best_moves(&position).unwrap();
        assert!(!best.is_empty() && best.iter().all(|best| best.verdict == Verdict::DRAW));
    }
}

#[test]
fn the_best_moves_end_the_game_when_they_say() {
    let rules = board(3, 3, TuzdikRule::Compulsory);
    let solution = solve(rules);
    let mut position = Position::start(&rules);
    let mut plies = solution.verdict(&position).unwrap().plies.unwrap();
    while !position.is_over() {
        let best = solution.best_moves(&position).unwrap()[0];
        assert_eq!(best.verdict.plies, Some(plies));
        position.play(&rules, best.pit);
        plies -= 1;
    }
    assert_eq!(plies, 0);
    let verdict = solution.verdict(&position).unwrap();
    assert_eq!(
        (verdict.value == ExactValue::Draw, verdict.plies),
        (false, Some(0))
    );
    assert_eq!(solution.moves(&position), Some(Vec::new()));
}

#[test]
fn positions_that_were_not_solved_have_no_value() {
    let rules = board(3, 3, TuzdikRule::Compulsory);
    let solution = solve(rules);
    for fen in [
        // A kazan that is odd without a tuzdik, and all stones in one pit.
        "3S,3S,3S/3S,3S,2S 1 0 S 1",
        "3/18S,2 0 0 S 1",
    ] {
        let position = Position::from_fen(&rules, fen).unwrap();
        assert_eq!(solution.verdict(&position), None, "{fen}");
        assert_eq!(solution.moves(&position), None, "{fen}");
        assert_eq!(solution.best_moves(&position), None, "{fen}");
    }
    for other in [Rules::STANDARD, board(3, 2, TuzdikRule::None)] {
        assert_eq!(solution.value(&Position::start(&other)), None);
    }
}
