use std::time::Duration;

use serde_json::Value;

use crate::arena::interrupted;
use crate::program::kumalak;

#[test]
fn bench_counts_the_same_nodes_each_time() {
    let nodes = |run: String| {
        let line = run
            .lines()
            .find(|line| line.starts_with("nodes  "))
            .map(str::to_owned);
        line.unwrap_or_else(|| panic!("no nodes in\n{run}"))
    };
    let first = nodes(kumalak(&["bench", "--depth", "6"]).success());
    assert_eq!(first, nodes(kumalak(&["bench", "--depth", "6"]).success()));
    kumalak(&["bench", "--depth", "65"]).failure(2, &["65", "1 to 64", "kumalak bench --help"]);
}

#[test]
fn ctrl_c_ends_a_bench() {
    let run = interrupted(&["bench", "--depth", "60"], Duration::from_millis(300));
    assert_eq!((run.code, run.stdout.as_str()), (130, ""), "{}", run.stderr);
}

#[test]
fn regret_of_perfect_play_is_nothing() {
    let args = [
        "regret", "exact", "--pits", "3", "--stones", "2", "--games", "20", "--json",
    ];
    let report: Value = serde_json::from_str(&kumalak(&args).success()).unwrap();
    assert_eq!(report["games"], 20);
    assert_eq!(report["phases"]["all"]["losing"], 0);
    assert!(report["phases"]["all"]["moves"].as_u64() > Some(20), "{report:#}");
}

#[test]
fn regret_of_random_play_is_a_table_by_phase() {
    let output = kumalak(&[
        "regret", "random", "--pits", "3", "--stones", "3", "--games", "20",
    ])
    .success();
    assert!(
        output.starts_with("random against random, 20 games\nthe start is a win for the side to move"),
        "{output}"
    );
    for phase in ["opening ", "middle ", "ending ", "all "] {
        assert!(output.lines().any(|line| line.starts_with(phase)), "{output}");
    }
}

#[test]
fn regret_refuses_what_it_cannot_solve() {
    kumalak(&["regret", "greedy"]).failure(1, &["positions are more than any memory holds"]);
    for games in ["3", "0", "x"] {
        let args = [
            "regret", "greedy", "--pits", "3", "--stones", "2", "--games", games,
        ];
        kumalak(&args).failure(2, &["--games", "expected an even number"]);
    }
    kumalak(&["regret", "gredy", "--pits", "3", "--stones", "2"]).failure(2, &["unknown player", "gredy"]);
    kumalak(&["regret", "greedy", "--pits", "3"]).failure(2, &["--stones"]);
}

#[test]
fn weights_are_fitted_and_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("weights.toml");
    let records = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../env/tests/data/tournament_games.kumalak"
    );
    let args = ["fit-evaluation", records, "--out", out.to_str().unwrap()];
    let output = kumalak(&args).success();
    assert!(
        output.contains("games      371, every tenth held out\n"),
        "{output}"
    );
    assert!(output.contains("held out   loss 0."), "{output}");
    let weights: toml::Table = std::fs::read_to_string(&out).unwrap().parse().unwrap();
    let stone: Vec<i64> = weights["weights"]["kazan"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(toml::Value::as_integer)
        .collect();
    // A stone is worth 100 in the mean, but for rounding.
    assert!((stone[0] + stone[1] - 200).abs() <= 1, "{stone:?}");
}

#[test]
fn weights_cannot_be_fitted_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.kumalak");
    std::fs::write(&path, "kumalak-records 1\n").unwrap();
    let records = path.to_str().unwrap();
    kumalak(&["fit-evaluation", records]).failure(1, &["0 games", "at least 10"]);
    let foreign = folder.path().join("bestemshe.kumalak");
    let record =
        "kumalak-records 1\n\ngame tuzdiks kazans atsyrau\ntag Rules bestemshe\nend 1-0 resignation\n";
    std::fs::write(&foreign, record).unwrap();
    let run = kumalak(&["fit-evaluation", foreign.to_str().unwrap()]);
    run.failure(
        1,
        &["bestemshe.kumalak:", "by the rules bestemshe, expected standard"],
    );
    kumalak(&["fit-evaluation", "absent.pgn"]).failure(1, &["absent.pgn"]);
}

#[test]
fn every_engine_plays_and_judges() {
    for spec in [
        "alphabeta:nodes=300",
        "alphabeta:time=2ms,hash=1MiB",
        "mcts:sims=20",
    ] {
        let output = kumalak(&["arena", spec, "random", "--pairs", "1"]);
        assert_eq!(output.code, 0, "{}", output.stderr);
        let judged = kumalak(&["analyze", "--with", spec]).success();
        assert!(judged.contains("\nsearch   "), "{judged}");
    }
    for command in [["analyze", "--with", "exact"], ["play", "--against", "exact"]] {
        kumalak(&command).failure(2, &["exact cannot solve this board", "memory"]);
    }
    kumalak(&["arena", "exact", "random", "--pairs", "1"])
        .failure(2, &["exact cannot solve this board", "memory"]);
}
