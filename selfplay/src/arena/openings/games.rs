use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use kumalak_env::record::open_records;
use kumalak_env::{Game, Rules};
use rand::RngExt;

use crate::arena::error::ArenaError;
use crate::arena::openings::random::ATTEMPTS;
use crate::arena::openings::{Balance, BookError, Opening};
use crate::arena::settings::ArenaSettings;

/// Real games whose positions serve as openings.
#[derive(Clone, PartialEq, Debug)]
pub struct GameCollection {
    source: Arc<str>,
    games: Arc<[Opening]>,
}

/// A range of plies: `8-20`, or `8` for 8 alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    first: usize,
    last: usize,
}

impl PlyRange {
    /// From `first` to `last`, both included; `None` if there is no ply between them.
    pub const fn new(first: usize, last: usize) -> Option<Self> {
        if first <= last {
            Some(Self { first, last })
        } else {
            None
        }
    }

    /// The first of them.
    pub const fn first(self) -> usize {
        self.first
    }
}

impl GameCollection {
    /// The games of a file of records in any format, those too short for `plies` left out.
    ///
    /// # Errors
    /// If a record cannot be read, breaks the rules or was played by others, or none is long enough.
    pub fn open(path: &Path, rules: &Rules, plies: PlyRange) -> Result<Self, BookError> {
        let mut games = Vec::new();
        for record in open_records(path)? {
            let game = Opening::of_record(&record?, rules)?;
            // The last move is left to the players, so that the game is not over.
            if game.moves.len() > plies.first {
                games.push(game);
            }
        }
        if games.is_empty() {
            return Err(BookError::TooShort {
                source_name: path.display().to_string(),
                plies: plies.first,
            });
        }
        Ok(Self {
            source: path.display().to_string().into(),
            games: games.into(),
        })
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none, which is never so.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    pub(super) fn draw(
        &self,
        settings: &ArenaSettings,
        plies: PlyRange,
        balance: Balance,
        pair: usize,
    ) -> Result<Game, ArenaError> {
        let mut rng = settings.opening_rng(pair);
        for _ in 0..ATTEMPTS {
            let opening = &self.games[rng.random_range(0..self.games.len())];
            let last = plies.last.min(opening.moves.len() - 1);
            let game = opening.play(settings.rules, rng.random_range(plies.first..=last));
            if let Some(game) = game.filter(|game| balance.accepts(game)) {
                return Ok(game);
            }
        }
        Err(ArenaError::NoOpening {
            pair,
            openings: settings.openings.to_string(),
            attempts: ATTEMPTS,
        })
    }
}

/// `FILE (742 games)`.
impl fmt::Display for GameCollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} games)", self.source, self.games.len())
    }
}

impl fmt::Display for PlyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { first, last } if first == last => write!(f, "{first}"),
            Self { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

/// The error says what was expected.
impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = first.parse().ok().zip(last.parse().ok());
        range
            .and_then(|(first, last)| Self::new(first, last))
            .ok_or_else(|| {
                format!("expected a number of plies such as 8, or a range such as 8-20, got {text:?}")
            })
    }
}
