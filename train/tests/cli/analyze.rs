use std::time::Duration;

use kumalak_env::Rules;
use serde_json::Value;

use crate::arena::interrupted;
use crate::checkpoints;
use crate::program::{kumalak, kumalak_reading};

/// White wins at once by 91.
const ONE_MOVE_FROM_VICTORY: &str = "10S,7,1S/8,1S 80 70 S 1";

/// The lines of the table that follows this heading.
fn table<'a>(output: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let lines = output
        .lines()
        .skip_while(|line| !line.starts_with(heading))
        .skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect()
}

#[test]
fn a_network_with_search_fills_a_table_sorted_by_visits() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!(
        "net:{},sims=7",
        checkpoints::save(folder.path(), &Rules::STANDARD)
    );
    let args = ["analyze", "--with", &player, "--sims", "60", "--moves", "76 9"];
    let output = kumalak(&args).success();
    assert!(
        output.contains("White is to move. Every number is seen by White."),
        "{output}"
    );
    assert!(output.contains("after 60 simulations"), "{output}");
    let rows = table(&output, "move   visits");
    let visits: Vec<u32> = rows.iter().map(|row| row[1].parse().unwrap()).collect();
    assert_eq!(visits.iter().sum::<u32>(), 60);
    assert!(visits.is_sorted_by(|a, b| a >= b), "{output}");
    let line = output.lines().find(|line| line.starts_with("line ")).unwrap();
    assert_eq!(
        line.split_whitespace().nth(1),
        Some(rows[0][0]),
        "the line begins with the best move"
    );
}

/// The simulations that the table sums to.
fn visits(output: &str) -> u32 {
    let rows = table(output, "move   visits");
    rows.iter().map(|row| row[1].parse::<u32>().unwrap()).sum()
}

#[test]
fn a_budget_may_be_time_or_a_bounded_tree() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("net:{}", checkpoints::save(folder.path(), &Rules::STANDARD));
    let output = kumalak(&["analyze", "--with", &player, "--time", "200ms"]).success();
    assert!(visits(&output) > 0, "{output}");
    let args = ["analyze", "--with", &player, "--sims", "300", "--nodes", "40"];
    let output = kumalak(&args).success();
    assert_eq!(visits(&output), 300);
    assert!(output.contains(" 40 positions"), "{output}");
    let gumbel = format!("{player},search=gumbel");
    let output = kumalak(&["analyze", "--with", &gumbel, "--sims", "50", "--leaves", "1"]).success();
    assert_eq!(visits(&output), 50);
    kumalak(&["analyze", "--with", &player]).failure(2, &["sims or time", "--sims 800 or --time 10s"]);
    kumalak(&["analyze", "--with", &gumbel, "--time", "1s"]).failure(2, &["search=gumbel needs sims"]);
    kumalak(&["analyze", "--with", &player, "--time", "1h"]).failure(2, &["1h", "100ms or 2s"]);
}

/// A search of an hour that the standard input ends.
#[test]
fn the_word_stop_ends_a_search_with_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("net:{}", checkpoints::save(folder.path(), &Rules::STANDARD));
    let output = kumalak_reading(
        &["analyze", "--with", &player, "--time", "3600s"],
        "go on\nstop\n",
    )
    .success();
    assert!(output.contains("move   visits"), "{output}");
}

#[test]
fn a_proven_result_ends_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("net:{}", checkpoints::save(folder.path(), &Rules::STANDARD));
    let args = [
        "analyze",
        "--with",
        &player,
        "--time",
        "3600s",
        "--fen",
        ONE_MOVE_FROM_VICTORY,
    ];
    let output = kumalak(&args).success();
    assert!(output.contains("proven   win"), "{output}");
}

#[test]
fn a_network_alone_shows_its_policy() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("policy:{}", checkpoints::save(folder.path(), &Rules::BESTEMSHE));
    let output = kumalak(&["analyze", "--with", &player, "--rules", "bestemshe"]).success();
    let priors: Vec<f64> = table(&output, "move    prior")
        .iter()
        .map(|row| row[1].trim_end_matches('%').parse().unwrap())
        .collect();
    assert_eq!(priors.len(), 5);
    assert!((priors.iter().sum::<f64>() - 100.0).abs() < 0.5, "{output}");
    assert!(priors.is_sorted_by(|a, b| a >= b), "{output}");
}

#[test]
fn alphabeta_proves_a_win() {
    for depth in ["1", "3"] {
        let player = format!("alphabeta:depth={depth}");
        let output = kumalak(&["analyze", "--with", &player, "--fen", ONE_MOVE_FROM_VICTORY]).success();
        assert!(
            // What is proven is not looked for any deeper.
            output.contains("search   won in 1 ply at depth 1\nline     91\n"),
            "{output}"
        );
        assert_eq!(table(&output, "move "), [["91", "won", "in", "1", "ply", "2"]]);
    }
}

#[test]
fn the_best_row_of_alphabeta_has_the_score_of_the_search() {
    let output = kumalak(&["analyze", "--with", "alphabeta:depth=5", "--moves", "76 98 22"]).success();
    let score = output
        .lines()
        .find_map(|line| line.strip_prefix("search   "))
        .unwrap();
    let rows = table(&output, "move ");
    assert_eq!(rows.len(), 8);
    assert!(score.starts_with(&format!("{} stones", rows[0][1])), "{output}");
    let line = output
        .lines()
        .find_map(|line| line.strip_prefix("line     "))
        .unwrap();
    // A result from the table ends a line early.
    assert!((1..=5).contains(&line.split(' ').count()), "{output}");
    assert!(line.starts_with(rows[0][0]), "{output}");
}

