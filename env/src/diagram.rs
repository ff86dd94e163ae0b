use std::fmt;

use thiserror::Error;

use crate::excerpt::quoted;
use crate::fen::printed_order;
use crate::notation::is_tuzdik_mark;
use crate::number;
use crate::pit::{MAX_PITS, Pit};
use crate::position::{Board, BoardError, Position};
use crate::rules::Rules;
use crate::side::Side;

/// A place in a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DiagramField {
    /// A side's kazan.
    Kazan(Side),
    /// A pit of a side.
    Pit(Side, Pit),
}

impl fmt::Display for DiagramField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kazan(side) => write!(f, "{side}'s kazan"),
            Self::Pit(side, pit) => write!(f, "{side}'s pit {pit}"),
        }
    }
}

/// Text that is not a diagram of the rule set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DiagramError {
    /// Neither one line nor two.
    #[error("expected a diagram of one line or two, found {0} lines")]
    Lines(usize),
    /// A line is too long or too short.
    #[error("line {line} of the diagram: expected {expected} numbers, found {found}")]
    LineLength {
        /// Line of the diagram, counted from 1.
        line: usize,
        /// Pits and kazans that belong on it.
        expected: usize,
        /// Pits and kazans in the text.
        found: usize,
    },
    /// A kazan or a pit does not read.
    #[error("{field}: expected {expected}, found {}", quoted(.found))]
    Field {
        /// The place.
        field: DiagramField,
        /// What may stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A row has a second tuzdik.
    #[error("{side}'s row: expected one tuzdik at most, found pits {first} and {second}")]
    TwoTuzdiks {
        /// Owner of the row.
        side: Side,
        /// A tuzdik.
        first: Pit,
        /// Another.
        second: Pit,
    },
    /// The contents cannot stand under the rules.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl Position {
    /// The position as books print it, on two lines: Black's kazan and row 9..1 above, White's row 1..9 and kazan below.
    /// `X` is a tuzdik, `-` an empty pit.
    ///
    /// ```
    /// use kumalak_env::{Pit, Position, Rules};
    ///
    /// let mut position = Position::start(&Rules::STANDARD);
    /// position.play(&Rules::STANDARD, Pit::from_number(7).unwrap());
    /// let diagram = [
    ///     "  0 |   9   9   9   -  10  10  10  10  10 |    ",
    ///     "    |   9   9   9   9   9   9   1  10  10 |  10",
    /// ];
    /// assert_eq!(position.to_diagram(&Rules::STANDARD), diagram.join("\n"));
    /// ```
    pub fn to_diagram(&self, rules: &Rules) -> String {
        let row = |side| {
            let pits = self.printed_row(rules, side).map(|pit| format!("{pit:>4}"));
            pits.collect::<String>()
        };
        format!(
            "{:>3} |{} |    \n    |{} |{:>4}",
            self.kazan(Side::Black),
            row(Side::Black),
            row(Side::White),
            self.kazan(Side::White)
        )
    }

    /// The diagram on one line, as tournament files have it: Black's kazan, Black's pits 9..1, White's pits 1..9, White's
    /// kazan.
    ///
    /// ```
    /// use kumalak_env::{Position, Rules};
    ///
    /// let line = Position::start(&Rules::BESTEMSHE).to_diagram_line(&Rules::BESTEMSHE);
    /// assert_eq!(line, "0 5 5 5 5 5 5 5 5 5 5 0");
    /// ```
    pub fn to_diagram_line(&self, rules: &Rules) -> String {
        let mut line = self.kazan(Side::Black).to_string();
        for pit in [Side::Black, Side::White]
            .into_iter()
            .flat_map(|side| self.printed_row(rules, side))
        {
            line += " ";
            line += &pit;
        }
        line + " " + &self.kazan(Side::White).to_string()
    }

    /// Reads a diagram of one line or of two, with or without bars. A diagram does not say who is to move, so `turn` does.
    /// A finished position is settled, as [`Position::from_board`] does.
    ///
    /// # Errors
    /// If the text is no diagram, or the position cannot stand under `rules`.
    pub fn from_diagram(rules: &Rules, text: &str, turn: Side) -> Result<Self, DiagramError> {
        let printed = printed_items(rules, text)?;
        let [black_kazan, pits @ .., white_kazan] = &printed[..] else {
            return Err(DiagramError::Lines(0));
        };
        let mut board = Board {
            pits: [[0; MAX_PITS]; 2],
            kazans: [
                parse_kazan(Side::White, white_kazan)?,
                parse_kazan(Side::Black, black_kazan)?,
            ],
            tuzdiks: [None; 2],
            turn,
        };
        let (black_row, white_row) = pits.split_at(rules.pits());
        for (side, row) in [(Side::Black, black_row), (Side::White, white_row)] {
            for (pit, text) in printed_order(rules, side).zip(row) {
                match parse_pit(side, pit, text)? {
                    Some(stones) => board.pits[side.index()][pit.index()] = stones,
                    None => {
                        let tuzdik = &mut board.tuzdiks[side.opponent().index()];
                        if let Some(first) = tuzdik.replace(pit) {
                            return Err(DiagramError::TwoTuzdiks {
                                side,
                                first,
                                second: pit,
                            });
                        }
                    }
                }
            }
        }
        Ok(Self::from_board(rules, &board)?)
    }

    fn printed_row(&self, rules: &Rules, side: Side) -> impl Iterator<Item = String> {
        let tuzdik = self.tuzdik(!side);
        printed_order(rules, side).map(move |pit| match self.stones(side, pit) {
            _ if tuzdik == Some(pit) => "X".to_owned(),
            0 => "-".to_owned(),
            stones => stones.to_string(),
        })
    }
}

/// Kazans and pits in the order of the line form.
fn printed_items<'a>(rules: &Rules, text: &'a str) -> Result<Vec<&'a str>, DiagramError> {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| {
            let items = line.split(|letter: char| letter == '|' || letter.is_whitespace());
            items.filter(|item| !item.is_empty()).collect()
        })
        .filter(|line: &Vec<&str>| !line.is_empty())
        .collect();
    if !(1..=2).contains(&lines.len()) {
        return Err(DiagramError::Lines(lines.len()));
    }
    let expected = 2 * (rules.pits() + 1) / lines.len();
    match lines.iter().position(|line| line.len() != expected) {
        Some(index) => Err(DiagramError::LineLength {
            line: index + 1,
            expected,
            found: lines[index].len(),
        }),
        None => Ok(lines.concat()),
    }
}

fn parse_kazan(side: Side, text: &str) -> Result<u8, DiagramError> {
    number::parse(text).ok_or_else(|| DiagramError::Field {
        field: DiagramField::Kazan(side),
        expected: "a number of stones",
        found: text.to_owned(),
    })
}

/// Stones in a pit, or `None` for a tuzdik.
fn parse_pit(side: Side, pit: Pit, text: &str) -> Result<Option<u8>, DiagramError> {
    let mut letters = text.chars();
    if letters.next().is_some_and(is_tuzdik_mark) && letters.next().is_none() {
        return Ok(None);
    }
    let stones = if text == "-" { Some(0) } else { number::parse(text) };
    stones.map(Some).ok_or_else(|| DiagramError::Field {
        field: DiagramField::Pit(side, pit),
        expected: "a number of stones, - for an empty pit or X for a tuzdik",
        found: text.to_owned(),
    })
}
