//! Matches that are kept in a folder: openings, clocks, sequential tests and how games end.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::arena::interrupted;
use crate::program::{Run, kumalak};

#[track_caller]
pub(crate) fn done(args: &[&str]) -> Run {
    let run = kumalak(args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub(crate) fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_kept_match_ends_alike_however_often_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, torn) = (folder.path().join("whole"), folder.path().join("torn"));
    let settings = ["alphabeta:depth=2", "greedy", "--pairs", "12", "--seed", "4"];
    for out in [&whole, &torn] {
        done(&[&["arena"], &settings[..], &["--out", text(out)]].concat());
    }
    let table = read(&whole, "report.txt");
    assert_eq!(read(&torn, "report.txt"), table);
    // As a kill leaves it: some pairs, the last of them half written, and no table.
    let pairs = read(&torn, "pairs.jsonl");
    let lines: Vec<&str> = pairs.lines().collect();
    assert_eq!(lines.len(), 12);
    fs::write(
        torn.join("pairs.jsonl"),
        format!("{}\n{}\n{}", lines[3], lines[0], &lines[1][..100]),
    )
    .unwrap();
    fs::remove_file(torn.join("report.txt")).unwrap();
    let resumed = done(&["arena", "--resume", "--out", text(&torn), "--threads", "1"]);
    assert!(
        resumed
            .stderr
            .contains("the last line is incomplete and is dropped"),
        "{}",
        resumed.stderr
    );
    assert_eq!(resumed.stdout, table);
    for name in ["report.txt", "report.json", "games.kumalak", "match.json"] {
        assert_eq!(read(&torn, name), read(&whole, name), "{name}");
    }
    let replayed = done(&["replay", text(&torn.join("games.kumalak"))]).stdout;
    assert!(replayed.starts_with("games     24\nfaults    0\n"), "{replayed}");
    let provenance: serde_json::Value = serde_json::from_str(&read(&torn, "provenance.json")).unwrap();
    let launches = provenance["launches"].as_array().unwrap();
    assert_eq!((launches.len(), &launches[1]["from_pairs"]), (2, &2.into()));
    for field in ["command", "kumalak", "git", "rustc", "started_unix_seconds"] {
        assert!(!launches[0][field].is_null(), "{field}");
    }
    // A finished match that is resumed prints its table again.
    assert_eq!(done(&["arena", "--resume", "--out", text(&torn)]).stdout, table);
}

#[test]
fn ctrl_c_keeps_every_finished_pair() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let args = [
        "arena",
        "alphabeta:depth=2",
        "greedy",
        "--pairs",
        "100000",
        "--out",
        text(&out),
    ];
    let run = interrupted(&args, Duration::from_secs(1));
    assert_eq!(run.code, 130, "{}", run.stderr);
    let kept = read(&out, "pairs.jsonl").lines().count();
    assert!(kept > 0);
    assert!(
        run.stderr
            .contains(&format!("interrupted: {kept} of 100000 pairs")),
        "{}",
        run.stderr
    );
    let resumption = format!("go on with: kumalak arena --resume --out {}", text(&out));
    assert!(run.stderr.contains(&resumption), "{}", run.stderr);
}

#[test]
fn a_folder_is_not_played_in_twice() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let begin = ["arena", "greedy", "random", "--pairs", "1", "--out", text(&out)];
    done(&begin);
    kumalak(&begin).failure(1, &["holds a match", "--resume"]);
    kumalak(&["arena", "--resume", "--out", text(folder.path())]).failure(1, &["holds no match"]);
    kumalak(&["arena", "greedy", "random", "--out", text(folder.path())]).failure(1, &["is not empty"]);
    kumalak(&["arena", "greedy", "random", "--resume", "--out", text(&out)]).failure(2, &["--resume"]);
    kumalak(&["arena", "--resume", "--out", text(&out), "--pairs", "2"]).failure(2, &["--pairs"]);
    let other_rules = ["arena", "--resume", "--out", text(&out), "--rules", "bestemshe"];
    kumalak(&other_rules).failure(1, &["by the rules standard"]);
    let pairs = out.join("pairs.jsonl");
    let changed = read(&out, "pairs.jsonl").replacen("\"result\":\"1-0\"", "\"result\":\"1/2-1/2\"", 1);
    let changed = changed.replacen("\"result\":\"0-1\"", "\"result\":\"1/2-1/2\"", 1);
    fs::write(&pairs, changed).unwrap();
    kumalak(&["arena", "--resume", "--out", text(&out)]).failure(1, &["pairs.jsonl:1", "result: expected "]);
}

