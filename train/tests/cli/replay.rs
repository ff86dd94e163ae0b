use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::program::{kumalak, kumalak_reading};

/// A sound record, one with an illegal move and one with a wrong kazan.
const PLAYOK: &str = "\
[Site \"PlayOK\"]
[White \"A\"]
[Black \"B\"]
[Result \"1-0\"]

1. 76(10) 76(10) 2. 99 12 1-0

[Site \"PlayOK\"]
[Result \"1-0\"]

1. 76(10) 76(10) 2. 99
12 3. 68 1-0

[Site \"PlayOK\"]
[Result \"0-1\"]

1. 76(12) 0-1

[Site \"PlayOK\"]
[Result \"*\"]

1. 98(10) *
";

fn file(name: &str, content: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

#[test]
fn bad_games_are_named_and_the_rest_is_read() {
    let (_folder, path) = file("games.pgn", PLAYOK);
    let run = kumalak(&["replay", path.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].starts_with("error: ") && errors[0].contains("games.pgn:12: ply 5: "),
        "{errors:?}"
    );
    assert!(
        errors[1].contains("games.pgn:17: ply 1: expected kazan (10)"),
        "{errors:?}"
    );
    assert!(
        run.stdout
            .starts_with("games     2\nfaults    2\nplies     5 (mean 2.5, longest 4)\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("results   1-0 1, open 1\n"), "{}", run.stdout);
}

#[test]
fn missing_files_do_not_hide_the_others() {
    let (_folder, path) = file("games.txt", "kumalak-records 1\n\ngame\n76 98\nend *\n");
    let run = kumalak(&["replay", "no/such/file.pgn", path.to_str().unwrap()]);
    run.failure(1, &["no/such/file.pgn", "No such file"]);
    assert!(
        run.stdout.starts_with("games     1\nfaults    1\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn what_is_no_record_is_refused() {
    for content in ["", "hello world\n"] {
        let (_folder, path) = file("games.pgn", content);
        kumalak(&["replay", path.to_str().unwrap()]).failure(1, &["games.pgn"]);
    }
    kumalak(&["replay", "."]).failure(1, &["found a folder", "kumalak replay stats ."]);
}

#[test]
fn where_nothing_is_read_the_error_says_it_all() {
    let (folder, path) = file("games.pgn", "");
    fs::write(&path, b"\x7fELF\x02\xf0\xff\n\0\n/\n").unwrap();
    let path = path.to_str().unwrap();
    for command in [
        &["replay"][..],
        &["replay", "stats"],
        &["replay", "stats", "--json"],
    ] {
        for (name, words) in [
            (path, "games.pgn:1: expected UTF-8 text"),
            ("no/such", "No such file"),
        ] {
            let run = kumalak(&[command, &[name]].concat());
            run.failure(1, &[words]);
            assert_eq!(run.stdout, "");
        }
    }
    drop(folder);
}

#[test]
fn conditions_that_no_game_meets_are_refused() {
    for command in [&["replay"][..], &["replay", "stats"]] {
        let args = [command, &["games.pgn", "--min-plies", "100", "--max-plies", "50"]].concat();
        kumalak(&args).failure(2, &["--min-plies 100 and --max-plies 50"]);
    }
}

#[test]
fn games_come_from_stdin_and_go_to_stdout() {
    let run = kumalak_reading(&["replay", "-", "--to", "kumalak", "--out", "-"], PLAYOK);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.starts_with("error: stdin:12: ply 5: "),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("games     2\nfaults    2\n"),
        "{}",
        run.stderr
    );
    let again = kumalak_reading(&["replay", "-"], &run.stdout).success();
    assert!(again.starts_with("games     2\nfaults    0\n"), "{again}");
    let stats = kumalak_reading(&["replay", "stats", "-"], &run.stdout).success();
    assert!(stats.starts_with("games       2\n"), "{stats}");
}

#[test]
fn the_format_can_be_forced() {
    let (_folder, path) = file("games.pgn", PLAYOK);
    let path = path.to_str().unwrap();
    assert_eq!(kumalak(&["replay", "--format", "playok", path]).code, 1);
    kumalak(&["replay", "--format", "pgn", path]).failure(2, &["pgn", "playok"]);
}

#[test]
fn other_rules_are_for_other_boards() {
    let (_folder, path) = file("games.txt", "kumalak-records 1\n\ngame\n34\nend *\n");
    let path = path.to_str().unwrap();
    kumalak(&["replay", path]).failure(1, &["ply 1"]);
    kumalak(&["replay", "--rules", "bestemshe", path]).failure(1, &["ply 1"]);
}
