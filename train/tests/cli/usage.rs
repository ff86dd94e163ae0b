//! Help, versions, wrong arguments and closed pipes.

use std::io::Read;
use std::process::Stdio;

use crate::program::{command, kumalak};

const COMMANDS: [&str; 7] = ["train", "arena", "play", "analyze", "perft", "replay", "solve"];

#[test]
fn every_command_has_long_help_with_examples() {
    let help = kumalak(&["--help"]).success();
    for name in COMMANDS {
        assert!(help.contains(name), "{help}");
        let help = kumalak(&[name, "--help"]).success();
        assert!(
            help.contains("EXAMPLES:") && help.contains(&format!("kumalak {name}")),
            "{help}"
        );
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(
            widest < Some(121),
            "{name} --help has a line of {widest:?} characters"
        );
    }
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
    kumalak(&["perft"]).failure(2, &["<DEPTH>"]);
    kumalak(&["arena", "random"]).failure(2, &["<SECOND>"]);
    kumalak(&["replay"]).failure(2, &["<FILE>"]);
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
