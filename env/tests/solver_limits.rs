//! Memory limits, progress and stopping.

use std::ops::ControlFlow;

use kumalak_env::Rules;
use kumalak_env::solver::{Solution, SolverError, SolverLimits, SolverPhase, SolverProgress};

fn solve_within(rules: Rules, memory_bytes: u64) -> Result<Solution, SolverError> {
    Solution::solve(rules, &SolverLimits { memory_bytes }, |_| {
        ControlFlow::Continue(())
    })
}

#[test]
fn the_peak_is_the_least_limit() {
    let rules = Rules::new(3, 3).unwrap();
    let solution = solve_within(rules, u64::MAX).unwrap();
    let peak = solution.peak_bytes();
    assert!(solution.table_bytes() < peak);
    assert!(solve_within(rules, peak).is_ok());
    let refusal = SolverError::Memory {
        positions: 144_442,
        needed: peak,
        allowed: peak - 1,
    };
    assert_eq!(solve_within(rules, peak - 1).err(), Some(refusal));
}

#[test]
fn a_board_that_is_far_too_large_is_refused_before_any_work() {
    for rules in [Rules::STANDARD, Rules::BESTEMSHE, Rules::QOZDATU] {
        let mut calls = 0;
        let limits = SolverLimits::default();
        let error = Solution::solve(rules, &limits, |_| {
            calls += 1;
            ControlFlow::Continue(())
        });
        assert!(matches!(error, Err(SolverError::Memory { needed, .. }) if needed > 100_000_000_000));
        assert_eq!(calls, 0);
    }
}

#[test]
fn the_refusal_says_what_is_needed_and_what_helps() {
    let error = solve_within(Rules::new(4, 4).unwrap(), 1_000_000).unwrap_err();
    let text = error.to_string();
    for words in [
        "solving up to 262,097,456",
        " positions needs at least 6",
        "MB of memory",
        "1.0 MB are allowed",
        "smaller board",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn a_board_beyond_all_memory_is_refused_with_its_size() {
    let text = solve_within(Rules::STANDARD, 2_000_000_000)
        .unwrap_err()
        .to_string();
    assert!(text.starts_with("up to "), "{text}");
    assert!(
        text.contains("·10^2") && text.contains("more than any memory holds"),
        "{text}"
    );
    for rules in [Rules::STANDARD, Rules::BESTEMSHE, Rules::new(3, 3).unwrap()] {
        let limits = SolverLimits::default();
        let is_refused = Solution::check(&rules, &limits).is_err();
        assert_eq!(is_refused, rules.pits() > 3);
    }
}

#[test]
fn boards_beyond_32_bits_are_refused_whatever_the_memory() {
    let error = solve_within(Rules::BESTEMSHE, u64::MAX).unwrap_err();
    assert!(matches!(error, SolverError::GroupTooLarge { .. }), "{error}");
}

/// All reports about a board.
fn reports(rules: Rules) -> (Solution, Vec<SolverProgress>) {
    let mut reports = Vec::new();
    let limits = SolverLimits::default();
    let solution = Solution::solve(rules, &limits, |report| {
        reports.push(report);
        ControlFlow::Continue(())
    });
    (solution.unwrap(), reports)
}

#[test]
fn progress_grows_from_nothing_to_all_in_each_phase() {
    let (solution, reports) = reports(Rules::new(3, 3).unwrap());
    let phases: Vec<&[SolverProgress]> = reports.chunk_by(|a, b| a.phase == b.phase).collect();
    assert_eq!(phases.len(), 2);
    for (phase, name) in phases.iter().zip([SolverPhase::Enumerate, SolverPhase::Solve]) {
        assert_eq!(phase[0].phase, name);
        assert_eq!(phase[0].done, 0);
        assert!(phase.len() > 5);
        assert!(phase.is_sorted_by_key(|report| report.done));
        let last = phase.last().unwrap();
        assert_eq!(last.done, last.total);
        assert!(phase.iter().all(|report| report.total == last.total));
    }
    let last = reports.last().unwrap();
    assert_eq!(
        (last.total, last.positions),
        (solution.counts().positions(), last.total)
    );
}

#[test]
fn the_callback_can_stop_the_work_at_any_report() {
    let rules = Rules::new(3, 3).unwrap();
    let (_, reports) = reports(rules);
    for stop_at in 0..reports.len() {
        let mut calls = 0;
        let stopped = Solution::solve(rules, &SolverLimits::default(), |_| {
            calls += 1;
            if calls > stop_at {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(stopped.err(), Some(SolverError::Stopped));
        assert_eq!(calls, stop_at + 1);
    }
}
