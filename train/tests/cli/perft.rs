use std::time::Duration;

use crate::arena::interrupted;
use crate::program::kumalak;

/// The second column of a table: the counts.
fn counts(table: &str) -> Vec<u64> {
    let cells = table.lines().skip(1).map(|line| line.split_whitespace().nth(1));
    cells.map(|cell| cell.unwrap().parse().unwrap()).collect()
}

#[test]
fn counts_each_depth() {
    let table = kumalak(&["perft", "5"]).success();
    assert_eq!(counts(&table), [9, 73, 613, 5199, 43_184]);
}

#[test]
fn knows_other_rule_sets() {
    let table = kumalak(&["perft", "6", "--rules", "bestemshe"]).success();
    assert_eq!(counts(&table), [5, 21, 91, 407, 1761, 7782]);
}

#[test]
fn divides_by_the_first_move() {
    let table = kumalak(&["perft", "3", "--divide"]).success();
    let counts = counts(&table);
    assert_eq!(counts.len(), 10);
    assert_eq!(counts[9], 613);
    assert_eq!(counts[..9].iter().sum::<u64>(), 613);
    assert!(table.contains("\n76 "), "{table}");
}

#[test]
fn counts_from_any_position() {
    let fen = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 N 1";
    let table = kumalak(&["perft", "3", "--fen", fen]).success();
    assert_eq!(counts(&table), [9, 73, 613]);
}

#[test]
fn refuses_what_is_no_position() {
    let too_few = "9S,9S,9S,9S,9S,9S,9S,9S,8S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
    kumalak(&["perft", "3", "--fen", too_few]).failure(2, &["--fen", "162", "161"]);
    kumalak(&["perft", "3", "--fen", "rubbish"]).failure(2, &["--fen", "rubbish"]);
    kumalak(&["perft", "0"]).failure(2, &["<DEPTH>"]);
}

#[test]
fn counts_distinct_positions() {
    let table = kumalak(&["perft", "4", "--distinct"]).success();
    assert_eq!(counts(&table), [1, 9, 73, 613, 5199]);
    assert!(table.contains(" 43184 "), "moves out of the last level: {table}");
    kumalak(&["perft", "4", "--distinct", "--divide"]).failure(2, &["--distinct", "--divide"]);
}

#[test]
fn ctrl_c_ends_a_long_count() {
    for args in [
        &["perft", "20"][..],
        &["perft", "20", "--divide"],
        &["bench", "--depth", "60"],
    ] {
        let run = interrupted(args, Duration::from_millis(300));
        assert_eq!(run.code, 130, "{args:?}: {}", run.stderr);
    }
}
