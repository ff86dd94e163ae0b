//! Tournaments that are kept in a folder, and the ladder of a run.

use std::fs;
use std::path::Path;

use kumalak_env::Rules;

use crate::checkpoints;
use crate::matches::{done, read, text};
use crate::program::kumalak;

#[test]
fn a_tournament_is_kept_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("all");
    let players = [
        "--player",
        "random",
        "--player",
        "greedy",
        "--player",
        "alphabeta:depth=2",
    ];
    let args = [
        "tournament",
        "--pairs",
        "6",
        "--anchor",
        "random",
        "--out",
        text(&out),
    ];
    let table = done(&[&args, &players[..]].concat()).stdout;
    assert!(
        table.contains("  1  alphabeta:depth=2  ") && table.contains("score against"),
        "{table}"
    );
    let pairs = read(&out, "pairs.jsonl");
    let half: Vec<&str> = pairs.lines().take(9).collect();
    fs::write(out.join("pairs.jsonl"), half.join("\n") + "\n").unwrap();
    // The anchor is one of the settings that are kept.
    let resumed = done(&["tournament", "--resume", "--out", text(&out)]);
    assert_eq!(resumed.stdout, table);
    assert_eq!(read(&out, "pairs.jsonl").lines().count(), 18);
    kumalak(&["arena", "--resume", "--out", text(&out)]).failure(1, &["kumalak tournament"]);
    let other_anchor = done(&[
        "tournament",
        "--resume",
        "--out",
        text(&out),
        "--anchor",
        "greedy",
    ])
    .stdout;
    assert_ne!(other_anchor, table);
    assert_eq!(
        done(&["tournament", "--resume", "--out", text(&out)]).stdout,
        other_anchor
    );
    let json = done(&["tournament", "--resume", "--out", text(&out), "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["players"][0]["name"], "alphabeta:depth=2");
    kumalak(&["tournament", "--player", "greedy"]).failure(2, &["at least two players"]);
    kumalak(&["tournament", "--player", "greedy", "--player", "greedy"])
        .failure(2, &["greedy is given twice"]);
    kumalak(&[
        "tournament",
        "--resume",
        "--out",
        text(&out),
        "--anchor",
        "policy:x",
    ])
    .failure(2, &["is none of the players"]);
}

/// A run folder as training leaves it, with untrained networks.
fn add_checkpoint(run: &Path, iteration: u32) {
    let kept = run.join("checkpoints");
    fs::create_dir_all(&kept).unwrap();
    fs::write(run.join("config.toml"), "[rules]\nname = \"bestemshe\"\n").unwrap();
    let saved = checkpoints::save(&kept, &Rules::BESTEMSHE);
    fs::rename(saved, kept.join(format!("{iteration:06}"))).unwrap();
}

#[test]
fn a_ladder_rates_all_checkpoints_and_grows_with_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run,a");
    kumalak(&["ladder", text(&run)]).failure(1, &["config.toml"]);
    for iteration in [0, 4, 8] {
        add_checkpoint(&run, iteration);
    }
    let args = [
        "ladder",
        text(&run),
        "--pairs",
        "2",
        "--sims",
        "4",
        "--opening-plies",
        "2",
    ];
    let baselines = ["--baseline", "random", "--baseline", "greedy"];
    let table = done(&[&args, &baselines[..]].concat()).stdout;
    for name in ["ladder.md", "ladder.csv", "ladder.svg"] {
        assert!(table.contains(name), "{table}");
    }
    let ladder = run.join("ladder");
    // Three pairs of checkpoints within reach, each checkpoint against two baselines, and these: 10 matches of 2 pairs.
    assert_eq!(read(&ladder, "pairs.jsonl").lines().count(), 20);
    let csv = read(&ladder, "ladder.csv");
    assert!(
        csv.starts_with("rank,player,iteration,elo,margin,points,games,superiority,drawn_pairs_added\n"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 6);
    assert_eq!(
        csv.matches(",0.00,0.00,").count(),
        1,
        "a baseline is the anchor: {csv}"
    );
    let markdown = read(&ladder, "ladder.md");
    assert!(
        markdown.starts_with("# Ladder of ") && markdown.contains(" |  | +0.0 | 0.0 |"),
        "{markdown}"
    );
    let svg = read(&ladder, "ladder.svg");
    assert_eq!(svg.matches("<circle").count(), 3);
    assert_eq!(svg.matches("stroke-dasharray").count(), 2);
    kumalak(&args).failure(1, &["--resume"]);
    add_checkpoint(&run, 12);
    done(&["ladder", text(&run), "--resume"]);
    // The new checkpoint meets two checkpoints and two baselines.
    assert_eq!(read(&ladder, "pairs.jsonl").lines().count(), 28);
    assert_eq!(read(&ladder, "ladder.csv").lines().count(), 7);
}
