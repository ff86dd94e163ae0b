//! A small engine: this test program itself, started again by the tests with another task.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::Duration;

use kumalak_env::{Board, Game, Pit, Position, Rules, Side, SquareMove};

/// Names the language of the engine: `pit-index` or `squares`.
pub(crate) const LANGUAGE: &str = "FAKE_ENGINE_LANGUAGE";
/// Names what it does wrong, if anything.
pub(crate) const FAULT: &str = "FAKE_ENGINE_FAULT";
/// The number of the request, from 0, at which it does that, in each process anew.
pub(crate) const AT_REQUEST: &str = "FAKE_ENGINE_AT_REQUEST";
/// A file to which every process appends its number.
pub(crate) const PROCESS_LOG: &str = "FAKE_ENGINE_PROCESS_LOG";

/// Arguments with which this test program is an engine.
pub(crate) const ARGS: [&str; 5] = ["--ignored", "--exact", "fake::engine", "--nocapture", "--quiet"];

/// What it does at the request that it does not like.
const LONG: Duration = Duration::from_secs(600);

#[test]
#[ignore = "not a test: the other tests start it as an engine"]
fn engine() {
    let Ok(language) = env::var(LANGUAGE) else { return };
    log_process();
    let fault = env::var(FAULT).unwrap_or_default();
    let at_request: usize = env::var(AT_REQUEST).map_or(0, |number| number.parse().unwrap());
    if fault == "mute" {
        thread::sleep(LONG);
    }
    if fault == "family" {
        start_child();
    }
    // The test harness has left a line unfinished.
    say("");
    let mut game = Game::new(Rules::STANDARD);
    let mut requests = 0;
    for line in io::stdin().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["uci"] => say("id name fake\nuciok"),
            ["isready"] => say("readyok"),
            ["position", "startpos", ..] => game = of_squares(&words[2..]),
            ["go", "time", _, "pos", position] => game = of_numbers(position),
            ["quit"] if fault != "family" => process::exit(0),
            _ => {}
        }
        if words[0] == "go" {
            if requests == at_request {
                misbehave(&fault);
            }
            requests += 1;
            say("info this line says nothing about a move");
            say(&answer(&language, &game));
        }
    }
    if fault == "family" {
        thread::sleep(LONG);
    }
}

/// The leftmost legal pit, which [`Leftmost`](crate::support::Leftmost) plays too.
fn answer(language: &str, game: &Game) -> String {
    let pit = game.legal_moves().iter().next().expect("the game goes on");
    match language {
        "pit-index" => format!("bestmove {} score 0", pit.index()),
        _ => {
            let squares = game.clone().play(pit).squares();
            format!("bestmove {}", squares.to_text(game.rules()))
        }
    }
}

fn misbehave(fault: &str) {
    match fault {
        "crash" => process::exit(3),
        "hang" => thread::sleep(LONG),
        "babble" => loop {
            say("info thinking");
        },
        "flood" => loop {
            // No line ever ends.
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        },
        "illegal" => say("bestmove 77"),
        "nonsense" => say("bestmove 7up"),
        "claim" => say("bestmove none"),
        "wrong-square" => say("bestmove a1a1"),
        "bytes" => io::stdout().write_all(b"bestmove \xff\xfe\n").unwrap(),
        _ => {}
    }
}

fn of_numbers(text: &str) -> Game {
    let fields: Vec<Vec<i32>> = text
        .split('/')
        .map(|field| field.split(',').map(|number| number.parse().unwrap()).collect())
        .collect();
    let [white, black, kazans, tuzdiks, side] = &fields[..] else {
        panic!("five fields in {text}")
    };
    let pits = |row: &[i32]| {
        row.iter()
            .map(|&stones| stones as u8)
            .collect::<Vec<_>>()
            .try_into()
            .unwrap()
    };
    let tuzdik = |index: i32| usize::try_from(index).ok().and_then(Pit::from_index);
    let board = Board {
        pits: [pits(white), pits(black)],
        kazans: [kazans[0] as u8, kazans[1] as u8],
        tuzdiks: [tuzdik(tuzdiks[0]), tuzdik(tuzdiks[1])],
        turn: Side::ALL[side[0] as usize],
    };
    // A position that cannot stand ends the engine, and the test.
    let position = Position::from_board(&Rules::STANDARD, &board).unwrap();
    Game::from_position(Rules::STANDARD, position)
}

fn of_squares(words: &[&str]) -> Game {
    let mut game = Game::new(Rules::STANDARD);
    for word in words.iter().skip(1) {
        let written = SquareMove::parse(&Rules::STANDARD, word).unwrap();
        let sowing = game.try_play(written.origin.pit).unwrap();
        assert_eq!(sowing.squares(), written);
    }
    game
}

fn start_child() {
    let mut command = process::Command::new(env::current_exe().unwrap());
    command
        .args(ARGS)
        .env(FAULT, "mute")
        .stdin(process::Stdio::null());
    // The child outlives its parent, unless somebody ends both.
    drop(command.spawn().unwrap());
}

fn log_process() {
    let Ok(path) = env::var(PROCESS_LOG) else { return };
    let mut log = OpenOptions::new().create(true).append(true).open(path).unwrap();
    writeln!(log, "{}", process::id()).unwrap();
}

fn say(text: &str) {
    let mut output = io::stdout();
    // Nobody listens to an engine that has been given up.
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}
