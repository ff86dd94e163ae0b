use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::observation::{LANDING_SHAPE, OBSERVATION_LEN, PLANES_SHAPE};

/// The encodings that observations come in. All are seen by the side to move and have one shape under every rule set.
///
/// | name | one board | type | holds |
/// |---|---|---|---|
/// | `tokens` | `[23]` | `u8` | exact counts, for embedding tables: [`Observation`](crate::Observation) |
/// | `planes` | `[36, 2, 10]` | `u8`, 0 or 1 | the same, one-hot: [`Planes`](crate::Planes) |
/// | `scaled` | `[23]` | `f32` | the same, divided: [`ScaledObservation`](crate::ScaledObservation) |
/// | `landing` | `[9, 4]` | `u8` | what each move does: [`LandingMap`](crate::LandingMap) |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ObservationKind {
    /// Exact counts.
    #[default]
    Tokens,
    /// Exact counts, one-hot.
    Planes,
    /// Counts as fractions.
    Scaled,
    /// Where the last stone of each move falls, and what it wins.
    Landing,
}

impl ObservationKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Tokens, Self::Planes, Self::Scaled, Self::Landing];

    /// Lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Planes => "planes",
            Self::Scaled => "scaled",
            Self::Landing => "landing",
        }
    }

    /// The shape for one board.
    pub const fn shape(self) -> &'static [usize] {
        match self {
            Self::Tokens | Self::Scaled => &[OBSERVATION_LEN],
            Self::Planes => &PLANES_SHAPE,
            Self::Landing => &LANDING_SHAPE,
        }
    }

    /// Numbers for one board: the product of the shape.
    pub fn numbers(self) -> usize {
        self.shape().iter().product()
    }
}

/// A name that no kind of observation has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("observation must be tokens, planes, scaled or landing, got {name:?}")]
pub struct UnknownObservation {
    /// The name.
    pub name: String,
}

impl FromStr for ObservationKind {
    type Err = UnknownObservation;

    fn from_str(name: &str) -> Result<Self, UnknownObservation> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| UnknownObservation {
            name: name.to_owned(),
        })
    }
}

impl fmt::Display for ObservationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
