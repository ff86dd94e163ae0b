use std::time::Duration;

use serde_json::Value;

use crate::arena::interrupted;
use crate::program::{Run, kumalak};

fn solve(args: &str) -> Run {
    let args: Vec<&str> = std::iter::once("solve").chain(args.split_whitespace()).collect();
    kumalak(&args)
}

fn json(args: &str) -> Value {
    serde_json::from_str(&solve(&format!("{args} --json")).success()).unwrap()
}

#[test]
fn prints_the_row_of_a_board_and_its_best_moves() {
    let output = solve("--pits 3 --stones 3").success();
    for line in [
        "board      2×3 pits of 3 stones, tuzdik compulsory",
        "positions  144442",
        "values     83409 won, 2477 drawn, 58556 lost for the side to move",
        "White is to move: win in 27 plies.",
        "32     win in 27 plies   best",
        "13     loss in 14 plies",
    ] {
        assert!(
            output.lines().any(|printed| printed == line),
            "{line:?} is missing in\n{output}"
        );
    }
    assert!(
        output.lines().last().unwrap().starts_with("solved in "),
        "{output}"
    );
}

#[test]
fn json_holds_the_same_numbers() {
    let solved = json("--pits 2 --stones 2 --tuzdik none");
    let number = |key: &str| solved[key].as_u64();
    assert_eq!(number("positions"), Some(154));
    assert_eq!(
        ["won", "drawn", "lost"].map(number),
        [Some(46), Some(81), Some(27)]
    );
    assert_eq!(
        (&solved["value"], &solved["plies"]),
        (&"draw".into(), &Value::Null)
    );
    assert_eq!(solved["tuzdik"], "none");
    assert!(number("table_bytes") < number("peak_bytes"));
    assert!(
        solved["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|m| m["is_best"] == true)
    );
}

#[test]
fn a_position_is_reached_by_moves_or_given_as_fen() {
    let args = ["solve", "--pits", "2", "--stones", "2", "--json", "--moves", "1"];
    let by_moves: Value = serde_json::from_str(&kumalak(&args).success()).unwrap();
    assert_eq!(by_moves["fen"], "2S,2S/1S,3S 0 0 N 1");
    let by_fen = kumalak(&[
        "solve",
        "--pits",
        "2",
        "--stones",
        "2",
        "--json",
        "--fen",
        "2S,2S/1S,3S 0 0 N 1",
    ]);
    assert_eq!(
        by_moves,
        serde_json::from_str::<Value>(&by_fen.success()).unwrap()
    );
}

#[test]
fn an_ending_of_the_standard_game_is_solved() {
    let output = kumalak(&["solve", "--fen", "3,1S,2,T,2S,1/t,5,4S,1S,1S 77 76 S 1"]).success();
    assert!(output.contains("White is to move: draw.\n"), "{output}");
    assert!(output.contains("\n71     draw              best\n"), "{output}");
}

#[test]
fn what_does_not_fit_is_refused() {
    for command in ["solve", "regret greedy"] {
        let args: Vec<&str> = command.split(' ').collect();
        let refused = kumalak(&args);
        refused.failure(
            1,
            &["up to ", "·10^2", "positions", "2×4 pits of 3 stones need 118 MB"],
        );
        assert!(
            !refused.stderr.contains("EB") && !refused.stderr.contains("--memory"),
            "{}",
            refused.stderr
        );
    }
    solve("--rules bestemshe").failure(
        1,
        &["solving up to ", "at least 377.3 GB", "smaller board", "--memory"],
    );
    solve("--pits 3 --stones 3 --memory 800kB")
        .failure(1, &["at least 9", "kB of memory, 800.0 kB are allowed"]);
}

#[test]
fn wrong_arguments_are_named() {
    solve("--pits 3").failure(2, &["--stones"]);
    solve("--pits 10 --stones 3").failure(2, &["--pits 10", "from 2 to 9"]);
    solve("--pits 9 --stones 20").failure(2, &["254", "360"]);
    solve("--pits 3 --stones 3 --rules bestemshe").failure(2, &["--rules", "--pits"]);
    solve("--pits 3 --stones 3 --memory lots").failure(2, &["--memory", "lots", "2GB"]);
    solve("--pits 3 --stones 3 --moves 9").failure(2, &["--moves", "move 1 (9)"]);
    let over = ["solve", "--pits", "2", "--stones", "2", "--fen", "8S,1/2 0 0 S 1"];
    kumalak(&over).failure(2, &["game is over"]);
}

#[test]
fn ctrl_c_ends_it() {
    let run = interrupted(
        &["solve", "--pits", "5", "--stones", "2"],
        Duration::from_millis(100),
    );
    assert_eq!((run.code, run.stdout.as_str()), (130, ""), "{}", run.stderr);
    assert!(
        run.stderr.ends_with("interrupted before the board was solved\n"),
        "{}",
        run.stderr
    );
}
