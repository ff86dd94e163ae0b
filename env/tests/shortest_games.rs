//! The shortest possible games: 11 plies, and no game is shorter.

use std::collections::HashSet;

use kumalak_env::{Ending, Game, GameStatus, MoveNotation, Outcome, Position, Rules, Side};

const GAMES: &str = include_str!("data/shortest_games.txt");

/// The games of `data/shortest_games.txt`: the moves of each, as written there.
fn listed_games() -> impl Iterator<Item = &'static str> {
    let lines = GAMES.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').expect("kazans, then moves").1)
}

const PLIES: usize = 11;

/// The most stones that White can win at plies `from..=11`, counted from 1, in a game that goes on to ply 11.
///
/// A sowing of less than 19 stones leaves at most one stone in each pit, and no pit holds 19 before ply 11. So after ply
/// `n` no pit holds more than 9 + n, which bounds the capture. A tuzdik wins 3 stones instead of a capture, then at most
/// one at every ply; before ply 3 it does not come about, so that making one later never wins more than capturing does.
fn most_stones_to_win(position: &Position, from: usize) -> usize {
    let captures = (from..=PLIES).filter(|ply| ply % 2 == 1).map(|ply| 9 + ply);
    let through_tuzdik = match position.tuzdik(Side::White) {
        Some(_) => PLIES + 1 - from,
        None => 0,
    };
    captures.sum::<usize>() + through_tuzdik
}

/// Follows all moves that may still lead to 82 stones for White at ply 11.
fn search(game: &mut Vec<(Position, String)>, found: &mut Vec<String>) {
    let rules = Rules::STANDARD;
    let position = game.last().expect("the start is never taken back").0;
    let played = game.len() - 1;
    if position.is_over() {
        assert_eq!(played, PLIES, "no game ends before ply 11");
        assert_eq!(position.outcome(&rules), Some(Outcome::WhiteWins));
        let moves: Vec<&str> = game[1..].iter().map(|(_, written)| written.as_str()).collect();
        found.push(moves.join(" "));
        return;
    }
    let within_reach = usize::from(position.kazan(Side::White)) + most_stones_to_win(&position, played + 1);
    if within_reach <= rules.half() {
        return;
    }
    for pit in position.legal_moves(&rules) {
        let mut after = position;
        let written = after.play(&rules, pit).notation().to_string();
        game.push((after, written));
        search(game, found);
        game.pop();
    }
}

#[test]
fn search_finds_all_1391_games() {
    let start = Position::start(&Rules::STANDARD);
    let mut found = Vec::new();
    search(&mut vec![(start, String::new())], &mut found);
    assert_eq!(found.len(), 1391);
    let first_moves = ["98", "76", "87", "54"];
    let begin_with = |first: &str| found.iter().filter(|game| game.starts_with(first)).count();
    assert_eq!(first_moves.map(begin_with), [1360, 19, 9, 3]);
    let distinct: HashSet<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(distinct.len(), found.len());
    for game in listed_games() {
        assert!(distinct.contains(game), "{game}");
    }
}

#[test]
fn every_listed_game_is_a_majority_win_at_ply_11() {
    let mut games = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let (kazans, moves) = line.split_once(' ').expect("kazans, then moves");
        let mut game = Game::new(Rules::STANDARD);
        for written in moves.split(' ') {
            assert_eq!(game.status(), GameStatus::Ongoing, "{line}");
            let written: MoveNotation = written.parse().unwrap();
            assert_eq!(game.play(written.origin).notation(), written, "{line}");
        }
        assert_eq!(game.moves().len(), 11, "{line}");
        let expected = GameStatus::Over {
            outcome: Outcome::WhiteWins,
            ending: Ending::Majority,
        };
        assert_eq!(game.status(), expected, "{line}");
        let [white, black] = Side::ALL.map(|side| game.position().kazan(side));
        assert_eq!(format!("{white}:{black}"), kazans, "{line}");
        games += 1;
    }
    assert_eq!(games, 696);
}
