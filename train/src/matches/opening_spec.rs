use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use kumalak_env::Rules;
use kumalak_selfplay::{Balance, GameCollection, OpeningBook, Openings, PlyRange};
use serde::{Deserialize, Serialize};

/// Where openings come from, as users name it.
///
/// | text | openings |
/// |---|---|
/// | `random:6` | so many random plies |
/// | `book:FILE` | the openings of a book |
/// | `games:FILE,plies=8-20` | positions of real games |
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum OpeningSpec {
    /// Random moves.
    Random(usize),
    /// A book.
    Book(PathBuf),
    /// Positions of the games of a file.
    Games(PathBuf, PlyRange),
}

impl OpeningSpec {
    /// The file that it names.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Random(_) => None,
            Self::Book(path) | Self::Games(path, _) => Some(path),
        }
    }

    /// Reads the file, if there is one.
    pub(crate) fn load(&self, rules: &Rules, balance: Balance) -> anyhow::Result<Openings> {
        Ok(match self {
            Self::Random(plies) => Openings::Random {
                plies: *plies,
                balance,
            },
            Self::Book(path) => {
                Openings::Book(OpeningBook::open(path, rules).context("cannot use the opening book")?)
            }
            Self::Games(path, plies) => Openings::Games {
                games: GameCollection::open(path, rules, *plies)
                    .context("cannot take openings from games")?,
                plies: *plies,
                balance,
            },
        })
    }
}

impl fmt::Display for OpeningSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::Book(path) => write!(f, "book:{}", path.display()),
            Self::Games(path, plies) => write!(f, "games:{},plies={plies}", path.display()),
        }
    }
}

/// The error says what was expected.
impl FromStr for OpeningSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected random:PLIES, book:FILE or games:FILE,plies=8-20, got {text:?}");
        match text.split_once(':').ok_or_else(expected)? {
            ("random", plies) => plies.parse().map(Self::Random).map_err(|_| expected()),
            ("book", path) if !path.is_empty() => Ok(Self::Book(path.into())),
            ("games", rest) => {
                let (path, plies) = rest.rsplit_once(",plies=").ok_or_else(expected)?;
                Ok(Self::Games(path.into(), plies.parse()?))
            }
            _ => Err(expected()),
        }
    }
}

impl TryFrom<String> for OpeningSpec {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<OpeningSpec> for String {
    fn from(spec: OpeningSpec) -> Self {
        spec.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_read_back() {
        for text in [
            "random:6",
            "book:a/b.book",
            "games:a,b.pgn,plies=8-20",
            "games:x,plies=4",
        ] {
            assert_eq!(text.parse::<OpeningSpec>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "random",
            "random:six",
            "book:",
            "games:x",
            "games:x,plies=9-8",
            "gambit:3",
        ] {
            assert!(text.parse::<OpeningSpec>().is_err(), "{text}");
        }
    }
}
