use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kumalak_env::Rules;
use serde_json::Value;

use crate::arena::interrupted;
use crate::checkpoints;
use crate::program::kumalak;

const JUDGE: [&str; 2] = ["--with", "alphabeta:depth=2"];

fn data(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../env/tests/data");
    folder.join(name).to_str().unwrap().to_owned()
}

/// The first games of a file of `env/tests/data`, as a file with ratings.
fn rated_games(folder: &Path, count: usize) -> String {
    let text = fs::read_to_string(data("server_games.kumalak")).unwrap();
    let mut games = text.split("\n\n");
    let mut file = games.next().unwrap().to_owned();
    for (index, game) in games.take(count).enumerate() {
        let (head, rest) = game.split_once('\n').unwrap();
        let ratings = format!("tag WhiteElo {}\ntag BlackElo 2050", 1500 + 100 * index);
        let names = format!("tag White <A&B> {index}\ntag Black C");
        file += &format!("\n\n{head}\n{names}\n{ratings}\n{rest}");
    }
    let path = folder.join("rated.kumalak");
    fs::write(&path, file + "\n").unwrap();
    path.to_str().unwrap().to_owned()
}

fn analyze(file: &str, args: &[&str]) -> String {
    kumalak(&[&["analyze", file], &JUDGE[..], args].concat()).success()
}

#[test]
fn a_game_is_judged_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("game.svg");
    let file = rated_games(folder.path(), 1);
    let output = analyze(&file, &["--worst", "3", "--svg", picture.to_str().unwrap()]);
    assert!(output.starts_with("<A&B> 0 (1500) - C (2050), "), "{output}");
    assert!(output.contains("judged by alphabeta:depth=2"), "{output}");
    assert!(output.contains("\n1     White  76 "), "{output}");
    let worst = output.split("worst moves\n").nth(1).unwrap();
    assert_eq!(worst.lines().count(), 3, "{output}");
    assert!(
        worst.lines().all(|line| line.contains(" instead of ")),
        "{output}"
    );
    let svg = fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("&lt;A&amp;B&gt; 0 (1500)") && !svg.contains("<A&B>"));
    assert_eq!(svg.matches("<circle").count(), 3);
}

#[test]
fn a_game_of_many_is_chosen_and_printed_as_json() {
    let output = analyze(&data("tournament_games.kumalak"), &["--game", "2", "--json"]);
    let json: Value = serde_json::from_str(&output).unwrap();
    let moves = json["moves"].as_array().unwrap();
    let points = json["white_points"].as_array().unwrap();
    assert_eq!(points.len(), moves.len() + 1);
    assert_eq!(
        (&json["result"], &json["judge"]),
        (&"1-0".into(), &"alphabeta:depth=2".into())
    );
    assert_eq!(moves[0]["move"], "76");
    for (analyzed, before) in moves.iter().zip(points) {
        assert_eq!(&analyzed["white_points_before"], before);
        assert!((0.0..=1.0).contains(&analyzed["loss"].as_f64().unwrap()));
    }
}

#[test]
fn many_games_are_summed_up_by_rating() {
    let folder = tempfile::tempdir().unwrap();
    let file = rated_games(folder.path(), 3);
    let output = analyze(&file, &["--all", "--band", "100"]);
    assert!(output.contains("game 3: <A&B> 2 (1700) - C (2050)"), "{output}");
    assert!(
        output.contains("\nprediction of the results: loss 0."),
        "{output}"
    );
    let table = output
        .split("\n\n")
        .find(|part| part.starts_with("rating"))
        .unwrap();
    let bands: Vec<&str> = table
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(
        bands,
        [
            "rating",
            "1500–1599",
            "1600–1699",
            "1700–1799",
            "2000–2099",
            "all"
        ]
    );
    let threads = |number| analyze(&file, &["--all", "--json", "--threads", number]);
    let json = threads("1");
    assert_eq!(json, threads("2"), "threads change nothing");
    let lines: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[3]["summary"]["games"], 3);
    assert_eq!(lines[3]["summary"]["bands"][2]["players"], 3);
}

/// A judgement that would take hours.
#[test]
fn ctrl_c_ends_a_game_with_the_moves_that_were_judged() {
    let folder = tempfile::tempdir().unwrap();
    let file = rated_games(folder.path(), 1);
    let args = ["analyze", &file, "--with", "mcts:time=1500ms"];
    let run = interrupted(&args, Duration::from_secs(4));
    assert_eq!(run.code, 130, "{}", run.stderr);
    assert!(run.stdout.contains("\n1     White  76 "), "{}", run.stdout);
    let plies = run.stdout.lines().next().unwrap().rsplit(", ").next().unwrap();
    let plies = plies.strip_suffix(" plies").unwrap();
    assert!(
        run.stderr.contains(&format!(" of {plies} moves were judged")),
        "{}",
        run.stderr
    );
}

