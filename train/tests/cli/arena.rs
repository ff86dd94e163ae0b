use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use kumalak_env::Rules;

use crate::checkpoints;
use crate::program::{Run, command, kumalak};

/// Runs a match and returns the table.
#[track_caller]
fn table(args: &[&str]) -> String {
    let run = kumalak(&[&["arena"], args].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn a_match_shows_every_estimate() {
    let table = table(&["greedy", "random", "--pairs", "20"]);
    assert!(table.starts_with("greedy against random: "), "{table}");
    for row in ["as White", "as Black", "pairs", "score", "Elo", "games"] {
        assert!(table.contains(&format!("  {row}")), "{table}");
    }
}

#[test]
fn threads_change_nothing() {
    let play = |threads| {
        table(&[
            "greedy",
            "random",
            "--pairs",
            "6",
            "--seed",
            "3",
            "--threads",
            threads,
        ])
    };
    assert_eq!(play("1"), play("3"));
}

#[test]
fn json_holds_the_table() {
    let json: serde_json::Value =
        serde_json::from_str(&table(&["random", "greedy", "--pairs", "3", "--json"])).unwrap();
    assert_eq!(json["first"], "random");
    assert_eq!(json["completion"], "complete");
    let games = ["wins", "draws", "losses"].map(|name| json["total"][name].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>(), 6);
    assert!(json["elo"].is_object() && json.get("games").is_none(), "{json}");
}

#[test]
fn saved_games_replay_in_the_format_of_the_extension() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["games.pgn", "games.txt"] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        table(&["alphabeta:depth=1", "random", "--pairs", "2", "--save", path]);
        let replayed = kumalak(&["replay", path]).success();
        assert!(replayed.starts_with("games     4\nfaults    0\n"), "{replayed}");
    }
}

#[test]
fn games_that_cannot_be_saved_are_not_played() {
    let run = kumalak(&["arena", "random", "random", "--save", "no/such/folder/games.pgn"]);
    run.failure(1, &["no/such/folder/games.pgn"]);
}

#[test]
fn networks_play_with_and_without_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = checkpoints::save(folder.path(), &Rules::BESTEMSHE);
    let table = table(&[
        &format!("net:{path},sims=8"),
        &format!("policy:{path}"),
        "--pairs",
        "4",
        "--rules",
        "bestemshe",
        "--opening-plies",
        "2",
    ]);
    assert!(table.contains(",sims=8 against policy:"), "{table}");
}

#[test]
fn a_match_needs_pairs_threads_and_openings() {
    kumalak(&["arena", "random", "random", "--pairs", "0"]).failure(2, &["--pairs"]);
    kumalak(&["arena", "random", "random", "--threads", "0"]).failure(2, &["--threads"]);
    kumalak(&["arena", "random", "random", "--opening-plies", "9999999999"]).failure(1, &["opening"]);
}

/// Runs work that would take minutes, and interrupts it a while after it began to listen to Ctrl-C.
pub(crate) fn interrupted(args: &[&str], after: Duration) -> Run {
    let child = command(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !listens_to_ctrl_c(child.id()) {
        sleep(Duration::from_millis(10));
    }
    sleep(after);
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    Run::from(child.wait_with_output().unwrap())
}

/// Whether a process has a handler for SIGINT, which is bit 1 of this mask.
fn listens_to_ctrl_c(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let caught = status
        .lines()
        .find_map(|line| line.strip_prefix("SigCgt:"))
        .unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0
}

#[test]
fn ctrl_c_keeps_the_finished_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let path = path.to_str().unwrap();
    let args = [
        "arena",
        "alphabeta:depth=2",
        "greedy",
        "--pairs",
        "1000000",
        "--save",
        path,
    ];
    let run = interrupted(&args, Duration::from_secs(1));
    assert_eq!(run.code, 130, "{}", run.stderr);
    assert!(
        run.stdout.starts_with("alphabeta:depth=2 against greedy: "),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("interrupted: "), "{}", run.stderr);
    assert!(
        run.stderr.contains(" of 1000000 pairs were finished"),
        "{}",
        run.stderr
    );
    let replayed = kumalak(&["replay", path]).success();
    assert!(replayed.contains("faults    0"), "{replayed}");
}

#[test]
fn ctrl_c_before_the_first_pair_says_so() {
    let run = interrupted(
        &[
            "arena",
            "alphabeta:depth=12",
            "alphabeta:depth=12",
            "--pairs",
            "1",
        ],
        Duration::ZERO,
    );
    assert_eq!((run.code, run.stdout.as_str()), (130, ""), "{}", run.stderr);
}
