//! Records of played games: readers and writers for the formats in use, and the check that a record replays.
//!
//! [`read_records`] and [`open_records`] stream the games of a source, whatever its format;
//! [`GameRecord::replay`] plays one and compares everything that the record says with the board.
//!
//! ```
//! use kumalak_env::Rules;
//! use kumalak_env::record::read_records;
//!
//! let text = "[White \"A\"]\n[Black \"B\"]\n\n1. 76(10) 87(2) 2. 99 91 3. 78 91(14) 0-1\n";
//! for record in read_records(text.as_bytes(), "example.pgn")? {
//!     let replayed = record?.replay(&Rules::STANDARD)?;
//!     assert_eq!(replayed.kazans(), [10, 14]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compact;
mod date;
mod error;
mod facts;
mod format;
mod lines;
mod pgn;
mod pgn_text;
mod playstrategy;
mod reader;
mod replay;
mod replay_tags;
mod result;
mod setup;
mod tags;
mod write;

pub use date::{DateError, DateSpan};
pub use error::{Place, RecordError, RecordProblem, TextEncoding};
pub use format::RecordFormat;
pub use lines::MAX_LINE_BYTES;
pub use reader::{RecordReader, open_records, read_records};
pub use replay::{ReplayError, ReplayProblem, ReplayedGame};
pub use setup::{GameSetup, SetupError};
pub use tags::Tags;
pub use write::{RecordWriter, WriteError};

use crate::fen::Fen;
use crate::game::Game;
use crate::notation::MoveNotation;
use crate::outcome::{Ending, Outcome};
use crate::side::Side;
use crate::sowing::Sowing;

/// The most plies that a reader takes for one game; the longest known game has 1,461.
pub const MAX_PLIES: usize = 65_536;

/// The most tags that a reader takes for one game.
pub const MAX_TAGS: usize = 128;

/// A game as it was written down, not yet checked against the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Where the game begins in its source.
    pub place: Place,
    /// Everything said about the game, in order. A tag `Result` repeats [`result`](Self::result).
    pub tags: Tags,
    /// The moves; a game that was broken off at once has none.
    pub moves: Vec<RecordedMove>,
    /// The result that the record gives. `None` stands for none, such as `*`.
    pub result: Option<Outcome>,
    /// How the game ended, if the record says so.
    pub ending: Option<Ending>,
    /// Which marks are written wherever they belong, so that a missing one is an error.
    pub marks: Marks,
}

/// A move as it was written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// Pit of origin, pit of the last stone, mark of a new tuzdik.
    pub notation: MoveNotation,
    /// The side on which the last stone fell, in formats that say so.
    pub last_side: Option<Side>,
    /// The mover's kazan after a capture, if it is written.
    pub kazan: Option<u8>,
    /// Line of the source, counted from 1.
    pub line: u64,
}

/// Which marks a record writes wherever they belong. A mark that is written is checked in any case; only of these is the
/// absence checked too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// `X` after every move that makes a tuzdik.
    pub tuzdiks: bool,
    /// The mover's kazan after every capture of an even number, and nowhere else.
    pub kazans: bool,
    /// The ending of every game that ends by atsyrau.
    pub atsyrau: bool,
}

impl Marks {
    /// Every mark there is.
    pub const ALL: Self = Self {
        tuzdiks: true,
        kazans: true,
        atsyrau: true,
    };

    /// Tuzdiks alone, as on score sheets.
    pub const TUZDIKS: Self = Self {
        tuzdiks: true,
        kazans: false,
        atsyrau: false,
    };

    /// Nothing but pits.
    pub const NONE: Self = Self {
        tuzdiks: false,
        kazans: false,
        atsyrau: false,
    };
}

impl GameRecord {
    /// The record of a game with every mark, placed nowhere. Of the tags it has `Rules` if they are not the standard ones, and
    /// `FEN` if the game did not begin at their start.
    pub fn from_game(game: &Game) -> Self {
        let rules = game.rules();
        let setup = GameSetup {
            rules: *rules,
            start: Fen {
                position: *game.start(),
                move_number: 1,
            },
        };
        let mut position = *game.start();
        let moves = game.moves().iter().map(|&pit| {
            let kazan = position.kazan(position.turn());
            let sowing = position.play_unchecked(rules, pit);
            RecordedMove {
                notation: sowing.notation(),
                last_side: Some(sowing.last_side),
                kazan: kazan_mark(kazan, &sowing),
                line: 0,
            }
        });
        Self {
            moves: moves.collect(),
            place: Place {
                source: "game".into(),
                line: 0,
            },
            tags: setup.to_tags(),
            result: game.status().outcome(),
            ending: game.status().ending(),
            marks: Marks::ALL,
        }
    }
}

/// The number that stands after a move: the mover's kazan if the move captured, without what an atsyrau then sweeps in.
fn kazan_mark(kazan_before: u8, sowing: &Sowing) -> Option<u8> {
    (sowing.captured > 0).then(|| kazan_before + sowing.stones_won())
}
