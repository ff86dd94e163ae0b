use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use kumalak_env::Rules;

use crate::checkpoints;
use crate::program::{command, kumalak, kumalak_reading};

/// White wins at once by 91.
const ONE_MOVE_FROM_VICTORY: &str = "10S,7,1S/8,1S 80 70 S 1";
/// What stands before lines that are said in the page.
const PROMPT: &str = "kumalak> ";
const PAGE: &str = include_str!("../../../docs/protocol.md");

fn talk(player: &str, input: &str) -> String {
    kumalak_reading(&["engine", "--player", player], input).success()
}

/// Numbers that differ from run to run.
fn without_times(line: &str) -> String {
    let mut words = Vec::new();
    let mut skip = false;
    for word in line.split(' ') {
        if skip {
            words.push("_");
        } else {
            words.push(word);
        }
        skip = matches!(word, "nodes" | "nps" | "time");
    }
    words.join(" ")
}

/// In the page lines after the prompt are said, the others answered.
#[test]
fn the_session_of_the_page_is_what_the_program_says() {
    let session = PAGE
        .split("```console\n$ kumalak engine --player alphabeta:depth=8\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("the page has a session");
    let (said, answers): (Vec<&str>, Vec<&str>) = session.lines().partition(|line| line.starts_with(PROMPT));
    let mut engine = Engine::start(&["engine", "--player", "alphabeta:depth=8"]);
    for line in said {
        engine.say(&line[PROMPT.len()..]);
    }
    drop(engine.input.take());
    let mut output = Vec::new();
    while let Some(line) = engine.next_line() {
        output.push(without_times(&line));
    }
    let answers: Vec<String> = answers.iter().map(|line| without_times(line)).collect();
    assert_eq!(output, answers);
    assert!(engine.child.wait().unwrap().success());
}

/// A conversation in which answers are waited for.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn next_line(&mut self) -> Option<String> {
        let mut line = String::new();
        (self.output.read_line(&mut line).unwrap() > 0).then(|| line.trim_end().to_owned())
    }

    /// The first line that begins so; those before it are forgotten.
    fn wait_for(&mut self, beginning: &str) -> String {
        loop {
            let line = self.next_line().expect("the engine still speaks");
            if line.starts_with(beginning) {
                return line;
            }
        }
    }
}

#[test]
fn an_endless_search_answers_meanwhile_and_stops_when_told() {
    let mut engine = Engine::start(&["engine", "--player", "alphabeta:depth=2"]);
    engine.say("position start moves 76");
    engine.say("go infinite");
    engine.wait_for("info");
    engine.say("isready");
    assert_eq!(engine.wait_for("readyok"), "readyok");
    engine.say("go depth 1");
    assert!(
        engine
            .wait_for("error")
            .contains("an endless search is running; stop ends it")
    );
    engine.say("stop");
    assert!(engine.wait_for("bestmove").len() > "bestmove ".len());
    engine.say("quit");
    assert!(engine.next_line().is_none());
    assert!(engine.child.wait().unwrap().success());
}

/// As programs use UCI that do not wait for the answer of a search they have lost interest in.
#[test]
fn what_is_said_right_after_stop_is_done_after_the_answer() {
    let mut engine = Engine::start(&["engine", "--player", "alphabeta:depth=64"]);
    engine.say("go infinite");
    engine.wait_for("info");
    engine.say("stop");
    engine.say(&format!("position fen {ONE_MOVE_FROM_VICTORY}"));
    engine.say("setoption name player value alphabeta:depth=2");
    engine.say("go depth 1");
    assert_ne!(engine.wait_for("bestmove"), "bestmove 91");
    assert_eq!(engine.wait_for("bestmove"), "bestmove 91");
}

#[test]
fn searches_are_answered_in_their_order_and_all_are_stopped() {
    let input = format!(
        "position start moves 76\ngo depth 2\nposition fen {ONE_MOVE_FROM_VICTORY}\ngo\nposition fen {ONE_MOVE_FROM_VICTORY} \
         moves 9\ngo\n"
    );
    let output = talk("alphabeta:depth=2", &input);
    let answers: Vec<&str> = output
        .lines()
        .filter(|line| !line.starts_with("info depth"))
        .collect();
    assert_eq!(answers.len(), 4, "{output}");
    assert_eq!(
        answers[1..],
        [
            "bestmove 91",
            "info string the game is over: 1-0 by majority",
            "bestmove none"
        ]
    );
    let mut engine = Engine::start(&["engine", "--player", "alphabeta:depth=64"]);
    for _ in 0..3 {
        engine.say("go depth 60");
    }
    engine.say("stop");
    for _ in 0..3 {
        engine.wait_for("bestmove");
    }
    engine.say("quit");
    assert!(engine.next_line().is_none());
}

