use kumalak_env::{Game, Outcome, Pit, Side};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::arena::tally::Tally;

/// A finished game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Number of its pair, from 0.
    pub pair: usize,
    /// The side of the first player.
    pub first_side: Side,
    /// How many moves, from the start, are the random opening.
    pub opening_plies: usize,
    /// The game itself.
    pub game: Game,
}

impl PlayedGame {
    /// The moves of the random opening.
    pub fn opening(&self) -> &[Pit] {
        &self.game.moves()[..self.opening_plies]
    }

    /// The result; `None` if the game was cut off by the ply cap.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.game.status().outcome()
    }

    /// Half points of the first player: 2 for a win, 1 for a draw or a truncated game, 0 for a loss.
    pub fn half_points(&self) -> u8 {
        let sign = self
            .outcome()
            .map_or(0, |outcome| outcome.sign_for(self.first_side));
        (sign + 1) as u8
    }

    /// The first player's stones less the second player's when the game ended.
    pub fn margin(&self) -> i32 {
        let kazan = |side| i32::from(self.game.position().kazan(side));
        kazan(self.first_side) - kazan(!self.first_side)
    }

    /// The game counted from the first player's side.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        match self.outcome().map(|outcome| outcome.sign_for(self.first_side)) {
            None => tally.truncated = 1,
            Some(1) => tally.wins = 1,
            Some(0) => tally.draws = 1,
            Some(_) => tally.losses = 1,
        }
        tally
    }
}

/// Moves are written as the numbers of the pits one after another: `"769…"`. `result` and `ending` are `*` and
/// `truncated` for a game that was cut off.
impl Serialize for PlayedGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (opening, moves) = self.game.moves().split_at(self.opening_plies);
        let position = self.game.position();
        let ending = self.game.status().ending();
        let mut fields = serializer.serialize_struct("PlayedGame", 7)?;
        fields.serialize_field("pair", &self.pair)?;
        fields.serialize_field("first_side", &self.first_side.to_string())?;
        fields.serialize_field("opening", &pit_numbers(opening))?;
        fields.serialize_field("moves", &pit_numbers(moves))?;
        fields.serialize_field(
            "result",
            &self
                .outcome()
                .map_or("*".to_owned(), |outcome| outcome.to_string()),
        )?;
        fields.serialize_field("ending", ending.map_or("truncated", |ending| ending.name()))?;
        fields.serialize_field("kazans", &Side::ALL.map(|side| position.kazan(side)))?;
        fields.end()
    }
}

fn pit_numbers(moves: &[Pit]) -> String {
    moves.iter().map(|pit| pit.to_string()).collect()
}