#[test]
fn openings_come_from_books_and_games() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("my.book");
    fs::write(&book, "# Two.\n76 98 22\n5 5\n").unwrap();
    let openings = format!("book:{}", text(&book));
    let out = folder.path().join("match");
    let args = [
        "arena",
        "greedy",
        "random",
        "--pairs",
        "4",
        "--openings",
        &openings,
        "--out",
        text(&out),
    ];
    done(&args);
    let json: serde_json::Value = serde_json::from_str(&read(&out, "report.json")).unwrap();
    assert!(
        json["openings"]
            .as_str()
            .unwrap()
            .ends_with("my.book (2 openings)"),
        "{json}"
    );
    let games = out.join("games.kumalak");
    let from_games = format!("games:{},plies=4-9", text(&games));
    done(&[
        "arena",
        "greedy",
        "random",
        "--pairs",
        "4",
        "--openings",
        &from_games,
        "--balance",
        "30",
    ]);
    let start = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
    let later = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4";
    let positions = folder.path().join("positions.book");
    fs::write(&positions, format!("{start}; 7\n{later}\n")).unwrap();
    let positions = format!("book:{}", text(&positions));
    let out_positions = folder.path().join("positions");
    let from_positions = [
        "arena",
        "greedy",
        "random",
        "--pairs",
        "2",
        "--openings",
        &positions,
    ];
    done(&[&from_positions[..], &["--out", text(&out_positions)]].concat());
    let records = fs::read_to_string(out_positions.join("games.kumalak")).unwrap();
    let position = later.strip_suffix(" 4").unwrap();
    let tag = format!("tag FEN {position} 1\n");
    assert_eq!(records.matches(&tag).count(), 2, "{records}");
    fs::write(&book, "76 98 22\n").unwrap();
    kumalak(&["arena", "--resume", "--out", text(&out)]).failure(1, &["has changed since the match began"]);
    fs::write(&book, "76 98\n7 7\n7 7 7 7 7\n").unwrap();
    let wrong = kumalak(&["arena", "greedy", "random", "--openings", &openings]);
    wrong.failure(1, &["my.book:3: ply 5: "]);
    kumalak(&["arena", "greedy", "random", "--openings", "gambit"]).failure(2, &["book:FILE"]);
}

#[test]
fn a_sequential_test_and_a_clock_show_in_the_table() {
    let args = [
        "arena",
        "greedy",
        "random",
        "--sprt",
        "elo0=0,elo1=50",
        "--pairs",
        "1000",
        "--time",
        "10s+100ms",
    ];
    let table = done(&args).stdout;
    assert!(table.contains("H1 (50) accepted"), "{table}");
    assert!(table.contains("decided after "), "{table}");
    let json = done(&[
        "arena", "greedy", "random", "--pairs", "2", "--time", "5s", "--json",
    ])
    .stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["time_control"], "5s");
    kumalak(&["arena", "greedy", "random", "--time", "5"]).failure(2, &["10s+100ms"]);
    kumalak(&["arena", "greedy", "random", "--sprt", "elo0=3"]).failure(2, &["elo1 is missing"]);
    kumalak(&["arena", "greedy", "random", "--adjudicate", "plies=1"]).failure(2, &["from 2"]);
}

