use std::fmt;
use std::time::Duration;

use crate::monitor::Monitor;

/// What bounds a player's choice of one move, besides its own settings.
#[derive(Clone, Copy)]
pub struct MoveLimits<'a> {
    /// The time that the match grants.
    pub time: MoveTime,
    /// May stop the player while it thinks; its answer is then [`PlayerError::Stopped`](crate::PlayerError::Stopped).
    pub monitor: &'a dyn Monitor,
}

/// The time that a match grants the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveTime {
    /// As long as the player likes.
    #[default]
    Unlimited,
    /// This long for every move.
    PerMove(Duration),
    /// A clock that runs down while the side thinks and gains `increment` after each of its moves.
    Clock {
        /// What the side to move has left.
        remaining: Duration,
        /// What it gains after this move.
        increment: Duration,
    },
}

impl MoveLimits<'_> {
    /// No limit, and nobody who stops the player.
    pub const NONE: MoveLimits<'static> = MoveLimits {
        time: MoveTime::Unlimited,
        monitor: &(),
    };

    /// How long a player that thinks about its games one after another should take for the next of `games`, when it has
    /// already thought so long; `None` if nothing bounds it.
    pub(crate) fn time_for_one_of(&self, games: usize, elapsed: Duration) -> Option<Duration> {
        let left = self.time.budget()?.saturating_sub(elapsed);
        Some(left / u32::try_from(games).unwrap_or(u32::MAX))
    }
}

impl fmt::Debug for MoveLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveLimits")
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// Share of what is left on a clock that one move may take: a game has about 55 moves a side.
const CLOCK_SHARE: u32 = 25;

/// What a player keeps back for starting, stopping and answering.
const MARGIN: Duration = Duration::from_millis(10);

impl MoveTime {
    /// How long a search should take, or `None` if nothing bounds it. On a clock this is a share of what is left plus
    /// most of the increment, and never what would lose on time.
    pub fn budget(self) -> Option<Duration> {
        match self {
            Self::Unlimited => None,
            Self::PerMove(time) => Some(keep_margin(time)),
            Self::Clock { remaining, increment } => {
                let share = remaining / CLOCK_SHARE + increment * 4 / 5;
                Some(share.min(keep_margin(remaining)))
            }
        }
    }
}

/// The time less the margin, or half of it where the margin would take more.
fn keep_margin(time: Duration) -> Duration {
    time.saturating_sub(MARGIN).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64) -> Option<Duration> {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        MoveTime::Clock { remaining, increment }.budget()
    }

    #[test]
    fn budget_stays_below_what_is_left() {
        assert_eq!(MoveTime::Unlimited.budget(), None);
        let per_move = MoveTime::PerMove(Duration::from_millis(100)).budget();
        assert_eq!(per_move, Some(Duration::from_millis(90)));
        assert_eq!(clock(25_000, 1000), Some(Duration::from_millis(1800)));
        assert_eq!(clock(100, 1000), Some(Duration::from_millis(90)));
        assert_eq!(clock(4, 0), Some(Duration::from_micros(160)));
        assert_eq!(clock(0, 1000), Some(Duration::ZERO));
    }
}
