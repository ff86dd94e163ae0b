use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::move_limits::MoveTime;
use crate::time_text::TimeText;

/// How long the players of a match may think. Who takes longer loses the game.
///
/// | text | meaning |
/// |---|---|
/// | `unlimited` | no limit |
/// | `100ms` | for every move |
/// | `10s+100ms` | a clock of 10 s for the game, which gains 100 ms with every move |
///
/// Times are written as [`TimeText`]; an increment may also be 0.
///
/// ```
/// use kumalak_selfplay::TimeControl;
///
/// let time: TimeControl = "0.5m+1.5s".parse()?;
/// assert_eq!(time.to_string(), "30s+1500ms");
/// # Ok::<(), kumalak_selfplay::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No limit. Only such matches can be repeated move by move.
    #[default]
    Unlimited,
    /// The same limit for every move.
    PerMove(Duration),
    /// A clock for the whole game.
    Clock {
        /// What each side has at the beginning.
        base: Duration,
        /// What it gains with each of its moves.
        increment: Duration,
    },
}

/// Text that names no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected unlimited, a time for every move such as 100ms, or base and increment such as 10s+100ms, got {0:?}"
)]
pub struct TimeControlError(String);

impl TimeControl {
    /// Whether there is a limit.
    pub const fn is_timed(self) -> bool {
        !matches!(self, Self::Unlimited)
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let time = |text: &str| text.parse::<TimeText>().ok().map(|time| time.0);
        let is_zero = |text: &str| ["0", "0s", "0ms"].contains(&text);
        let control = match text.split_once('+') {
            None if text == "unlimited" => Some(Self::Unlimited),
            None => time(text).map(Self::PerMove),
            Some((base, increment)) => time(base)
                .zip(time(increment).or_else(|| is_zero(increment).then_some(Duration::ZERO)))
                .map(|(base, increment)| Self::Clock { base, increment }),
        };
        control.ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.pad("unlimited"),
            Self::PerMove(time) => f.pad(&TimeText(*time).to_string()),
            Self::Clock { base, increment } => {
                f.pad(&format!("{}+{}", TimeText(*base), TimeText(*increment)))
            }
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    grace: Duration,
    /// What White and Black have left.
    remaining: [Duration; 2],
}

/// Whether a move was made in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InTime {
    Yes,
    No,
}

impl GameClock {
    /// Clocks at the beginning of a game. `grace` is what a player may take beyond its time without losing.
    pub(crate) fn new(control: TimeControl, grace: Duration) -> Self {
        let base = match control {
            TimeControl::Clock { base, .. } => base,
            TimeControl::Unlimited | TimeControl::PerMove(_) => Duration::ZERO,
        };
        Self {
            control,
            grace,
            remaining: [base; 2],
        }
    }

    /// What a side is told before its move.
    pub(crate) fn move_time(&self, side: usize) -> MoveTime {
        match self.control {
            TimeControl::Unlimited => MoveTime::Unlimited,
            TimeControl::PerMove(time) => MoveTime::PerMove(time),
            TimeControl::Clock { increment, .. } => MoveTime::Clock {
                remaining: self.remaining[side],
                increment,
            },
        }
    }

    /// Takes the time of a move from a side's clock.
    pub(crate) fn press(&mut self, side: usize, taken: Duration) -> InTime {
        let in_time = |limit: Duration| {
            if taken <= limit + self.grace {
                InTime::Yes
            } else {
                InTime::No
            }
        };
        match self.control {
            TimeControl::Unlimited => InTime::Yes,
            TimeControl::PerMove(time) => in_time(time),
            TimeControl::Clock { increment, .. } => {
                let remaining = self.remaining[side];
                self.remaining[side] = remaining.saturating_sub(taken) + increment;
                in_time(remaining)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn time_controls_are_read_back() {
        for (text, written) in [
            ("unlimited", "unlimited"),
            ("100ms", "100ms"),
            ("1.5s", "1500ms"),
            ("2m+0", "120s+0s"),
            ("10s+100ms", "10s+100ms"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse::<TimeControl>().unwrap(), control);
        }
        for text in [
            "", "100", "0ms", "0s+1s", "-1s", "1e3s", "nans", "infs", "9999999s", "1s+", "+1s", "1s+1s+1s",
        ] {
            let message = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(message.contains("such as 10s+100ms, got"), "{message}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_gains() {
        let mut clock = GameClock::new("1s+100ms".parse().unwrap(), millis(10));
        let remaining = |clock: &GameClock| match clock.move_time(0) {
            MoveTime::Clock { remaining, .. } => remaining,
            other => panic!("{other:?}"),
        };
        assert_eq!(clock.press(0, millis(300)), InTime::Yes);
        assert_eq!(remaining(&clock), millis(800));
        assert_eq!(clock.press(1, millis(1000)), InTime::Yes);
        // Within the grace: the clock is empty, the game goes on.
        assert_eq!(clock.press(0, millis(810)), InTime::Yes);
        assert_eq!(remaining(&clock), millis(100));
        assert_eq!(clock.press(0, millis(111)), InTime::No);
    }

    #[test]
    fn a_limit_for_every_move_does_not_add_up() {
        let mut clock = GameClock::new(TimeControl::PerMove(millis(50)), Duration::ZERO);
        for _ in 0..10 {
            assert_eq!(clock.press(0, millis(50)), InTime::Yes);
        }
        assert_eq!(clock.press(1, millis(51)), InTime::No);
        assert_eq!(
            GameClock::new(TimeControl::Unlimited, Duration::ZERO).press(0, millis(1 << 40)),
            InTime::Yes
        );
    }
}
