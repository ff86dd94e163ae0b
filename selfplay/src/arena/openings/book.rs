use std::fmt;
use std::path::Path;
use std::sync::Arc;

use kumalak_env::record::read_records;
use kumalak_env::{Game, MoveNotation, Pit, Position, Rules, derive_seed, stream};
use rand::RngExt;

use crate::arena::error::ArenaError;
use crate::arena::openings::{BookError, Opening};
use crate::arena::settings::ArenaSettings;

/// Openings from a file.
///
/// Either one opening a line, as `docs/evaluation.md` describes it (a FEN, moves, or both), or game records of any format, of
/// which every move belongs to the opening.
///
/// ```
/// use kumalak_env::Rules;
/// use kumalak_selfplay::OpeningBook;
///
/// let text = "# two openings\n76 98 22\n9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1; 5 5\n";
/// let book = OpeningBook::parse(text, "my.book", &Rules::STANDARD)?;
/// assert_eq!(book.len(), 2);
/// # Ok::<(), kumalak_selfplay::BookError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningBook {
    source: Arc<str>,
    openings: Arc<[Opening]>,
}

impl OpeningBook {
    /// The openings of a file.
    ///
    /// # Errors
    /// If the file cannot be read, a line is no opening, an opening breaks the rules, was played by others or ends the game, or
    /// there is none.
    pub fn open(path: &Path, rules: &Rules) -> Result<Self, BookError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| BookError::Io {
            path: name.clone(),
            error,
        })?;
        Self::parse(&text, &name, rules)
    }

    /// The openings of a text. `source` names it in messages.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn parse(text: &str, source: &str, rules: &Rules) -> Result<Self, BookError> {
        let first = lines(text).next();
        let openings = match first {
            None => return Err(BookError::Empty(source.to_owned())),
            Some((_, line)) if is_opening_line(line) => openings_of_lines(text, source, rules)?,
            Some(_) => openings_of_records(text, source, rules)?,
        };
        if openings.is_empty() {
            return Err(BookError::Empty(source.to_owned()));
        }
        Ok(Self {
            source: source.into(),
            openings: openings.into(),
        })
    }

    /// Number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether there are none, which is never so.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    pub(super) fn least_plies(&self) -> usize {
        let plies = self.openings.iter().map(|opening| opening.moves.len());
        plies.min().unwrap_or(0)
    }

    /// The opening of a pair: each round through the book is shuffled anew.
    pub(super) fn draw(&self, settings: &ArenaSettings, pair: usize) -> Result<Game, ArenaError> {
        let round = (pair / self.len()) as u64;
        let mut order: Vec<usize> = (0..self.len()).collect();
        let mut rng = stream(derive_seed(settings.seed, BOOK), round);
        for place in (1..order.len()).rev() {
            order.swap(place, rng.random_range(0..=place));
        }
        let opening = &self.openings[order[pair % self.len()]];
        opening
            .play(settings.rules, opening.moves.len())
            .ok_or_else(|| ArenaError::NoOpening {
                pair,
                openings: settings.openings.to_string(),
                attempts: 1,
            })
    }
}

/// Separates the order of a book from the other random numbers of a match.
const BOOK: u64 = 0x626f_6f6b;

/// Lines with text that is no comment, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate();
    numbered
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// A FEN begins with a row that ends in a slash; moves are one to three letters.
fn is_opening_line(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    first.contains('/') || parse_move(first).is_some()
}

fn openings_of_lines(text: &str, source: &str, rules: &Rules) -> Result<Vec<Opening>, BookError> {
    let openings = lines(text).map(|(number, line)| {
        parse_opening(line, rules).map_err(|problem| BookError::Line {
            place: source.to_owned(),
            line: number,
            problem,
        })
    });
    openings.collect()
}

/// `FEN`, `FEN; moves` or `moves`.
fn parse_opening(line: &str, rules: &Rules) -> Result<Opening, String> {
    let (fen, moves) = match line.split_once(';') {
        Some((fen, moves)) => (Some(fen), moves),
        None if line.contains('/') => (Some(line), ""),
        None => (None, line),
    };
    let start = match fen {
        Some(fen) => Position::from_fen(rules, fen.trim()).map_err(|error| error.to_string())?,
        None => Position::start(rules),
    };
    let mut game = Game::from_position(*rules, start);
    for token in moves.split_whitespace() {
        play(&mut game, token)?;
    }
    if game.is_over() {
        return Err("the game is over after this opening, so that nothing is left to play".to_owned());
    }
    Ok(Opening {
        start,
        moves: game.moves().to_vec(),
    })
}

fn play(game: &mut Game, token: &str) -> Result<(), String> {
    let ply = game.moves().len() + 1;
    let (origin, written) = parse_move(token)
        .ok_or_else(|| format!("ply {ply}: expected a move such as 7, 76 or 68X, found {token:?}"))?;
    let sowing = game
        .try_play(origin)
        .map_err(|illegal| format!("ply {ply}: move {token}: {illegal}"))?;
    match written {
        Some(written) if written.last != sowing.last_pit => Err(format!(
            "ply {ply}: {token} is written, but pit {origin} gives {}",
            sowing.notation()
        )),
        _ => Ok(()),
    }
}

/// The pit of a move and, in its long form, the whole notation.
fn parse_move(token: &str) -> Option<(Pit, Option<MoveNotation>)> {
    if let Some(pit) = token.parse().ok().and_then(Pit::from_number) {
        return Some((pit, None));
    }
    let notation: MoveNotation = token.parse().ok()?;
    Some((notation.origin, Some(notation)))
}

fn openings_of_records(text: &str, source: &str, rules: &Rules) -> Result<Vec<Opening>, BookError> {
    let mut openings = Vec::new();
    for record in read_records(text.as_bytes(), source)? {
        let record = record?;
        let opening = Opening::of_record(&record, rules)?;
        if opening.play(*rules, opening.moves.len()).is_none() {
            return Err(BookError::GameOver {
                place: record.place.to_string(),
            });
        }
        openings.push(opening);
    }
    Ok(openings)
}

/// `book FILE (12 openings)`.
impl fmt::Display for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book {} ({} openings)", self.source, self.openings.len())
    }
}
