//! Games of self-play as text, one a line.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use kumalak_env::Pit;
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
        let end = match game.end {
            GameEnd::PlayedOut => "played_out",
            GameEnd::Resigned => "resigned",
            GameEnd::Adjudicated => "adjudicated",
        };
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

fn parse(line: &str) -> Option<ListedGame> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [number, _, _, _, moves] = fields[..] else {
        return None;
    };
    let digits = if moves == "-" { "" } else { moves };
    let moves = digits
        .chars()
        .map(|digit| Pit::from_number(digit.to_digit(10)? as usize));
    Some(ListedGame {
        number: number.parse().ok()?,
        moves: moves.collect::<Option<_>>()?,
    })
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
                moves: game.moves,
            })
            .collect();
        assert_eq!(read_game_list(&path).unwrap(), listed);
        std::fs::write(&path, "0 1-0 played_out 0 -\n1 1-0 played_out 0 70\n").unwrap();
        let message = read_game_list(&path).unwrap_err().to_string();
        assert!(message.contains("000001.txt:2: expected number"), "{message}");
    }
}
