use std::fmt;

use thiserror::Error;

use crate::excerpt::quoted;
use crate::number;
use crate::pit::{MAX_PITS, Pit};
use crate::position::{Board, BoardError, Position};
use crate::rules::{Rules, RulesTextError};
use crate::side::Side;

/// How the field with the rules begins.
pub(crate) const RULES_FIELD: &str = "rules=";

/// A position as PlayStrategy's FEN writes it, with the number of the move to come.
///
/// Five fields: rows, White's score, Black's score, side to move (`S` White, `N` Black), move number. The rows are Black's
/// row 9..1, a slash, White's row 1..9; `12S` is a pit with 12 stones, a bare number a run of empty pits, `T` White's tuzdik
/// in Black's row, `t` Black's in White's row. As in chess the move number starts at 1 and grows after Black's move; it
/// does not belong to the position. A sixth field of this library, `rules=` and the [text](Rules#impl-FromStr-for-Rules) of a
/// rule set, may say which game is played.
///
/// ```
/// use kumalak_env::{Fen, Rules};
///
/// let text = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4";
/// let fen = Fen::parse(&Rules::STANDARD, text)?;
/// assert_eq!(fen.move_number, 4);
/// assert_eq!(fen.to_text(&Rules::STANDARD), text);
///
/// let text = "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1 rules=bestemshe";
/// let (rules, fen) = Fen::parse_with_rules(&Rules::STANDARD, text)?;
/// assert_eq!(rules, Rules::BESTEMSHE);
/// assert_eq!(fen.to_text_with_rules(&rules), text);
/// # Ok::<(), kumalak_env::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Number of the move to come, 1 at the start of a game.
    pub move_number: u32,
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// A side's row of pits.
    Row(Side),
    /// A side's score.
    Score(Side),
    /// Side to move.
    Turn,
    /// Move number.
    MoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(side) => write!(f, "{side}'s row"),
            Self::Score(side) => write!(f, "{side}'s score"),
            Self::Turn => f.write_str("side to move"),
            Self::MoveNumber => f.write_str("move number"),
        }
    }
}