/// Games of a public server with the ratings of their players.
#[test]
fn ratings_of_real_games_make_bands() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/rated_games.kumalak");
    let output = analyze(file.to_str().unwrap(), &["--all", "--json"]);
    let summary: Value = serde_json::from_str(output.lines().last().unwrap()).unwrap();
    let bands = summary["summary"]["bands"].as_array().unwrap();
    let column = |key: &str| -> Vec<u64> { bands.iter().map(|band| band[key].as_u64().unwrap()).collect() };
    assert_eq!(column("from"), [800, 1000, 1200, 1400, 1600, 1800, 2000]);
    assert_eq!(column("players"), [2, 6, 7, 5, 7, 7, 4]);
    let first_choice = |band: usize| bands[band]["first_choice"].as_f64().unwrap();
    assert!(
        first_choice(6) > first_choice(1),
        "the best find more than the weak"
    );
}

#[test]
fn games_without_ratings_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(data("tournament_games.kumalak")).unwrap();
    let games: Vec<&str> = text.split("\n\n").take(3).collect();
    let file = folder.path().join("unrated.kumalak");
    fs::write(&file, games.join("\n\n") + "\n").unwrap();
    let output = analyze(file.to_str().unwrap(), &["--all"]);
    assert!(output.contains("\nunrated  "), "{output}");
    assert!(
        output.contains("\nno ratings: no game has the tag WhiteElo or BlackElo"),
        "{output}"
    );
    assert!(!analyze(&rated_games(folder.path(), 1), &["--all"]).contains("no ratings"));
}

#[test]
fn networks_judge_games_too() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = checkpoints::save(folder.path(), &Rules::STANDARD);
    let file = rated_games(folder.path(), 1);
    for player in [format!("policy:{checkpoint}"), format!("net:{checkpoint},sims=2")] {
        let output = kumalak(&["analyze", &file, "--with", &player]).success();
        assert!(output.contains(&format!("judged by {player}")), "{output}");
    }
    let player = format!("net:{checkpoint}");
    let output = kumalak(&["analyze", &file, "--with", &player, "--sims", "1"]).success();
    assert!(output.contains(",sims=1"), "{output}");
}

#[test]
fn what_cannot_be_judged_is_one_clear_line() {
    let fails = |code, file: &str, args: &[&str], words: &[&str]| {
        kumalak(&[&["analyze", file], args].concat()).failure(code, words);
    };
    let games = data("tournament_games.kumalak");
    fails(2, &games, &JUDGE, &["holds several games", "--game", "--all"]);
    fails(
        2,
        &games,
        &["--with", "alphabeta:depth=1", "--game", "9999"],
        &["--game 9999", "games"],
    );
    fails(
        2,
        &games,
        &["--with", "greedy", "--game", "1", "--svg", "chances.svg"],
        &["--svg draws chances, of which greedy says nothing"],
    );
    for which in [&["--all"][..], &["--game", "1"]] {
        let exact = [&["--with", "exact"], which].concat();
        fails(2, &games, &exact, &["exact cannot solve this board"]);
    }
    fails(
        2,
        &games,
        &["--with", "alphabeta:depth=1", "--moves", "76"],
        &["cannot be used with"],
    );
    fails(1, "/no/such.pgn", &JUDGE, &["/no/such.pgn", "No such file"]);
    fails(2, "--all", &JUDGE, &["GAMES"]);
}

#[test]
fn a_record_that_does_not_replay_is_reported_and_the_others_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let file = rated_games(folder.path(), 2);
    let text = fs::read_to_string(&file).unwrap();
    let (first, second) = text.rsplit_once("\n76").unwrap();
    fs::write(&file, format!("{first}\n75{second}")).unwrap();
    let run = kumalak(&[&["analyze", &file, "--all"], &JUDGE[..]].concat());
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(
        run.stderr.contains("expected the last stone of pit 7"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("\nall "), "{}", run.stdout);
}

/// The choices of a player that says nothing are counted, and nothing is made up about what moves are worth.
#[test]
fn a_player_that_only_chooses_is_compared_by_its_choices() {
    let games = data("tournament_games.kumalak");
    let args = ["analyze", &games, "--game", "1", "--with", "greedy"];
    let text = kumalak(&args).success();
    assert!(
        text.contains("greedy does not say what the moves are worth"),
        "{text}"
    );
    assert!(
        !text.contains("mean loss") && !text.contains("worst moves"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&kumalak(&[&args[..], &["--json"]].concat()).success()).unwrap();
    assert!(json["white_points"].is_null() && json["white"]["mean_loss"].is_null());
    assert!(json["white"]["first_choice"].as_f64().unwrap() > 0.0);
    assert!(json["moves"][0]["loss"].is_null() && json["moves"][0]["evaluation"].is_null());
}
