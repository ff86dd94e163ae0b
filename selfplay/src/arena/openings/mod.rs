//! Where the games of a match begin.

mod balance;
mod book;
mod book_error;
mod games;
mod random;

use std::fmt;

use kumalak_env::record::GameRecord;
use kumalak_env::{Game, Pit, Position, Rules};

use crate::arena::error::ArenaError;
use crate::arena::settings::ArenaSettings;
use crate::board_rules::board_rules;

pub use balance::Balance;
pub use book::OpeningBook;
pub use book_error::BookError;
pub use games::{GameCollection, PlyRange};

/// Where the openings of a match come from. Each is played twice, with exchanged colours.
#[derive(Clone, PartialEq, Debug)]
pub enum Openings {
    /// Uniformly random legal moves from the start of the rules.
    Random {
        /// Number of moves.
        plies: usize,
        /// Which of the positions are taken.
        balance: Balance,
    },
    /// The openings of a book, in an order that the seed shuffles; after the last one they begin again.
    Book(OpeningBook),
    /// Positions of real games: a game and a ply within the range, both at random.
    Games {
        /// The games.
        games: GameCollection,
        /// After how many plies a game may be left.
        plies: PlyRange,
        /// Which of the positions are taken.
        balance: Balance,
    },
}

/// Six random plies, balanced or not.
impl Default for Openings {
    fn default() -> Self {
        Self::random(6)
    }
}

impl Openings {
    /// Random openings of this many plies, whatever position they lead to.
    pub const fn random(plies: usize) -> Self {
        Self::Random {
            plies,
            balance: Balance::Any,
        }
    }

    /// The opening of a pair: an unfinished game.
    pub(crate) fn draw(&self, settings: &ArenaSettings, pair: usize) -> Result<Game, ArenaError> {
        match self {
            Self::Random { plies, balance } => random::draw(settings, *plies, *balance, pair),
            Self::Book(book) => book.draw(settings, pair),
            Self::Games {
                games,
                plies,
                balance,
            } => games.draw(settings, *plies, *balance, pair),
        }
    }

    /// The fewest plies of an opening.
    pub(crate) fn least_plies(&self) -> usize {
        match self {
            Self::Random { plies, .. } => *plies,
            Self::Book(book) => book.least_plies(),
            Self::Games { plies, .. } => plies.first(),
        }
    }
}

/// `6 random plies`, `book FILE (12 openings)`, `positions after 8-20 plies of FILE (742 games)`.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random { plies, balance } => write!(f, "{plies} random plies{balance}"),
            Self::Book(book) => write!(f, "{book}"),
            Self::Games {
                games,
                plies,
                balance,
            } => write!(f, "positions after {plies} plies of {games}{balance}"),
        }
    }
}

/// A position and the moves from it that a game begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Pit>,
}

impl Opening {
    /// The whole game of a record: where it began, and all its moves.
    fn of_record(record: &GameRecord, rules: &Rules) -> Result<Self, BookError> {
        let game = record.replay(rules)?.game;
        // A replay knows nothing of repetition and ply cap, and its rules would not be named as in the record.
        let found = record.setup(rules).map_or(*game.rules(), |setup| setup.rules);
        if board_rules(&found) != board_rules(rules) {
            return Err(BookError::Rules {
                place: record.place.to_string(),
                found: Box::new(found),
                expected: Box::new(*rules),
            });
        }
        Ok(Self {
            start: *game.start(),
            moves: game.moves().to_vec(),
        })
    }

    /// The first plies as a game, unless the rules of the match end it there.
    fn play(&self, rules: Rules, plies: usize) -> Option<Game> {
        let mut game = Game::from_position(rules, self.start);
        for &pit in &self.moves[..plies] {
            game.try_play(pit).ok()?;
        }
        (!game.is_over()).then_some(game)
    }
}