/// Text that is not a FEN of the rule set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// A field is missing or there is one too many.
    #[error("expected 5 fields (rows, two scores, side to move, move number) and perhaps rules=, found {0}")]
    FieldCount(usize),
    /// The field `rules=` holds no rule set.
    #[error("{RULES_FIELD}{0}")]
    Rules(#[from] RulesTextError),
    /// The field `rules=` holds another rule set than the one asked for.
    #[error("expected a position of the rules {expected}, found one of {found}")]
    OtherRules {
        /// The rules asked for.
        expected: Rules,
        /// The rules in the text.
        found: Rules,
    },
    /// The rows are not two.
    #[error("expected Black's row, a slash and White's row, found {}", quoted(.0))]
    Rows(String),
    /// A field does not read.
    #[error("{field}: expected {expected}, found {}", quoted(.found))]
    Field {
        /// The field.
        field: FenField,
        /// What may stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A row is too long or too short.
    #[error("{}: expected {expected} pits, found {found}", FenField::Row(*.side))]
    RowLength {
        /// Owner of the row.
        side: Side,
        /// Pits of a side.
        expected: usize,
        /// Pits in the text.
        found: usize,
    },
    /// The contents cannot stand under the rules.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// One row, by the pits of its owner.
#[derive(Default)]
struct Row {
    stones: [u8; MAX_PITS],
    tuzdik: Option<Pit>,
}

impl Fen {
    /// Reads a FEN of the rule set. A finished position is settled, as [`Position::from_board`] does.
    ///
    /// # Errors
    /// If the text is no FEN, carries other rules, or the position cannot stand under `rules`.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, FenError> {
        let (found, fen) = Self::parse_with_rules(rules, text)?;
        if found != *rules {
            return Err(FenError::OtherRules {
                expected: *rules,
                found,
            });
        }
        Ok(fen)
    }

    /// Reads a FEN under the rules that it carries, or under `otherwise` if it carries none. Returns these rules with it.
    ///
    /// # Errors
    /// If the text is no FEN, or the position cannot stand under the rules.
    pub fn parse_with_rules(otherwise: &Rules, text: &str) -> Result<(Rules, Self), FenError> {
        let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let rules = match fields[..] {
            [.., last] if fields.len() == 6 && last.starts_with(RULES_FIELD) => {
                fields.pop();
                last[RULES_FIELD.len()..].parse()?
            }
            _ => *otherwise,
        };
        Self::parse_fields(&rules, &fields).map(|fen| (rules, fen))
    }

    fn parse_fields(rules: &Rules, fields: &[&str]) -> Result<Self, FenError> {
        let [rows, white_score, black_score, turn, move_number] = *fields else {
            return Err(FenError::FieldCount(fields.len()));
        };
        let (black_row, white_row) = rows
            .split_once('/')
            .filter(|(_, white)| !white.contains('/'))
            .ok_or_else(|| FenError::Rows(rows.to_owned()))?;
        let black = parse_row(rules, Side::Black, black_row)?;
        let white = parse_row(rules, Side::White, white_row)?;
        let board = Board {
            pits: [white.stones, black.stones],
            kazans: [
                parse_score(Side::White, white_score)?,
                parse_score(Side::Black, black_score)?,
            ],
            tuzdiks: [black.tuzdik, white.tuzdik],
            turn: match turn {
                "S" => Side::White,
                "N" => Side::Black,
                _ => return Err(error(FenField::Turn, "S (White) or N (Black)", turn)),
            },
        };
        let move_number = number::parse(move_number)
            .filter(|&number| number > 0)
            .ok_or_else(|| error(FenField::MoveNumber, "a number from 1", move_number))?;
        Ok(Self {
            position: Position::from_board(rules, &board)?,
            move_number,
        })
    }

    /// The FEN's text under the rules of the position.
    pub fn to_text(&self, rules: &Rules) -> String {
        let position = &self.position;
        format!(
            "{}/{} {} {} {} {}",
            row_text(rules, position, Side::Black),
            row_text(rules, position, Side::White),
            position.kazan(Side::White),
            position.kazan(Side::Black),
            match position.turn() {
                Side::White => 'S',
                Side::Black => 'N',
            },
            self.move_number
        )
    }

    /// The FEN's text with the rules as its last field.
    pub fn to_text_with_rules(&self, rules: &Rules) -> String {
        format!("{} {RULES_FIELD}{rules}", self.to_text(rules))
    }
}

impl Position {
    /// Reads a FEN and drops its move number; [`Fen`] keeps it.
    ///
    /// # Errors
    /// As for [`Fen::parse`].
    pub fn from_fen(rules: &Rules, text: &str) -> Result<Self, FenError> {
        Fen::parse(rules, text).map(|fen| fen.position)
    }

    /// The position's FEN with a move number, which counts from 1 as [`Fen`] says.
    pub fn to_fen(&self, rules: &Rules, move_number: u32) -> String {
        Fen {
            position: *self,
            move_number,
        }
        .to_text(rules)
    }
}

/// A side's pits in the order in which diagrams print them: White's 1..9, Black's 9..1.
pub(crate) fn printed_order(rules: &Rules, side: Side) -> impl Iterator<Item = Pit> {
    let pits = rules.pits();
    (0..pits).map(move |column| match side {
        Side::White => Pit::ALL[column],
        Side::Black => Pit::ALL[pits - 1 - column],
    })
}

fn error(field: FenField, expected: &'static str, found: &str) -> FenError {
    FenError::Field {
        field,
        expected,
        found: found.to_owned(),
    }
}

fn parse_score(side: Side, text: &str) -> Result<u8, FenError> {
    number::parse(text).ok_or_else(|| error(FenField::Score(side), "a number of stones", text))
}

/// What one item of a row says.
enum Item {
    Stones(u8),
    Empty(usize),
    Tuzdik,
}

fn parse_row(rules: &Rules, side: Side, text: &str) -> Result<Row, FenError> {
    let field = FenField::Row(side);
    let mut row = Row::default();
    let mut order = printed_order(rules, side);
    let mut length = 0;
    let mut after_run = false;
    for text in text.split(',') {
        let item = parse_item(side, text).ok_or_else(|| error(field, expected_item(side), text))?;
        let is_run = matches!(item, Item::Empty(_));
        if is_run && after_run {
            return Err(error(field, "one number for each run of empty pits", text));
        }
        after_run = is_run;
        let pit = order.next();
        length += 1;
        match (item, pit) {
            (Item::Empty(run), _) => {
                length += run - 1;
                order.by_ref().take(run - 1).for_each(drop);
            }
            (Item::Stones(stones), Some(pit)) => row.stones[pit.index()] = stones,
            (Item::Tuzdik, Some(pit)) if row.tuzdik.is_none() => row.tuzdik = Some(pit),
            (Item::Tuzdik, Some(_)) => return Err(error(field, "one tuzdik at most", text)),
            (_, None) => {}
        }
    }
    if length != rules.pits() {
        return Err(FenError::RowLength {
            side,
            expected: rules.pits(),
            found: length,
        });
    }
    Ok(row)
}

fn expected_item(side: Side) -> &'static str {
    match side {
        Side::White => "stones such as 12S, a run of empty pits such as 3, or t for Black's tuzdik",
        Side::Black => "stones such as 12S, a run of empty pits such as 3, or T for White's tuzdik",
    }
}

fn parse_item(side: Side, text: &str) -> Option<Item> {
    if text == tuzdik_letter(side) {
        return Some(Item::Tuzdik);
    }
    match text.strip_suffix('S') {
        Some(stones) => number::parse(stones)
            .filter(|&stones| stones > 0)
            .map(Item::Stones),
        None => number::parse(text)
            .filter(|run| (1..=MAX_PITS).contains(run))
            .map(Item::Empty),
    }
}

/// Letter of the tuzdik that lies in a side's row.
const fn tuzdik_letter(row: Side) -> &'static str {
    match row {
        Side::White => "t",
        Side::Black => "T",
    }
}

fn row_text(rules: &Rules, position: &Position, side: Side) -> String {
    let tuzdik = position.tuzdik(!side);
    let mut items = Vec::new();
    let mut run = 0;
    for pit in printed_order(rules, side) {
        let stones = position.stones(side, pit);
        let is_tuzdik = tuzdik == Some(pit);
        if stones == 0 && !is_tuzdik {
            run += 1;
            continue;
        }
        if run > 0 {
            items.push(run.to_string());
            run = 0;
        }
        items.push(match is_tuzdik {
            true => tuzdik_letter(side).to_owned(),
            false => format!("{stones}S"),
        });
    }
    if run > 0 {
        items.push(run.to_string());
    }
    items.join(",")
}
