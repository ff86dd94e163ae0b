use std::fs;
use std::path::Path;

use crate::program::{kumalak, kumalak_reading};

/// The example with this program as the engine, which plays `player`.
fn describe_ourselves(folder: &Path, player: &str) -> String {
    let example = include_str!("../../../configs/engines/kumalak.toml");
    let text = example
        .replace("../../target/release/kumalak", env!("CARGO_BIN_EXE_kumalak"))
        .replace("alphabeta:depth=4", player);
    write(folder, "kumalak.toml", &text)
}

fn describe_shell(folder: &Path, script: &str) -> String {
    let text = format!(
        "[process]\ncommand = 'sh'\nargs = ['-c', \"\"\"{script}\"\"\"]\n[move]\nsend = 'go'\n\
         reply = '^(?<move>\\d)$'\n[limits]\nmove_ms = 50\npatience_ms = 100\nstart_ms = 50\n"
    );
    write(folder, "shell.toml", &text)
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("engine:{}", path.display())
}

#[test]
fn our_own_protocol_carries_a_match_from_random_openings() {
    let folder = tempfile::tempdir().unwrap();
    let engine = describe_ourselves(folder.path(), "alphabeta:depth=1");
    let games = |first: &str| {
        let saved = folder.path().join("games.kumalak");
        let args = [
            "arena",
            first,
            "greedy",
            "--pairs",
            "2",
            "--threads",
            "1",
            "--save",
        ];
        let run = kumalak(&[&args[..], &[saved.to_str().unwrap()]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = fs::read_to_string(saved).unwrap();
        let moves = text
            .lines()
            .filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit()));
        moves.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(games(&engine), games("alphabeta:depth=1"));
}

#[test]
fn a_program_that_fails_loses_its_games_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("games.pgn");
    for (script, reason) in [
        ("read line; exit 3", "no move: it ended with exit status: 3"),
        ("read line; echo 0; sleep 600", "expected a pit from 1 to 9, got"),
        ("sleep 600", "no move within 200 ms"),
        ("read line; exec >&-; sleep 600", "no move: it closed its output"),
        // A program that it has started holds its output open.
        (
            "read line; sleep 600 & exit 3",
            "no move: it ended with exit status: 3",
        ),
    ] {
        let engine = describe_shell(folder.path(), script);
        let args = ["arena", &engine, "random", "--pairs", "2", "--json", "--save"];
        let run = kumalak(&[&args[..], &[saved.to_str().unwrap()]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = fs::read_to_string(&saved).unwrap();
        assert_eq!(text.matches("[Termination \"fault of ").count(), 4, "{text}");
        assert!(text.contains(reason), "{text}");
        let table: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(table["forfeits"][0]["player"], engine, "{table}");
        assert!(run.stdout.contains(reason), "{table}");
    }
}

#[test]
fn tables_say_why_games_were_forfeited() {
    let folder = tempfile::tempdir().unwrap();
    let engine = describe_shell(folder.path(), "read line; exit 3");
    let why = format!("{engine} lost 4 games by a fault: no move: it ended with exit status: 3");
    let table = kumalak(&["arena", &engine, "random", "--pairs", "2"]).stdout;
    assert!(table.contains(&format!("\n  forfeits  {why}\n")), "{table}");
    let players = ["--player", &engine, "--player", "random", "--player", "greedy"];
    let table = kumalak(&[&["tournament", "--pairs", "2"], &players[..]].concat()).stdout;
    let why = why.replace("4 games", "8 games");
    assert!(table.contains(&format!("\n{why}\n")), "{table}");
}

#[test]
fn a_program_that_cannot_be_started_is_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let absent = write(
        folder.path(),
        "absent.toml",
        "[process]\ncommand = './absent'\n[move]\nsend = 'go'\nreply = '(?<move>.)'\n",
    );
    kumalak(&["arena", &absent, "random"]).failure(1, &["cannot start", "absent", "No such file"]);
    let wrong = write(folder.path(), "wrong.toml", "[proces]\ncommand = 'x'\n");
    kumalak(&["arena", &wrong, "random"]).failure(1, &["wrong.toml:1", "unknown key `proces`", "`process`"]);
    kumalak(&["arena", "engine:/no/such.toml", "random"]).failure(1, &["/no/such.toml", "No such file"]);
    kumalak(&["arena", "engine:", "random"]).failure(2, &["engine needs the path of a description"]);
}

#[test]
fn a_person_plays_against_a_program_outside() {
    let folder = tempfile::tempdir().unwrap();
    let engine = describe_ourselves(folder.path(), "greedy");
    let output = kumalak_reading(&["play", "--against", &engine, "--seed", "1"], "76\nquit\n").success();
    assert!(output.contains(&format!("{engine} plays ")), "{output}");
}
