//! Readers of the output that go away early: files are written all the same.

use std::io;
use std::path::Path;

use crate::matches::text;
use crate::program::command;

/// Runs the program with a stdout that nobody reads; what it says is lost.
#[track_caller]
fn unread(args: &[&str]) {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let output = command(args).stdout(writer).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
}

#[track_caller]
fn assert_written(folder: &Path, names: &[&str]) {
    for name in names {
        let written = folder.join(name).metadata().is_ok_and(|file| file.len() > 0);
        assert!(written, "{name} is missing in {}", folder.display());
    }
}

#[test]
fn matches_are_kept_though_nobody_reads_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let (out, all) = (folder.path().join("match"), folder.path().join("all"));
    let games = folder.path().join("games.kumalak");
    let results = ["report.txt", "report.json", "games.kumalak"];
    let arena = ["arena", "greedy", "random", "--pairs", "2", "--out", text(&out)];
    unread(&[&arena, &["--save", text(&games)][..]].concat());
    assert_written(&out, &results);
    assert_written(folder.path(), &["games.kumalak"]);
    let players = ["--player", "greedy", "--player", "random", "--pairs", "2"];
    unread(&[&["tournament", "--out", text(&all)], &players[..]].concat());
    assert_written(&all, &results);
}

#[test]
fn other_files_are_written_though_nobody_reads_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let [weights, games, curve, samples] =
        ["weights.toml", "games.tgk", "curve.svg", "samples"].map(|name| folder.path().join(name));
    let records = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../env/tests/data/tournament_games.kumalak"
    );
    unread(&["fit-evaluation", records, "--out", text(&weights)]);
    unread(&["replay", records, "--out", text(&games)]);
    let judge = ["analyze", records, "--game", "1", "--with", "alphabeta:depth=1"];
    unread(&[&judge, &["--svg", text(&curve)][..]].concat());
    let few = ["--set", "self_play.search.simulations=2", "--games", "1"];
    unread(&[&["selfplay", "--uniform", "--out", text(&samples)], &few[..]].concat());
    assert_written(folder.path(), &["weights.toml", "games.tgk", "curve.svg"]);
    assert_written(&samples, &["replay/000001.zst", "games/000001.txt"]);
}
