//! The command `kumalak train` as a user runs it.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const TINY: &str = r#"
    [limits]
    iterations = 6
    [rules]
    name = "qozdatu"
    ply_cap = 300
    [network]
    width = 16
    blocks = 1
    [iteration]
    games = 16
    steps = 10
    [self_play]
    games_per_lane = 4
    [self_play.search]
    simulations = 8
    [training]
    batch_size = 32
    [evaluation]
    every = 3
    pairs = 2
    simulations = 2
    [evaluation.table]
    pairs = 2
    simulations = 2
    opponents = ["random"]
"#;

fn kumalak(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumalak"));
    command.arg("train").args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with the settings and a run that does not exist yet.
struct Scratch {
    folder: tempfile::TempDir,
    config: PathBuf,
}

impl Scratch {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("tiny.toml");
        fs::write(&config, TINY).unwrap();
        Self { folder, config }
    }

    fn run(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn train(&self, run: &Path, more: &[&str]) -> Command {
        let (config, run) = (self.config.to_str().unwrap(), run.to_str().unwrap());
        let mut command = kumalak(&["--config", config, "--run", run]);
        command.args(more);
        command
    }
}

fn resume(run: &Path) -> Output {
    kumalak(&["--resume", "--run", run.to_str().unwrap()])
        .output()
        .unwrap()
}

/// Waits until the iteration is complete or the process has ended.
fn wait_for_iteration(child: &mut Child, run: &Path, iteration: u32) {
    let is_complete = || {
        let latest = fs::read_to_string(run.join("latest")).unwrap_or_default();
        latest
            .trim()
            .parse::<u32>()
            .is_ok_and(|latest| latest >= iteration)
    };
    while !is_complete() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(2));
    }
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

fn network(run: &Path) -> Vec<u8> {
    fs::read(run.join("checkpoints/000006/network.safetensors")).unwrap()
}

#[test]
fn a_run_ends_with_a_table_and_a_way_to_play() {
    let scratch = Scratch::new();
    let run = scratch.run("a");
    let output = scratch
        .train(&run, &["--set", "limits.iterations=1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("2 simulations a move, 4 paired games"),
        "{printed}"
    );
    assert!(
        printed.contains("untrained") && printed.contains("iteration 1"),
        "{printed}"
    );
    assert!(printed.contains("kumalak play --against net:"), "{printed}");
    assert!(text(&output.stderr).contains("self-play 1: 16 games in"));
    for name in [
        "config.toml",
        "provenance.json",
        "metrics.jsonl",
        "checkpoints/000001",
    ] {
        assert!(run.join(name).exists(), "{name}");
    }

    let again = scratch.train(&run, &[]).output().unwrap();
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("is not empty: continue its run with --resume"));
}

#[test]
fn a_killed_run_ends_as_if_it_had_never_been() {
    let scratch = Scratch::new();
    let (straight, killed) = (scratch.run("straight"), scratch.run("killed"));
    assert!(scratch.train(&straight, &[]).output().unwrap().status.success());
    let mut child = scratch.train(&killed, &[]).stderr(Stdio::null()).spawn().unwrap();
    for (iteration, milliseconds) in [(1, 0), (2, 5), (4, 40)] {
        wait_for_iteration(&mut child, &killed, iteration);
        sleep(Duration::from_millis(milliseconds));
        // It may have come to its end already where the machine is fast.
        let _ = child.kill();
        child.wait().unwrap();
        child = kumalak(&["--resume", "--run", killed.to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
    }
    assert!(child.wait().unwrap().success());
    assert!(network(&straight) == network(&killed));
}

#[test]
fn ctrl_c_keeps_what_is_complete_and_says_how_to_go_on() {
    let scratch = Scratch::new();
    let run = scratch.run("a");
    let command = &mut scratch.train(&run, &["--set", "limits.iterations=100000"]);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_iteration(&mut child, &run, 1);
    send("-INT", &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let last_line = text(&output.stderr).lines().last().unwrap().to_owned();
    assert!(last_line.starts_with("stopped; "), "{last_line}");
    assert!(last_line.contains("kumalak train --resume --run"), "{last_line}");

    let latest = fs::read_to_string(run.join("latest")).unwrap();
    let limit = format!("limits.iterations={}", latest.trim().trim_start_matches('0'));
    let resumed = kumalak(&["--resume", "--run", run.to_str().unwrap(), "--set", &limit])
        .output()
        .unwrap();
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
}

#[test]
fn bad_input_is_one_line_and_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let run = scratch.run("a");
    for (option, code, message) in [
        (
            "training.batchsize=3",
            2,
            "unknown key `batchsize` in [training]; the nearest known key is `batch_size`",
        ),
        (
            "iteration.games=0",
            2,
            "iteration.games must be at least 1, got 0",
        ),
        ("run.device=cuda:9", 1, "device cuda:9 is not available"),
        ("run.device=tpu", 2, "unknown device \"tpu\""),
        (
            "evaluation.opponents=[\"greddy\"]",
            2,
            "unknown player \"greddy\"",
        ),
    ] {
        let output = scratch.train(&run, &["--set", option]).output().unwrap();
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{printed}");
        assert!(printed.contains(message), "{printed}");
        assert_eq!(printed.lines().count(), 1, "{printed}");
        assert!(!run.exists());
    }
    let output = resume(&run);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("holds no run (it has no config.toml)"));
}
