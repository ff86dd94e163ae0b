use super::{DateSpan, GameRecord};
use crate::number;
use crate::side::Side;

impl GameRecord {
    /// When the game was played, by the tag `Date`; `None` if it is unknown.
    pub fn date(&self) -> Option<DateSpan> {
        self.tags.get("Date")?.parse().ok()
    }

    /// A player's rating, by the tag `WhiteElo` or `BlackElo`; `None` if it is unknown.
    pub fn rating(&self, side: Side) -> Option<u16> {
        let name = match side {
            Side::White => "WhiteElo",
            Side::Black => "BlackElo",
        };
        number::parse(self.tags.get(name)?)
    }
}
