use serde::{Deserialize, Serialize};

/// How many of the newest positions training draws from.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | | `constant`, 200,000 | |
/// | `constant.positions` | – | always so many |
/// | `power.start` | – | positions until so many were played; 250,000 in `KataGo` |
/// | `power.exponent` | – | how fast the window grows; 0.75 in `KataGo` |
/// | `power.scale` | – | positions that the window gains for each one played, in the beginning; 0.4 in `KataGo` |
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WindowSize {
    /// The replay buffer of `AlphaGo Zero` (D. Silver et al., "Mastering the game of Go without human knowledge", 2017),
    /// counted in positions.
    Constant {
        /// Positions.
        positions: u64,
    },
    /// The window of `KataGo` (D. Wu, "Accelerating self-play learning in Go", 2019, appendix C): of `n` positions that the
    /// run has played, `c × (1 + b × ((n / c)^a − 1) / a)` with start `c`, exponent `a` and scale `b`. Old games of a weak
    /// network are left behind soon, and a strong network, which changes slowly, learns from many.
    Power {
        /// Positions until so many were played.
        start: u64,
        /// How fast the window grows, above 0 and at most 1.
        exponent: f64,
        /// Positions that the window gains for each one played, in the beginning; above 0 and at most 1.
        scale: f64,
    },
}

impl Default for WindowSize {
    fn default() -> Self {
        Self::Constant { positions: 200_000 }
    }
}

impl WindowSize {
    /// Most positions of a window that never grows, and at which one that does begins.
    pub const MAX_START: u64 = 1 << 30;

    /// Positions in the window once `played` were played in the whole run. No larger `played` lets the window begin with an
    /// older position.
    pub fn at(&self, played: u64) -> u64 {
        match *self {
            Self::Constant { positions } => positions.min(played),
            Self::Power { start, .. } if played <= start => played,
            Self::Power {
                start,
                exponent,
                scale,
            } => {
                let start = start as f64;
                let growth = ((played as f64 / start).powf(exponent) - 1.0) / exponent;
                (start * (1.0 + scale * growth)) as u64
            }
        }
    }

    /// Key, allowed range and value of a number that is out of range.
    pub(crate) fn fault(&self) -> Option<(&'static str, &'static str, String)> {
        const SIZE: &str = "from 1 to 1073741824";
        const SHARE: &str = "above 0 and at most 1";
        let is_size = |size: u64| (1..=Self::MAX_START).contains(&size);
        let is_share = |share: f64| share > 0.0 && share <= 1.0;
        match *self {
            Self::Constant { positions } if !is_size(positions) => {
                Some(("training.window.constant.positions", SIZE, positions.to_string()))
            }
            Self::Power { start, .. } if !is_size(start) => {
                Some(("training.window.power.start", SIZE, start.to_string()))
            }
            Self::Power { exponent, .. } if !is_share(exponent) => {
                Some(("training.window.power.exponent", SHARE, exponent.to_string()))
            }
            Self::Power { scale, .. } if !is_share(scale) => {
                Some(("training.window.power.scale", SHARE, scale.to_string()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KATAGO: WindowSize = WindowSize::Power {
        start: 250_000,
        exponent: 0.75,
        scale: 0.4,
    };

    #[test]
    fn a_constant_window_holds_what_there_is() {
        let window = WindowSize::Constant { positions: 100 };
        assert_eq!(
            [0, 99, 100, 5000].map(|played| window.at(played)),
            [0, 99, 100, 100]
        );
    }

    /// `KataGo`'s paper: about 22 million positions in a run of 241 million.
    #[test]
    fn a_growing_window_is_that_of_the_paper() {
        assert_eq!(KATAGO.at(100_000), 100_000);
        assert_eq!(KATAGO.at(250_000), 250_000);
        let last = KATAGO.at(241_000_000);
        assert!((21_500_000..23_500_000).contains(&last), "{last}");
    }

    #[test]
    fn a_window_never_reaches_back_again() {
        let steep = WindowSize::Power {
            start: 10,
            exponent: 1.0,
            scale: 1.0,
        };
        for window in [KATAGO, steep, WindowSize::Constant { positions: 7 }] {
            let mut first = 0;
            for played in (0..2000).chain((2000..5_000_000).step_by(997)) {
                let begins = played - window.at(played);
                assert!(begins >= first, "{window:?} after {played}");
                first = begins;
            }
        }
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        assert_eq!(KATAGO.fault(), None);
        let wrong = WindowSize::Power {
            start: 10,
            exponent: 1.5,
            scale: 0.4,
        };
        let fault = wrong.fault().unwrap();
        assert_eq!(
            (fault.0, fault.2.as_str()),
            ("training.window.power.exponent", "1.5")
        );
    }
}
