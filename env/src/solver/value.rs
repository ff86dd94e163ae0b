use std::cmp::Reverse;
use std::fmt;

use super::error::SolverError;
use crate::outcome::Outcome;
use crate::pit::Pit;
use crate::side::Side;

/// The result of a position under best play of both sides, seen by one side. Endless play is a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExactValue {
    /// The side loses whatever it plays.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side can force a win.
    Win,
}

impl ExactValue {
    /// The value of a finished game for `side`.
    pub const fn of_outcome(outcome: Outcome, side: Side) -> Self {
        match outcome.sign_for(side) {
            1 => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// The same result, seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for ExactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A value and how long it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// The value.
    pub value: ExactValue,
    /// Plies to the end of the game if the winner hurries and the loser delays; `None` for a draw.
    pub plies: Option<u32>,
}

impl Verdict {
    /// Nobody wins.
    pub const DRAW: Self = Self {
        value: ExactValue::Draw,
        plies: None,
    };

    /// The verdict on a finished game with this value.
    pub(super) fn finished(value: ExactValue) -> Self {
        Self {
            value,
            plies: (value != ExactValue::Draw).then_some(0),
        }
    }

    /// The verdict on a move that leads to a position with this verdict, which the opponent sees.
    pub(super) fn one_ply_before(self) -> Self {
        Self {
            value: self.value.reversed(),
            plies: self.plies.map(|plies| plies + 1),
        }
    }

    /// Grows with the merit for the side that sees it: wins sooner, loses later.
    pub(super) fn merit(self) -> (ExactValue, i64) {
        let plies = self.plies.map_or(0, i64::from);
        match self.value {
            ExactValue::Win => (self.value, -plies),
            ExactValue::Draw | ExactValue::Loss => (self.value, plies),
        }
    }
}

/// A legal move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExactMove {
    /// The pit that is played.
    pub pit: Pit,
    /// The verdict for the side that moves; the plies include this move.
    pub verdict: Verdict,
}

impl ExactMove {
    /// Orders moves from the best to the worst, and among equals from the left.
    pub(super) fn order(&self) -> impl Ord + use<> {
        (Reverse(self.verdict.merit()), self.pit)
    }
}

/// What the table holds about a position: two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry(u16);

impl Entry {
    /// Not known to be reachable.
    pub(super) const UNREACHED: Self = Self(0);
    /// Reachable, its moves not yet looked at.
    pub(super) const FOUND: Self = Self(1);
    /// Reachable and neither won nor lost as far as is known; at the end a draw.
    pub(super) const UNDECIDED: Self = Self(2);
    /// The longest win or loss that fits.
    pub(super) const MAX_PLIES: u32 = (u16::MAX as u32 - 2) / 2;

    /// Won or lost in this number of plies, which is at least 1. Odd numbers are wins, even ones losses.
    pub(super) fn decided(value: ExactValue, plies: u32) -> Result<Self, SolverError> {
        if plies > Self::MAX_PLIES {
            return Err(SolverError::TooDeep(Self::MAX_PLIES));
        }
        debug_assert!(plies > 0 && value != ExactValue::Draw);
        Ok(Self(
            2 * plies as u16 + if value == ExactValue::Win { 1 } else { 2 },
        ))
    }

    /// The value for the side to move, if the position is reachable.
    pub(super) const fn value(self) -> Option<ExactValue> {
        match self {
            Self::UNREACHED => None,
            Self::FOUND | Self::UNDECIDED => Some(ExactValue::Draw),
            Self(bits) if bits % 2 == 1 => Some(ExactValue::Win),
            Self(_) => Some(ExactValue::Loss),
        }
    }

    /// Plies to a win or loss; 0 where there is none.
    pub(super) const fn plies(self) -> u32 {
        (self.0.saturating_sub(1) / 2) as u32
    }

    /// The verdict for the side to move, if the position is reachable.
    pub(super) fn verdict(self) -> Option<Verdict> {
        self.value().map(|value| Verdict {
            value,
            plies: (value != ExactValue::Draw).then_some(self.plies()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_keeps_value_and_plies() {
        for value in [ExactValue::Win, ExactValue::Loss] {
            for plies in [1, 2, 3, 1000, Entry::MAX_PLIES] {
                let verdict = Entry::decided(value, plies).unwrap().verdict();
                assert_eq!(
                    verdict,
                    Some(Verdict {
                        value,
                        plies: Some(plies)
                    })
                );
            }
        }
        let too_deep = Entry::decided(ExactValue::Win, Entry::MAX_PLIES + 1);
        assert_eq!(too_deep, Err(SolverError::TooDeep(Entry::MAX_PLIES)));
        assert_eq!(Entry::UNREACHED.verdict(), None);
        assert_eq!(Entry::UNDECIDED.verdict(), Some(Verdict::DRAW));
    }

    #[test]
    fn soon_won_is_best_and_soon_lost_is_worst() {
        let verdict = |value, plies| Verdict { value, plies }.merit();
        let order = [
            verdict(ExactValue::Loss, Some(1)),
            verdict(ExactValue::Loss, Some(8)),
            verdict(ExactValue::Draw, None),
            verdict(ExactValue::Win, Some(9)),
            verdict(ExactValue::Win, Some(2)),
        ];
        assert!(order.is_sorted());
    }
}
