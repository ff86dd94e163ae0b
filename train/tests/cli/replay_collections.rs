//! `kumalak replay`: converting, choosing and statistics.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{Run, kumalak};

/// Three sound games: a strong one, one without ratings, a resigned one of another month; and one that differs.
const GAMES: &str = "\
kumalak-records 1

game tuzdiks kazans atsyrau
tag Date 2025.03.02
tag WhiteElo 1800
tag BlackElo 1500
tag TimeControl 120
76(10) 76(10) 99
end 1-0

game tuzdiks kazans atsyrau
tag Date 2024.??.??
76(10)
end *

game
tag Date 30.04.2025
tag WhiteElo 1200
tag BlackElo 1900
98(10) 98(10)
end 0-1 resignation

game
76 77
end *
";

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.kumalak");
    fs::write(&path, GAMES).unwrap();
    (folder, path)
}

/// Data of another crate's tests.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../env/tests/data")
        .join(name)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs a conversion that must succeed, and returns the file written.
fn convert(source: &Path, target: &Path, options: &[&str]) -> String {
    let mut args = vec!["replay", text(source), "--out", text(target)];
    args.extend(options);
    kumalak(&args).success();
    fs::read_to_string(target).unwrap()
}

#[test]
fn games_come_back_from_every_format_that_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // Without its comment, the file in our format is what the writer makes of it.
    let ours = convert(&data("tournament_games.kumalak"), &path("a.kumalak"), &[]);
    let sheets = convert(&path("a.kumalak"), &path("a.tgk"), &[]);
    convert(&path("a.tgk"), &path("b.kumalak"), &[]);
    assert_eq!(convert(&path("b.kumalak"), &path("b.tgk"), &[]), sheets);
    let server = convert(&path("a.tgk"), &path("a.pgn"), &[]);
    assert!(server.contains("(10)") && ours.len() > 1000);
    convert(&path("a.pgn"), &path("c.kumalak"), &["--to", "kumalak"]);
    assert_eq!(convert(&path("c.kumalak"), &path("c.pgn"), &[]), server);
    convert(&path("a.pgn"), &path("squares.txt"), &["--to", "playstrategy"]);
    kumalak(&["replay", text(&path("squares.txt"))]).success();
}

#[test]
fn bad_games_are_left_out_of_what_is_written() {
    let (folder, path) = folder();
    let target = folder.path().join("good.kumalak");
    let run = kumalak(&["replay", text(&path), "--out", text(&target)]);
    run.failure(1, &["games.kumalak:24: ply 2"]);
    let written = fs::read_to_string(&target).unwrap();
    assert_eq!(written, GAMES.split("\ngame\n76 77").next().unwrap());
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// Writes games as lists of squares, in the format of PlayStrategy.
fn to_squares(games: &Path, target: &Path) -> Run {
    let (games, target) = (text(games), text(target));
    kumalak(&["replay", games, "--to", "playstrategy", "--out", target])
}

#[test]
fn what_a_format_cannot_hold_is_a_fault_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.kumalak");
    fs::write(
        &path,
        "kumalak-records 1\ngame\ntag Rules bestemshe\n54\nend *\ngame\n76\nend *\n",
    )
    .unwrap();
    let target = folder.path().join("squares.txt");
    to_squares(&path, &target).failure(1, &["games.kumalak:2", "standard game"]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "g1d2\n");
}

#[test]
fn games_without_moves_do_not_become_blank_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.kumalak");
    fs::write(&path, "kumalak-records 1\n\ngame\nend *\n\ngame\n76\nend *\n").unwrap();
    for (name, games) in [("a.tgk", 2), ("a.pgn", 2), ("a.kumalak", 2)] {
        let target = folder.path().join(name);
        convert(&path, &target, &[]);
        let counts = kumalak(&["replay", text(&target)]).success();
        assert!(
            counts.starts_with(&format!("games     {games}\n")),
            "{name}: {counts}"
        );
    }
    let target = folder.path().join("squares.txt");
    to_squares(&path, &target).failure(1, &["games.kumalak:3: ", "this one has none"]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "g1d2\n");
}

