use thiserror::Error;

use crate::excerpt::quoted;
use crate::game::Game;
use crate::number;
use crate::outcome::Outcome;
use crate::pit::{MAX_PITS, Pit};
use crate::position::Board;
use crate::rules::Rules;
use crate::side::Side;

/// What an implementation says about its board after a command.
///
/// As text it is one line of five fields in any order: `turn`, White's and Black's pits, each from its owner's left, the two
/// kazans, the pit that is White's tuzdik and the one that is Black's, and the result.
///
/// ```
/// use kumalak_env::conformance::Snapshot;
/// use kumalak_env::{Game, Rules};
///
/// let text = "turn=white pits=5,5,5,5,5/5,5,5,5,5 kazans=0,0 tuzdiks=-,- result=ongoing";
/// let snapshot = Snapshot::of(&Game::new(Rules::BESTEMSHE));
/// assert_eq!(snapshot.to_text(&Rules::BESTEMSHE), text);
/// assert_eq!(Snapshot::parse(&Rules::BESTEMSHE, text)?, snapshot);
/// # Ok::<(), kumalak_env::conformance::SnapshotError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Snapshot {
    /// Pits, kazans, tuzdiks and the side to move, which means nothing after the end.
    pub board: Board,
    /// The result; `None` while the game goes on.
    pub outcome: Option<Outcome>,
}

/// A line that is no snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SnapshotError {
    /// A field is missing, or there is something else.
    #[error("expected the fields turn, pits, kazans, tuzdiks and result, each once, found {}", quoted(.0))]
    Fields(String),
    /// A field does not read.
    #[error("{field}: expected {expected}, found {}", quoted(.found))]
    Value {
        /// The field.
        field: &'static str,
        /// What may stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
}

/// The names of the fields, in the order in which they are written.
const FIELDS: [&str; 5] = ["turn", "pits", "kazans", "tuzdiks", "result"];

impl Snapshot {
    /// What this library says about a game.
    pub fn of(game: &Game) -> Self {
        Self {
            board: game.position().board(),
            outcome: game.status().outcome(),
        }
    }

    /// The line for a board of `rules`.
    pub fn to_text(&self, rules: &Rules) -> String {
        let Board {
            pits,
            kazans: [white, black],
            tuzdiks,
            turn,
        } = &self.board;
        let [white_pits, black_pits] = pits.map(|row| {
            row[..rules.pits()]
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(",")
        });
        let [white_tuzdik, black_tuzdik] =
            tuzdiks.map(|pit| pit.map_or_else(|| "-".to_owned(), |pit| pit.to_string()));
        let turn = side_name(*turn);
        let result = self
            .outcome
            .map_or_else(|| ONGOING.to_owned(), |outcome| outcome.to_string());
        format!(
            "turn={turn} pits={white_pits}/{black_pits} kazans={white},{black} tuzdiks={white_tuzdik},{black_tuzdik} \
             result={result}"
        )
    }

    /// Reads a line about a board of `rules`. The numbers need not make sense together.
    ///
    /// # Errors
    /// If a field is missing, unknown or does not read.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, SnapshotError> {
        let [turn, pits, kazans, tuzdiks, result] = fields(text)?;
        let rows = split(pits, '/', |row| parse_row(rules, row));
        let expected = format!("{0} numbers, a slash and {0} numbers up to 255", rules.pits());
        Ok(Self {
            board: Board {
                pits: rows.ok_or_else(|| wrong("pits", &expected, pits))?,
                kazans: split(kazans, ',', number::parse).ok_or_else(|| {
                    wrong("kazans", "two numbers up to 255 and a comma between them", kazans)
                })?,
                tuzdiks: split(tuzdiks, ',', |pit| parse_tuzdik(rules, pit)).ok_or_else(|| {
                    let expected = format!(
                        "two pits from 1 to {} or -, and a comma between them",
                        rules.pits()
                    );
                    wrong("tuzdiks", &expected, tuzdiks)
                })?,
                turn: *Side::ALL
                    .iter()
                    .find(|&&side| side_name(side) == turn)
                    .ok_or_else(|| wrong("turn", "white or black", turn))?,
            },
            outcome: match result {
                ONGOING => None,
                "1-0" => Some(Outcome::WhiteWins),
                "1/2-1/2" => Some(Outcome::Draw),
                "0-1" => Some(Outcome::BlackWins),
                _ => return Err(wrong("result", "ongoing, 1-0, 1/2-1/2 or 0-1", result)),
            },
        })
    }

    /// Whether two snapshots say the same; the side to move is no matter once both have a result.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let mut board = other.board;
        if self.outcome.is_some() && other.outcome.is_some() {
            board.turn = self.board.turn;
        }
        board == self.board && other.outcome == self.outcome
    }
}

/// What stands for no result.
const ONGOING: &str = "ongoing";

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The values of [`FIELDS`].
fn fields(text: &str) -> Result<[&str; FIELDS.len()], SnapshotError> {
    let mut values = [None; FIELDS.len()];
    for item in text.split_whitespace() {
        let field = item
            .split_once('=')
            .and_then(|(name, value)| Some((FIELDS.iter().position(|&field| field == name)?, value)));
        match field {
            Some((index, value)) if values[index].is_none() => values[index] = Some(value),
            _ => return Err(SnapshotError::Fields(text.to_owned())),
        }
    }
    match values {
        [Some(turn), Some(pits), Some(kazans), Some(tuzdiks), Some(result)] => {
            Ok([turn, pits, kazans, tuzdiks, result])
        }
        _ => Err(SnapshotError::Fields(text.to_owned())),
    }
}

fn wrong(field: &'static str, expected: &str, found: &str) -> SnapshotError {
    SnapshotError::Value {
        field,
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}

/// Reads White's and Black's part of a value.
fn split<T>(text: &str, separator: char, read: impl Fn(&str) -> Option<T>) -> Option<[T; 2]> {
    let (white, black) = text.split_once(separator)?;
    Some([read(white)?, read(black)?])
}

fn parse_row(rules: &Rules, text: &str) -> Option<[u8; MAX_PITS]> {
    let mut row = [0; MAX_PITS];
    let mut numbers = text.split(',');
    for stones in &mut row[..rules.pits()] {
        *stones = number::parse(numbers.next()?)?;
    }
    numbers.next().is_none().then_some(row)
}

fn parse_tuzdik(rules: &Rules, text: &str) -> Option<Option<Pit>> {
    match text {
        "-" => Some(None),
        _ => Pit::from_number(number::parse(text)?)
            .filter(|pit| pit.index() < rules.pits())
            .map(Some),
    }
}
