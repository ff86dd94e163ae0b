use kumalak_env::solver::ExactValue;
use kumalak_env::{AtsyrauRule, Goal, Position, Rules};
use serde::{Deserialize, Serialize};

/// Whether a search proves results.
///
/// This is MCTS-solver (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver", 2008) with bounds in
/// place of values (T. Cazenave, A. Saffidine, "Score bounded Monte-Carlo tree search", 2010). A proof holds for the
/// position *with its history*: a draw by repetition counts as one only because each node has one way from the root and
/// the root has its game, so nothing proven is carried to the same position on another way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Solver {
    /// Finished games bound the values of the positions before them, moves that are proven worse than others are left
    /// alone, and a proven root ends the search.
    #[default]
    On,
    /// Finished games count as evaluations, as in `AlphaZero` (2018).
    Off,
}

/// What is proven about the value of a position for its side to move, or of a move for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBounds {
    /// The side can get at least this.
    pub lower: ExactValue,
    /// The opponent can hold the side to this.
    pub upper: ExactValue,
}

impl ValueBounds {
    /// Nothing is proven.
    pub const OPEN: Self = Self {
        lower: ExactValue::Loss,
        upper: ExactValue::Win,
    };

    /// The value is proven.
    pub const fn exactly(value: ExactValue) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// The value, if it is proven.
    pub fn proven(self) -> Option<ExactValue> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether anything is proven.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self == Self::OPEN
    }

    /// The same, seen by the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            lower: self.upper.reversed(),
            upper: self.lower.reversed(),
        }
    }

    /// What the kazans alone prove about a position in which the game goes on, for the side to move.
    ///
    /// Kazans only grow, so who holds half of all stones ends with at least half and cannot lose the count; where more
    /// stones lose, he cannot win it. A repetition is a draw and so inside these bounds. Where the stuck player loses
    /// whatever the count, kazans prove nothing.
    #[inline]
    pub(super) fn of_kazans(rules: &Rules, position: &Position) -> Self {
        let mover = position.turn();
        let holds_half = |side| usize::from(position.kazan(side)) >= rules.half();
        let (own, other) = (holds_half(mover), holds_half(!mover));
        if !(own || other) || rules.atsyrau() == AtsyrauRule::StuckPlayerLoses {
            return Self::OPEN;
        }
        let (safe, barred) = match rules.goal() {
            Goal::MostStones => (own, other),
            Goal::Giveaway => (other, own),
        };
        Self {
            lower: if safe { ExactValue::Draw } else { ExactValue::Loss },
            upper: if barred { ExactValue::Draw } else { ExactValue::Win },
        }
    }

    /// What both of two proofs say together.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::{Board, MajorityRule, Side};

    use super::*;

    /// White holds 81 and is to move.
    fn half_won() -> Position {
        let mut pits = [[0; 9]; 2];
        pits[0][2] = 20;
        pits[1][4] = 21;
        let board = Board {
            pits,
            kazans: [81, 40],
            tuzdiks: [None; 2],
            turn: Side::White,
        };
        Position::from_board(&Rules::STANDARD, &board).unwrap()
    }

    #[test]
    fn who_holds_half_cannot_lose_the_count() {
        let at_least_draw = ValueBounds {
            lower: ExactValue::Draw,
            upper: ExactValue::Win,
        };
        let position = half_won();
        for rules in [
            Rules::STANDARD,
            Rules::STANDARD.with_majority(MajorityRule::PlayToTheEnd),
        ] {
            assert_eq!(ValueBounds::of_kazans(&rules, &position), at_least_draw);
            let giveaway = rules.with_goal(Goal::Giveaway);
            assert_eq!(
                ValueBounds::of_kazans(&giveaway, &position),
                at_least_draw.reversed()
            );
            let stuck_loses = rules.with_atsyrau(AtsyrauRule::StuckPlayerLoses);
            assert_eq!(ValueBounds::of_kazans(&stuck_loses, &position), ValueBounds::OPEN);
        }
        let start = Position::start(&Rules::STANDARD);
        assert_eq!(
            ValueBounds::of_kazans(&Rules::STANDARD, &start),
            ValueBounds::OPEN
        );
    }

    #[test]
    fn the_other_side_sees_the_reverse() {
        let at_most_draw = ValueBounds {
            lower: ExactValue::Loss,
            upper: ExactValue::Draw,
        };
        let seen = ValueBounds {
            lower: ExactValue::Draw,
            upper: ExactValue::Win,
        };
        assert_eq!(at_most_draw.reversed(), seen);
        assert_eq!(at_most_draw.and(seen), ValueBounds::exactly(ExactValue::Draw));
        assert_eq!(
            ValueBounds::exactly(ExactValue::Win).proven(),
            Some(ExactValue::Win)
        );
        assert_eq!(at_most_draw.proven(), None);
    }
}