/// A search that goes no deeper for a long time still says how far it is.
#[test]
fn a_long_search_speaks_at_least_once_a_second() {
    let mut engine = Engine::start(&["engine", "--player", "mcts:time=100s"]);
    engine.say("go movetime 100000");
    let mut nodes = 0;
    for _ in 0..2 {
        let line = engine.wait_for("info");
        let said = line
            .split(" nodes ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        let said: u64 = said.unwrap().parse().unwrap();
        assert!(
            said > nodes && line.contains(" score value ") && line.contains(" pv "),
            "{line}"
        );
        nodes = said;
    }
    engine.say("stop");
    engine.wait_for("bestmove");
}

#[test]
fn a_network_searches_until_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!(
        "net:{},sims=1000000",
        checkpoints::save(folder.path(), &Rules::STANDARD)
    );
    let mut engine = Engine::start(&["engine", "--player", &player]);
    engine.say("go infinite");
    assert!(engine.wait_for("info").contains(" score value "));
    engine.say("stop");
    engine.wait_for("bestmove");
    engine.say("go sims 5");
    assert!(engine.wait_for("info").contains("nodes 1 "));
    assert!(engine.wait_for("info").contains("nodes 5 "));
    engine.wait_for("bestmove");
}

#[test]
fn the_end_of_the_input_waits_for_the_answer() {
    let output = talk(
        "alphabeta:depth=3",
        &format!("position fen {ONE_MOVE_FROM_VICTORY}\ngo depth 2"),
    );
    assert!(output.contains("score win 1 pv 91"), "{output}");
    assert!(output.ends_with("bestmove 91\n"), "{output}");
    assert!(talk("random", "go infinite\n").contains("bestmove "));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let input = format!("position fen {ONE_MOVE_FROM_VICTORY} moves 9\ngo\ndisplay\n");
    let output = talk("greedy", &input);
    assert!(
        output.contains("info string the game is over: 1-0 by majority\nbestmove none\n"),
        "{output}"
    );
    assert!(
        output.ends_with("the game is over: 1-0 by majority\n"),
        "{output}"
    );
}

#[test]
fn garbage_gets_one_clear_line_each() {
    let long = "x".repeat(200_000);
    let lines = [
        ("fly", "unknown command \"fly\""),
        ("go fast", "unknown limit \"fast\""),
        ("go depth 3", "go depth: greedy has no depth; go alone"),
        ("position start moves 76 76 6", "position: move 3: pit 6 of White"),
        ("position fen nonsense", "position fen: expected"),
        ("position start moves é", "position: move 1: expected a pit"),
        (
            "setoption name player value gredy",
            "player: unknown player \"gredy\"",
        ),
        ("setoption name player value net:/no/such,sims=4", "/no/such"),
        ("setoption name colour value red", "unknown option \"colour\""),
        ("setoption name seed value x", "seed: expected a whole number"),
        (long.as_str(), "a line is longer than 65536 bytes"),
    ];
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = talk("greedy", &input);
    assert_eq!(output.lines().count(), lines.len(), "{output}");
    for (line, (_, words)) in output.lines().zip(lines) {
        assert!(
            line.starts_with("error ") && line.contains(words),
            "{words:?} is missing in {line}"
        );
    }
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut engine = Engine::start(&["engine", "--player", "greedy"]);
    let input = engine.input.as_mut().unwrap();
    input.write_all(b"\xff\xfe\0\n\r\n\nisready\n").unwrap();
    assert!(engine.next_line().unwrap().starts_with("error unknown command"));
    assert_eq!(engine.next_line().unwrap(), "readyok");
}

#[test]
fn options_change_player_rules_and_seed_but_not_their_defaults() {
    let input = "setoption name player value alphabeta:depth=1\nsetoption name rules value bestemshe\n\
                 setoption name seed value 7\nhello\ndisplay\ngo\n";
    let output = talk("greedy", input);
    for expected in [
        "option name player type string default greedy\n",
        "option name rules type string default standard\n",
        "option name seed type spin default 0 min 0 ",
        "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1",
        "player alphabeta:depth=1\n",
        "info depth 1 nodes ",
    ] {
        assert!(output.contains(expected), "{expected:?} is missing in {output}");
    }
}

#[test]
fn clocks_and_times_bound_a_search() {
    for limits in ["movetime 5", "wtime 200 btime 200 winc 5 binc 5"] {
        let output = talk("alphabeta:depth=2", &format!("go {limits}\n"));
        assert!(output.contains("bestmove "), "{output}");
    }
}

#[test]
fn a_player_that_does_not_work_is_refused_at_once() {
    kumalak(&["engine", "--player", "net:/no/such,sims=4"]).failure(1, &["/no/such"]);
    kumalak(&["engine", "--player", "nobody"]).failure(2, &["unknown player \"nobody\""]);
}
