use thiserror::Error;

use crate::excerpt::quoted;
use crate::pit::Pit;
use crate::rules::Rules;
use crate::side::Side;
use crate::sowing::Sowing;

/// A pit as PlayStrategy names it: column letter from White's left, row 1 for White and 2 for Black.
///
/// White's pits 1..9 are a1..i1; Black's pits 9..1 lie above them as a2..i2. On a narrower board the letters end
/// earlier.
///
/// ```
/// use kumalak_env::{Rules, Side, Square};
///
/// let square = Square::parse(&Rules::STANDARD, "d2")?;
/// assert_eq!((square.side, square.pit.number()), (Side::Black, 6));
/// assert_eq!(square.to_text(&Rules::STANDARD), "d2");
/// # Ok::<(), kumalak_env::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square {
    /// Owner of the row.
    pub side: Side,
    /// The pit, counted from its owner's left.
    pub pit: Pit,
}

/// A move as PlayStrategy writes it: the square of origin and that of the last stone, such as `g1d2` for 76.
///
/// ```
/// use kumalak_env::{Position, Rules, SquareMove};
///
/// let played = SquareMove::parse(&Rules::STANDARD, "g1d2")?;
/// let sowing = Position::start(&Rules::STANDARD).play(&Rules::STANDARD, played.origin.pit);
/// assert_eq!(sowing.squares(), played);
/// assert_eq!(sowing.notation().to_string(), "76");
/// # Ok::<(), kumalak_env::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareMove {
    /// The pit that is played.
    pub origin: Square,
    /// The pit of the last stone.
    pub last: Square,
}

/// Text that names no square, or no move by squares.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected} from a1 to {corner}, found {}", quoted(.found))]
pub struct SquareError {
    /// A square or a move.
    pub expected: &'static str,
    /// The board's last square.
    pub corner: String,
    /// What stands there.
    pub found: String,
}

impl Square {
    /// Reads a square of the board of `rules`.
    ///
    /// # Errors
    /// If the board has no such square.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, SquareError> {
        square(rules, text.as_bytes()).ok_or_else(|| error(rules, "a square", text))
    }

    /// The square's name on the board of `rules`.
    ///
    /// # Panics
    /// If that board has no such pit.
    pub fn to_text(self, rules: &Rules) -> String {
        assert!(
            self.pit.index() < rules.pits(),
            "the board has no pit {}",
            self.pit
        );
        let column = match self.side {
            Side::White => self.pit.index(),
            Side::Black => rules.pits() - self.pit.number(),
        };
        format!("{}{}", (b'a' + column as u8) as char, self.side.index() + 1)
    }
}

impl SquareMove {
    /// Reads a move on the board of `rules`.
    ///
    /// # Errors
    /// If the text is not two squares of that board.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, SquareError> {
        let squares = text.as_bytes().split_at_checked(2).and_then(|(origin, last)| {
            Some(Self {
                origin: square(rules, origin)?,
                last: square(rules, last)?,
            })
        });
        squares.ok_or_else(|| error(rules, "a move of two squares", text))
    }

    /// The move's text on the board of `rules`.
    ///
    /// # Panics
    /// If that board has no such pit.
    pub fn to_text(self, rules: &Rules) -> String {
        self.origin.to_text(rules) + &self.last.to_text(rules)
    }
}

impl Sowing {
    /// The move as PlayStrategy writes it.
    pub const fn squares(&self) -> SquareMove {
        SquareMove {
            origin: Square {
                side: self.mover,
                pit: self.origin,
            },
            last: Square {
                side: self.last_side,
                pit: self.last_pit,
            },
        }
    }
}

fn error(rules: &Rules, expected: &'static str, text: &str) -> SquareError {
    let corner = Square {
        side: Side::Black,
        pit: Pit::ALL[0],
    };
    SquareError {
        expected,
        corner: corner.to_text(rules),
        found: text.to_owned(),
    }
}

fn square(rules: &Rules, text: &[u8]) -> Option<Square> {
    let &[letter, row] = text else {
        return None;
    };
    let pits = rules.pits();
    let column = usize::from(letter.checked_sub(b'a')?);
    if column >= pits {
        return None;
    }
    let (side, index) = match row {
        b'1' => (Side::White, column),
        b'2' => (Side::Black, pits - 1 - column),
        _ => return None,
    };
    Some(Square {
        side,
        pit: Pit::from_index(index)?,
    })
}
