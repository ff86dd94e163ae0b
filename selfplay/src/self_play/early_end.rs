//! Games that end before they are over on the board.

use kumalak_env::solver::ExactValue;
use kumalak_env::{Game, GameRng, Side};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::invalid_setting::InvalidSetting;
use crate::mcts::SearchResult;

/// Whether a side gives up a game that it thinks lost.
///
/// As in `AlphaGo Zero` (D. Silver et al., "Mastering the game of Go without human knowledge", 2017), a share of the games
/// is played out all the same, and tells how often a side would have given up a game that it does not lose:
/// [`ResignationTest`].
///
/// | setting | meaning | ours | `AlphaGo Zero` |
/// |---|---|---|---|
/// | | whether sides give up | never | below a value |
/// | `below.value` | value of the search that is given up | – | chosen for at most 5 % false positives |
/// | `below.moves` | so many moves of the side one after another | – | 1 |
/// | `below.played_out` | share of the games that nobody may give up | – | 0.1 |
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Resignation {
    /// All games are played out.
    #[default]
    Never,
    /// A side gives up once its searches have found no more than this value.
    Below {
        /// Value of the root for the side to move, from −1 to 0.
        value: f32,
        /// Moves of the side, one after another, of which each has found that little. At least 1.
        moves: u32,
        /// Share of the games that are played out, from 0 to 1.
        played_out: f32,
    },
}

impl Resignation {
    pub(super) fn validate(&self) -> Result<(), InvalidSetting> {
        let Self::Below {
            value,
            moves,
            played_out,
        } = *self
        else {
            return Ok(());
        };
        InvalidSetting::unless(
            (-1.0..=0.0).contains(&value),
            "below.value",
            "from -1 to 0",
            value,
        )?;
        InvalidSetting::unless(moves > 0, "below.moves", "at least 1", moves)?;
        InvalidSetting::unless(
            (0.0..=1.0).contains(&played_out),
            "below.played_out",
            "from 0 to 1",
            played_out,
        )
    }
}

/// Whether a game ends when its result is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelfPlayAdjudication {
    /// Games are played out.
    #[default]
    Off,
    /// A game ends with the result that a search has proven for its position (see [`Solver`](crate::Solver)).
    Proven,
}

/// How a self-play game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEnd {
    /// By the rules, the ply cap among them.
    PlayedOut,
    /// A side gave up.
    Resigned,
    /// The result was proven.
    Adjudicated,
}

/// Whether giving up would have been right in a game that was played out to see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResignationTest {
    /// The side that would have given up lost.
    Right,
    /// It won or drew: a false positive.
    Wrong,
}

/// Watches the values of one game for a side that should give up.
#[derive(Clone, Debug)]
pub(super) struct ResignationWatch {
    rule: Resignation,
    is_played_out: bool,
    /// Bad values of White and of Black, one after another up to now.
    in_a_row: [u32; 2],
    /// The side that would have given up first, in a game that is played out.
    pub(super) would_have: Option<Side>,
}

impl ResignationWatch {
    /// Draws whether the game is to be played out.
    pub(super) fn new(rule: Resignation, rng: &mut GameRng) -> Self {
        let is_played_out = match rule {
            Resignation::Never => true,
            Resignation::Below { played_out, .. } => rng.random::<f32>() < played_out,
        };
        Self {
            rule,
            is_played_out,
            in_a_row: [0; 2],
            would_have: None,
        }
    }

    /// Takes the value that the side to move has found. Says whether it gives up.
    pub(super) fn gives_up(&mut self, mover: Side, found: f32) -> bool {
        let Resignation::Below { value, moves, .. } = self.rule else {
            return false;
        };
        let in_a_row = &mut self.in_a_row[mover.index()];
        *in_a_row = if found <= value { *in_a_row + 1 } else { 0 };
        if *in_a_row < moves {
            return false;
        }
        if self.is_played_out {
            self.would_have.get_or_insert(mover);
        }
        !self.is_played_out
    }
}

/// Ends a game with the proven value of its side to move.
pub(super) fn adjudicate(game: &mut Game, value: ExactValue) {
    let mover = game.position().turn();
    match value {
        ExactValue::Win => game.resign(!mover),
        ExactValue::Draw => game.agree_draw(),
        ExactValue::Loss => game.resign(mover),
    }
}

impl SelfPlayAdjudication {
    /// The value with which a game ends after this search, if it does.
    pub(super) fn verdict(self, result: &SearchResult) -> Option<ExactValue> {
        match self {
            Self::Off => None,
            Self::Proven => result.proven,
        }
    }
}
