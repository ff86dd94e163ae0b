use std::ops::Neg;

use kumalak_env::{Outcome, Side};

/// An expected result from the side to move in a position: +1 if it surely wins, 0 for a draw, −1 if it surely loses.
///
/// A value never says which side that is, so it must be turned round when the turn changes: the value of a position for
/// the player who moved into it is the negated value of the position.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct MoverValue(pub f32);

/// An expected result from White's side: +1 if White surely wins, −1 if Black does.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct WhiteValue(pub f32);

impl MoverValue {
    /// A sure win of the side to move.
    pub const WIN: Self = Self(1.0);
    /// A draw.
    pub const DRAW: Self = Self(0.0);
    /// A sure loss of the side to move.
    pub const LOSS: Self = Self(-1.0);

    /// The exact value of a finished game for the side that would be to move.
    pub const fn of_outcome(outcome: Outcome, mover: Side) -> Self {
        Self(outcome.sign_for(mover) as f32)
    }

    /// The same value from White's side, if `mover` is to move.
    pub const fn for_white(self, mover: Side) -> WhiteValue {
        match mover {
            Side::White => WhiteValue(self.0),
            Side::Black => WhiteValue(-self.0),
        }
    }
}

impl WhiteValue {
    /// The same value from the side to move.
    pub const fn for_mover(self, mover: Side) -> MoverValue {
        match mover {
            Side::White => MoverValue(self.0),
            Side::Black => MoverValue(-self.0),
        }
    }
}

/// The same value for the other side.
impl Neg for MoverValue {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}
