//! Help, versions, wrong arguments and closed pipes.

use std::io::Read;
use std::process::Stdio;

use crate::program::{command, kumalak};

#[test]
fn help_names_the_commands_and_each_has_examples() {
    assert!(kumalak(&["--help"]).success().contains("analyze"));
    let help = kumalak(&["arena", "--help"]).success();
    assert!(help.contains("EXAMPLES:\n  kumalak arena"), "{help}");
}

#[test]
fn the_version_is_that_of_the_package() {
    let expected = format!("kumalak {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(kumalak(&["--version"]).success(), expected);
}

#[test]
fn without_a_command_the_help_is_shown_as_an_error() {
    let run = kumalak(&[]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("Usage: kumalak <COMMAND>"));
}

#[test]
fn an_unknown_command_names_a_similar_one() {
    kumalak(&["areena"]).failure(2, &["areena", "'arena'", "kumalak --help"]);
}

#[test]
fn an_unknown_flag_names_the_command_to_ask() {
    kumalak(&["perft", "3", "--depht"]).failure(2, &["--depht", "'kumalak perft --help'"]);
}

#[test]
fn a_missing_argument_is_named() {
    kumalak(&["arena", "random"]).failure(2, &["<SECOND>", "'kumalak arena --help'"]);
}

#[test]
fn an_unknown_player_names_the_known_ones() {
    kumalak(&["arena", "random", "stockfish"]).failure(2, &["stockfish", "alphabeta"]);
    kumalak(&["play", "--against", "alphabeta:depht=4"]).failure(2, &["depht"]);
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = command(&["perft", "9", "--rules", "bestemshe"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn numbers_out_of_range_are_answered_with_the_range() {
    let cases: [(&[&str], &str); 8] = [
        (&["random-play", "--games", "0"], "expected at least 1;"),
        (&["random-play", "--threads", "0"], "expected at least 1;"),
        (
            &["random-play", "--games", "many"],
            "expected a whole number, not negative;",
        ),
        (&["perft", "31"], "expected 1 to 30;"),
        (
            &["random-play", "--seed", "99999999999999999999"],
            "the number is too large;",
        ),
        (
            &[
                "selfplay",
                "--uniform",
                "--games",
                "1",
                "--out",
                "a",
                "--memory",
                "0",
            ],
            "expected at least 1;",
        ),
        (&["analyze", "a.pgn", "--game", "0"], "expected at least 1;"),
        (
            &["replay", "a.pgn", "--min-rating", "70000"],
            "expected 0 to 65535;",
        ),
    ];
    for (args, words) in cases {
        kumalak(args).failure(2, &[words, "invalid value"]);
    }
}
