use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::program::kumalak;

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
    kumalak(&["replay", "."]).failure(1, &["directory"]);
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