#[test]
fn a_folder_belongs_to_the_command_that_began_it() {
    let folder = tempfile::tempdir().unwrap();
    let [of_two, of_arena] = ["two", "arena"].map(|name| folder.path().join(name));
    let players = ["--player", "greedy", "--player", "random", "--pairs", "2"];
    done(&[&["tournament"], &players[..], &["--out", text(&of_two)]].concat());
    done(&[
        "arena",
        "greedy",
        "random",
        "--pairs",
        "2",
        "--out",
        text(&of_arena),
    ]);
    let resume = |command: &str, out: &Path| kumalak(&[command, "--resume", "--out", text(out)]);
    resume("arena", &of_two).failure(
        1,
        &[
            "holds a tournament, not a match of two players",
            "kumalak tournament",
        ],
    );
    resume("tournament", &of_arena).failure(1, &["holds a match of two players", "kumalak arena"]);
    let plan = of_arena.join("match.json");
    let older = fs::read_to_string(&plan)
        .unwrap()
        .replace("\"format\": 3", "\"format\": 2");
    fs::write(&plan, older.replace("  \"kind\": \"arena\",\n", "")).unwrap();
    resume("arena", &of_arena).failure(
        1,
        &[
            "match.json: expected format 3, found 2",
            "another version of kumalak",
        ],
    );
    let missing = folder.path().join("none");
    let anchor = ["tournament", "--anchor", "exact", "--out", text(&missing)];
    kumalak(&[&anchor[..], &players[..]].concat()).failure(2, &["exact is none of the players"]);
    assert!(!missing.exists(), "a wrong anchor leaves no folder");
}

#[test]
fn games_of_small_boards_end_by_their_exact_value() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let match_on = |rules: &str, stones: &str| {
        let args = [
            "arena",
            "greedy",
            "random",
            "--pairs",
            "10",
            "--opening-plies",
            "2",
        ];
        kumalak(&[&args[..], &["--rules", rules, "--adjudicate-solved", stones]].concat())
    };
    let small = "standard,pits=3,stones=3";
    let table = match_on(small, "6");
    assert!(table.stdout.contains("adjudicated "), "{}", table.stdout);
    assert!(
        !match_on(small, "0").stdout.contains("adjudicated "),
        "nothing is left to end"
    );
    match_on("standard", "6").failure(1, &["more than any memory holds"]);
    let args = [
        "--rules",
        small,
        "--adjudicate-solved",
        "6",
        "--pairs",
        "4",
        "--opening-plies",
        "2",
        "--out",
        text(&out),
    ];
    let table = done(&[&["arena", "greedy", "random"], &args[..]].concat()).stdout;
    let pairs = read(&out, "pairs.jsonl");
    fs::write(
        out.join("pairs.jsonl"),
        format!("{}\n", pairs.lines().next().unwrap()),
    )
    .unwrap();
    assert_eq!(done(&["arena", "--resume", "--out", text(&out)]).stdout, table);
}

#[test]
fn players_without_opinions_are_named_where_agreement_ends_games() {
    let note = "note: greedy never says what it thinks of its moves";
    let play = |second: &str| {
        let args = [
            "arena",
            "alphabeta:depth=2",
            second,
            "--pairs",
            "1",
            "--adjudicate",
        ];
        done(&[&args[..], &["plies=4,stones=20"]].concat())
    };
    assert!(play("greedy").stderr.contains(note));
    assert!(!play("alphabeta:depth=1").stderr.contains("note: "));
    let small = [
        "--rules",
        "pits=3,stones=3",
        "--adjudicate",
        "plies=2,value=0.95,stones=2",
    ];
    let solved = done(
        &[
            &["arena", "exact", "alphabeta:depth=6", "--pairs", "5"],
            &small[..],
        ]
        .concat(),
    );
    assert!(!solved.stderr.contains("note: "), "{}", solved.stderr);
    assert!(solved.stdout.contains("adjudicated "), "{}", solved.stdout);
}

#[test]
fn pairs_that_all_score_alike_explain_the_missing_number() {
    let table = done(&["arena", "alphabeta:depth=2", "random", "--pairs", "3"]).stdout;
    assert!(
        table.contains("normalized unknown, since all pairs scored alike"),
        "{table}"
    );
}