#[test]
fn rules_of_the_command_line_are_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.kumalak");
    fs::write(&path, "kumalak-records 1\n\ngame\n54\nend *\n").unwrap();
    let target = folder.path().join("games.tgk");
    let written = convert(&path, &target, &["--rules", "bestemshe"]);
    assert!(written.contains("[Rules \"bestemshe\"]"), "{written}");
    kumalak(&["replay", text(&target)]).success();
}

#[test]
fn nothing_is_written_where_nothing_can_be() {
    let (_folder, path) = folder();
    kumalak(&["replay", text(&path), "--out", "no/such/folder/a.tgk"]).failure(1, &["no/such/folder/a.tgk"]);
    kumalak(&["replay", text(&path), "--to", "tgk"]).failure(2, &["--out"]);
}

#[test]
fn filters_leave_out_games_and_say_so() {
    let (_folder, path) = folder();
    let run = kumalak(&[
        "replay",
        text(&path),
        "--since",
        "2025",
        "--until",
        "2025.03.31",
        "--result",
        "white",
    ]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stdout.starts_with("games     1\nfaults    1\nleft out  2\n"),
        "{}",
        run.stdout
    );
    kumalak(&["replay", text(&path), "--since", "yesterday"]).failure(2, &["yesterday", "2025-03"]);
}

#[test]
fn statistics_are_a_table_or_json() {
    let (_folder, path) = folder();
    let run = kumalak(&["replay", "stats", text(&path)]);
    assert_eq!(run.code, 1);
    for line in [
        "games       3",
        "faults      1",
        "  resignation        1   33.3 %",
        "  76                 2   66.7 %         100.0 %",
        "rating                   4   1600.0   1200   1200   1200   1500   1800   1900   1900",
        "The higher rated player won 2 of 2 decided games (100.0 %).",
    ] {
        assert!(
            run.stdout.lines().any(|found| found == line),
            "{line}\n{}",
            run.stdout
        );
    }
    let json = kumalak(&["replay", "stats", text(&path), "--json", "--min-plies", "3"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["games"], 1);
    assert_eq!(json["left_out"], 2);
    assert_eq!(json["results"]["1-0"], 1);
    assert_eq!(json["first_moves"]["76"]["1-0"], 1);
    assert_eq!(json["plies"]["median"], 3);
    assert_eq!(json["margins"], serde_json::Value::Null);
}

#[test]
fn statistics_of_real_games_add_up() {
    let json = kumalak(&["replay", "stats", text(&data("server_games.kumalak")), "--json"]).success();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let number = |path: &str| json.pointer(path).and_then(serde_json::Value::as_u64).unwrap();
    assert_eq!(number("/games"), 1663);
    let sum = |path: &str| -> u64 {
        let counts = json.pointer(path).unwrap();
        let counts: Vec<u64> = match counts {
            serde_json::Value::Array(counts) => counts.iter().filter_map(serde_json::Value::as_u64).collect(),
            counts => counts
                .as_object()
                .unwrap()
                .values()
                .filter_map(serde_json::Value::as_u64)
                .collect(),
        };
        counts.iter().sum()
    };
    assert_eq!(sum("/results"), 1663);
    assert_eq!(sum("/endings"), 1663);
    assert_eq!(sum("/tuzdiks/games_with_0_1_2"), 1663);
    assert_eq!(sum("/tuzdiks/white/pits"), number("/tuzdiks/white/plies/count"));
    assert_eq!(sum("/tuzdiks/black/pits"), number("/tuzdiks/black/plies/count"));
    assert_eq!(json.pointer("/tuzdiks/white/pits/8").unwrap(), 0);
    assert_eq!(
        number("/margins/count"),
        number("/endings/majority") + number("/endings/atsyrau")
    );
}

#[test]
fn games_are_not_written_over_those_that_are_read() {
    let (folder, games) = folder();
    let before = fs::read(&games).unwrap();
    let games = games.to_str().unwrap();
    kumalak(&["replay", games, "--out", games]).failure(1, &["is read: write the games to another file"]);
    assert_eq!(fs::read(games).unwrap(), before);
    drop(folder);
}
