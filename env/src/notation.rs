use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::pit::Pit;

/// A move as score sheets write it: pit of origin, pit of the last stone, `X` where it makes a tuzdik.
///
/// ```
/// use kumalak_env::MoveNotation;
///
/// let written: MoveNotation = "68x".parse()?;
/// assert_eq!((written.origin.number(), written.last.number(), written.makes_tuzdik), (6, 8, true));
/// assert_eq!(written.to_string(), "68X");
/// # Ok::<(), kumalak_env::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNotation {
    /// The pit that is played.
    pub origin: Pit,
    /// The pit of the last stone, counted by the owner of the side on which it falls.
    pub last: Pit,
    /// Whether the move makes a tuzdik.
    pub makes_tuzdik: bool,
}

/// Text that is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a move of two digits from 1 to 9 and an optional X, such as 76 or 68X, got {0:?}")]
pub struct NotationError(pub String);

/// Whether a letter marks a tuzdik: X in Latin or Cyrillic, upper or lower case.
pub(crate) const fn is_tuzdik_mark(letter: char) -> bool {
    matches!(letter, 'x' | 'X' | 'х' | 'Х')
}

impl FromStr for MoveNotation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut letters = text.chars();
        let mut pit = || Pit::from_number(letters.next()?.to_digit(10)? as usize);
        let parsed = pit().zip(pit());
        let rest: Vec<char> = letters.collect();
        let makes_tuzdik = match rest[..] {
            [] => Some(false),
            [mark] if is_tuzdik_mark(mark) => Some(true),
            _ => None,
        };
        match (parsed, makes_tuzdik) {
            (Some((origin, last)), Some(makes_tuzdik)) => Ok(Self {
                origin,
                last,
                makes_tuzdik,
            }),
            _ => Err(NotationError(text.to_owned())),
        }
    }
}

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.makes_tuzdik { "X" } else { "" };
        f.pad(&format!("{}{}{mark}", self.origin, self.last))
    }
}