#[test]
fn moves_that_cannot_be_played_are_named() {
    let analyze = |moves| kumalak(&["analyze", "--with", "alphabeta:depth=1", "--moves", moves]);
    analyze("76 98 71").failure(2, &["--moves", "move 3 (71)", "78"]);
    analyze("76 rubbish").failure(2, &["move 2 (rubbish)", "expected a pit"]);
    analyze("76 76 6").failure(2, &["move 3 (6)", "empty"]);
}

#[test]
fn what_cannot_be_judged_is_refused() {
    kumalak(&["analyze", "--with", "random", "--sims", "5"]).failure(2, &["--sims", "random"]);
    kumalak(&["analyze", "--with", "alphabeta:depth=1", "--sims", "5"]).failure(2, &["--sims"]);
    let args = [
        "analyze",
        "--with",
        "alphabeta:depth=1",
        "--moves",
        "91",
        "--fen",
        ONE_MOVE_FROM_VICTORY,
    ];
    kumalak(&args).failure(2, &["over"]);
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&kumalak(&[&["analyze", "--json"], args].concat()).success()).unwrap()
}

#[test]
fn json_holds_what_every_kind_of_player_says() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = checkpoints::save(folder.path(), &Rules::STANDARD);
    for player in [
        format!("net:{checkpoint},sims=40"),
        format!("policy:{checkpoint}"),
        "alphabeta:depth=4".to_owned(),
        "mcts:sims=200".to_owned(),
    ] {
        let json = json(&["--with", &player, "--moves", "76 98 22"]);
        assert_eq!(json["judge"], player);
        assert_eq!(json["side"], "black");
        assert_eq!(json["rules"], "standard");
        assert_eq!(
            json["fen"],
            "1S,9S,9S,1,10S,10S,10S,11S,11S/10S,1S,11S,11S,11S,11S,3S,12S,11S 10 0 N 2"
        );
        let moves = json["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 8, "{json}");
        assert_eq!(json["best"], moves[0]["move"]);
        assert!(moves.iter().all(|row| row["stones_won"].is_u64()), "{json}");
    }
    let proven = json(&["--with", "alphabeta:depth=3", "--fen", ONE_MOVE_FROM_VICTORY]);
    assert_eq!(
        (&proven["evaluation"], &proven["line"][0]),
        (&"win in 1".into(), &"91".into())
    );
}

/// Its proof takes ten million positions.
#[test]
fn ctrl_c_ends_the_proof_of_an_ending_and_leaves_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let network = format!(
        "net:{},sims=1,endings=1000000000",
        checkpoints::save(folder.path(), &Rules::STANDARD)
    );
    let ending = "3,2S,3S,T,1,2S,1/t,3,5S,4S,1S,2S,1S 74 68 S 1";
    let args = ["analyze", "--fen", ending, "--with", &network];
    let run = interrupted(&args, Duration::from_millis(300));
    assert_eq!(run.code, 130, "{}", run.stderr);
    assert!(!run.stdout.contains("proven   "), "{}", run.stdout);
    assert_eq!(table(&run.stdout, "move   visits").len(), 5, "{}", run.stdout);
}

/// Searches that would take hours.
#[test]
fn ctrl_c_ends_a_search_at_once_with_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let network = format!(
        "net:{},time=3600s",
        checkpoints::save(folder.path(), &Rules::STANDARD)
    );
    for (player, words) in [
        (network.as_str(), "move   visits"),
        ("alphabeta:depth=40", "stones at depth "),
        ("alphabeta:time=3600s", "stones at depth "),
        ("mcts:time=3600s", "random games"),
    ] {
        let run = interrupted(&["analyze", "--with", player], Duration::from_millis(300));
        assert_eq!(run.code, 130, "{player}: {}", run.stderr);
        assert!(run.stdout.contains(words), "{player}: {}", run.stdout);
        let rows = table(&run.stdout, "move ");
        assert!(!rows.is_empty(), "{player}: {}", run.stdout);
    }
    let stopped = kumalak_reading(&["analyze", "--with", "alphabeta:time=3600s"], "stop\n").success();
    assert!(stopped.contains("stopped before "), "{stopped}");
}

#[test]
fn exact_says_what_every_move_leads_to() {
    let board = ["analyze", "--with", "exact", "--rules", "pits=3,stones=3"];
    let text = kumalak(&board).stdout;
    assert!(text.contains("exact    win in 27 plies\n"), "{text}");
    assert_eq!(
        table(&text, "move   value")[0],
        ["32", "win", "in", "27", "plies", "4"]
    );
    let output = kumalak(&[&board[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!((&json["best"], &json["proven"]), (&"32".into(), &"win".into()));
    assert_eq!(
        (&json["plies"], &json["moves"][1]["proven"]),
        (&27.into(), &"loss".into())
    );
    assert_eq!(json["line"].as_array().unwrap().len(), 27);
}

#[test]
fn players_that_say_nothing_show_their_choice() {
    for player in ["random", "greedy"] {
        let args = ["analyze", "--with", player, "--moves", "76 76"];
        let output = kumalak(&args).success();
        let choice = output
            .lines()
            .find_map(|line| line.strip_prefix("choice   "))
            .unwrap();
        assert_eq!(table(&output, "move   wins")[0][0], choice);
        assert!(output.contains(&format!("{player} does not say what the moves are worth")));
        let json: Value =
            serde_json::from_str(&kumalak(&[&args[..], &["--json"]].concat()).success()).unwrap();
        assert_eq!((&json["best"], &json["judge"]), (&choice.into(), &player.into()));
    }
}
