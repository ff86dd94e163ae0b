//! Move counts that several independent programs agree on.

use kumalak_env::{LastPitTuzdik, Position, Rules, SameNumberTuzdik, TuzdikRule, perft};

fn counts(rules: &Rules, depth: u32) -> Vec<u64> {
    let start = Position::start(rules);
    (1..=depth).map(|depth| perft(&start, rules, depth)).collect()
}

#[test]
fn standard_game() {
    let expected = [9, 73, 613, 5199, 43_184, 360_035, 3_003_052, 25_166_174];
    assert_eq!(counts(&Rules::STANDARD, 8), expected);
}

#[test]
fn bestemshe() {
    assert_eq!(counts(&Rules::BESTEMSHE, 6), [5, 21, 91, 407, 1761, 7782]);
}

#[test]
fn qozdatu() {
    assert_eq!(counts(&Rules::QOZDATU, 6), [7, 43, 274, 1775, 11_262, 72_125]);
}

#[test]
fn without_tuzdik() {
    let rules = Rules::STANDARD.with_tuzdik(TuzdikRule::None);
    assert_eq!(counts(&rules, 6), [9, 73, 613, 5199, 43_449, 364_752]);
}

#[test]
fn last_pit_allowed() {
    let rules = Rules::STANDARD.with_last_pit_tuzdik(LastPitTuzdik::Allowed);
    assert_eq!(counts(&rules, 6), [9, 73, 613, 5199, 43_135, 359_345]);
}

#[test]
fn same_number_allowed() {
    let rules = Rules::STANDARD.with_same_number_tuzdik(SameNumberTuzdik::Allowed);
    assert_eq!(counts(&rules, 7), [9, 73, 613, 5199, 43_184, 360_035, 3_002_828]);
}
