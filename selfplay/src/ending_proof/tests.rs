use std::ops::ControlFlow;

use kumalak_env::solver::{ExactValue, Solution, SolverLimits};

use super::*;

fn unbounded() -> Meter<'static> {
    Meter::new(&())
}

/// Endings with the exact value of every move (`env/tests/data/studies.txt` says where they come from).
const STUDIES: &str = include_str!("../../../env/tests/data/studies.txt");

/// Its moves take a hundred times as long as all others together.
const SLOW: &str = "akshuraev_7";

#[test]
fn every_move_of_the_studies_has_its_value() {
    let rules = Rules::STANDARD;
    let mut table = ShareTable::new(256 << 20);
    let mut judged = 0;
    for line in STUDIES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let root = Position::from_fen(&rules, fields[1]).unwrap();
        if fields[0] == SLOW || fields[3] == "-" {
            continue;
        }
        for (pit, value) in fields[4].split(' ').filter_map(|text| text.split_once(':')) {
            let mut after = root;
            after.play(&rules, Pit::from_number(pit.parse().unwrap()).unwrap());
            let found = match prove_with(&mut table, &after, &rules, &mut unbounded()).unwrap() {
                Proof::Win(..) => "loss",
                Proof::Draw(_) => "draw",
                Proof::Loss => "win",
            };
            assert_eq!(found, value, "{} {pit}", fields[0]);
            judged += 1;
        }
    }
    assert!(judged > 50, "{judged}");
}

/// Rule sets with tuzdiks under which who has most of the stones wins at once, and who is left with the last ones takes them.
const PROVABLE: [&str; 6] = [
    "standard",
    "old-sowing",
    "russ-1984",
    "server",
    "last-pit-tuzdik",
    "same-number-tuzdik",
];

/// Every position of small boards, against the solver: the value, a move that keeps it, and a number of plies that suffices.
#[test]
fn agrees_with_the_solver_under_all_rule_sets() {
    for (name, _) in Rules::PRESETS {
        let rules: Rules = format!("{name},pits=3,stones=3").parse().unwrap();
        let limits = SolverLimits::default();
        let solution = Solution::solve(rules, &limits, |_| ControlFlow::Continue(())).unwrap();
        let mut provable = 0;
        for (position, verdict) in solution.positions() {
            if !is_provable(&position, &rules) || position.is_over() {
                continue;
            }
            let context = format!("{name}: {position:?}");
            let proof = prove(&position, &rules, 1 << 20, &mut unbounded()).unwrap();
            let (value, best) = match proof {
                Proof::Win(best, plies) => {
                    assert!(
                        verdict.plies.is_some_and(|least| plies >= least),
                        "{context}: {proof:?}"
                    );
                    (ExactValue::Win, Some(best))
                }
                Proof::Draw(best) => (ExactValue::Draw, Some(best)),
                Proof::Loss => (ExactValue::Loss, None),
            };
            assert_eq!(value, verdict.value, "{context}");
            if let Some(best) = best {
                let mut after = position;
                after.play(&rules, best);
                assert_eq!(
                    solution.value(&after),
                    Some(value.reversed()),
                    "{context}: {proof:?}"
                );
            }
            provable += 1;
        }
        assert_eq!(provable > 0, PROVABLE.contains(&name), "{name}: {provable}");
    }
}
