use std::ops::Neg;

use kumalak_env::{Outcome, Side};

/// Score of a win on the spot. Any advantage in stones is far below.
const WIN: i32 = 1_000_000;

/// Scores from here on are proven wins.
const PROVEN: i32 = WIN - 10_000;

/// What a search says about a position, from its side to move: an advantage in hundredths of a stone, or a proven result.
///
/// A proven win counts more the sooner it comes, and a proven loss less, so that a search makes for the shortest win and
/// the longest resistance. A proven draw is exactly 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

impl Score {
    /// Neither side is better; also a proven draw.
    pub const DRAW: Self = Self(0);

    /// Above every score of a position.
    pub(super) const INFINITY: Self = Self(WIN + 1);

    /// Below every score of a position.
    pub(super) const MINUS_INFINITY: Self = Self(-WIN - 1);

    /// An advantage that is not proven.
    #[inline]
    pub const fn from_hundredths(hundredths: i32) -> Self {
        debug_assert!(hundredths.abs() < PROVEN);
        Self(hundredths)
    }

    /// A win of the side to move after this many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - plies as i32)
    }

    /// A loss of the side to move after this many plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - WIN)
    }

    /// The result of a game that is finished after this many plies, from the side that would be to move.
    #[inline]
    pub(super) const fn of_outcome(outcome: Outcome, mover: Side, plies: u32) -> Self {
        match outcome.sign_for(mover) {
            0 => Self::DRAW,
            1.. => Self::win_in(plies),
            _ => Self::loss_in(plies),
        }
    }

    /// Hundredths of a stone, or a far larger number for a proven win or loss.
    #[inline]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Plies until the side to move wins, if that is proven.
    pub const fn plies_to_win(self) -> Option<u32> {
        if self.0 >= PROVEN {
            Some((WIN - self.0) as u32)
        } else {
            None
        }
    }

    /// Plies until the side to move loses, if that is proven.
    pub const fn plies_to_loss(self) -> Option<u32> {
        Self(-self.0).plies_to_win()
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub const fn is_win_or_loss(self) -> bool {
        self.0.abs() >= PROVEN
    }

    /// The same score with proven ends counted from `plies` later in the game.
    #[inline]
    pub(super) const fn counted_from_later(self, plies: u32) -> Self {
        self.with_distance_changed(plies as i32)
    }

    /// The same score with proven ends counted from `plies` earlier in the game.
    #[inline]
    pub(super) const fn counted_from_earlier(self, plies: u32) -> Self {
        self.with_distance_changed(-(plies as i32))
    }

    #[inline]
    const fn with_distance_changed(self, plies_nearer: i32) -> Self {
        if self.0 >= PROVEN {
            Self(self.0 + plies_nearer)
        } else if self.0 <= -PROVEN {
            Self(self.0 - plies_nearer)
        } else {
            self
        }
    }

    /// The next greater score.
    #[inline]
    pub(super) const fn next_up(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The same score for the other side.
impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
