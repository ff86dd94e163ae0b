//! Games of self-play as text, one a line.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use kumalak_env::{Outcome, Pit};
use kumalak_selfplay::{GameEnd, SelfPlayGame};
use thiserror::Error;

/// A file of games that cannot be used.
#[derive(Debug, Error)]
pub enum GameListError {
    /// The system refused to read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line that is no game.
    #[error("{}:{line}: expected number, result, end, opening plies and moves, found {found:?}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What it holds.
        found: String,
    },
}

/// One game a line: its number, its result (`*` if it was cut off), how it ended (`played_out`, `resigned`,
/// `adjudicated`), how many of its moves came before the first search, and its moves as the numbers of the pits one after
/// another, or `-` without any.
pub fn write_game_list(games: &[SelfPlayGame]) -> String {
    let mut text = String::new();
    for game in games {
        let result = game
            .status
            .outcome()
            .map_or("*".to_owned(), |outcome| outcome.to_string());
        let end = end_name(game.end);
        let mut moves: String = game.moves.iter().map(|pit| pit.to_string()).collect();
        if moves.is_empty() {
            moves.push('-');
        }
        let (number, opening) = (game.number, game.opening_plies);
        writeln!(text, "{number} {result} {end} {opening} {moves}").expect("a string takes all text");
    }
    text
}

/// A game of a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// Its number.
    pub number: u64,
    /// Its result; `None` if the ply cap cut it off.
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub end: GameEnd,
    /// How many of its moves came before the first search.
    pub opening_plies: usize,
    /// Its moves, from the start of the rule set.
    pub moves: Vec<Pit>,
}

/// The games of such a file, in order.
///
/// # Errors
/// If the file cannot be read or has a line that is no game.
pub fn read_game_list(path: &Path) -> Result<Vec<ListedGame>, GameListError> {
    let text = std::fs::read_to_string(path).map_err(|source| GameListError::Io {
        path: path.to_owned(),
        source,
    })?;
    let games = text.lines().enumerate().map(|(index, line)| {
        parse(line).ok_or_else(|| GameListError::Line {
            path: path.to_owned(),
            line: index + 1,
            found: line.to_owned(),
        })
    });
    games.collect()
}

const fn end_name(end: GameEnd) -> &'static str {
    match end {
        GameEnd::PlayedOut => "played_out",
        GameEnd::Resigned => "resigned",
        GameEnd::Adjudicated => "adjudicated",
    }
}

fn parse(line: &str) -> Option<ListedGame> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [number, outcome, end, opening_plies, moves] = fields[..] else {
        return None;
    };
    let digits = if moves == "-" { "" } else { moves };
    let moves = digits
        .chars()
        .map(|digit| Pit::from_number(digit.to_digit(10)? as usize));
    Some(ListedGame {
        number: number.parse().ok()?,
        outcome: parse_outcome(outcome)?,
        end: [GameEnd::PlayedOut, GameEnd::Resigned, GameEnd::Adjudicated]
            .into_iter()
            .find(|&known| end_name(known) == end)?,
        opening_plies: opening_plies.parse().ok()?,
        moves: moves.collect::<Option<_>>()?,
    })
}

/// An inner `None` for no result, an outer one for text that is none of them.
fn parse_outcome(text: &str) -> Option<Option<Outcome>> {
    if text == "*" {
        return Some(None);
    }
    let outcomes = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];
    outcomes
        .into_iter()
        .find(|outcome| outcome.to_string() == text)
        .map(Some)
}

#[cfg(test)]
mod tests {
    use kumalak_env::Rules;
    use kumalak_selfplay::{SearchSettings, SelfPlaySettings, UniformEvaluator, self_play};

    use super::*;

    #[test]
    fn moves_come_back_as_they_were_written() {
        let settings = SelfPlaySettings {
            search: SearchSettings {
                simulations: 2,
                ..SearchSettings::default()
            },
            ..SelfPlaySettings::default()
        };
        let games = self_play(&settings, Rules::BESTEMSHE, 1, 0..3, &mut [UniformEvaluator], &()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("000001.txt");
        std::fs::write(&path, write_game_list(&games)).unwrap();
        let listed: Vec<ListedGame> = games
            .into_iter()
            .map(|game| ListedGame {
                number: game.number,
                outcome: game.status.outcome(),
                end: game.end,
                opening_plies: game.opening_plies,
                moves: game.moves,
            })
            .collect();
        assert_eq!(read_game_list(&path).unwrap(), listed);
        for wrong in [
            "1-0 played_out 0 70",
            "2-0 played_out 0 7",
            "1-0 played 0 7",
            "1-0 resigned -1 7",
            "* resigned 0",
        ] {
            std::fs::write(&path, format!("0 1-0 played_out 0 -\n1 {wrong}\n")).unwrap();
            let message = read_game_list(&path).unwrap_err().to_string();
            assert!(message.contains("000001.txt:2: expected number"), "{message}");
        }
    }
}
