use serde::{Deserialize, Serialize};

use super::leaf_value::LeafValue;
use crate::invalid_setting::InvalidSetting;

/// How a search is done. Equal settings, evaluator and roots give equal results.
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `simulations` | walks from the root for each move, at least 1 | 64 | 800 |
/// | `c_init` | exploration rate while visits are few | 1.25 | 1.25 |
/// | `c_base` | visits after which the exploration rate grows | 19,652 | 19,652 |
/// | `fpu` | value of a move that was not tried yet | parent's less 0.2 | 0 |
/// | `leaf_value` | what the network's answer is worth | win less loss | win less loss |
///
/// The exploration rate at a position with `n` visits is `ln((1 + n + c_base) / c_base) + c_init`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSettings {
    /// Walks from the root for each move, at least 1. The root's own evaluation comes on top.
    pub simulations: u32,
    /// Exploration rate while visits are few.
    pub c_init: f32,
    /// Visits after which the exploration rate grows noticeably.
    pub c_base: f32,
    /// Value of a move that was not tried yet.
    pub fpu: Fpu,
    /// What the network's answer about a leaf is worth.
    pub leaf_value: LeafValue,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            simulations: 64,
            c_init: 1.25,
            c_base: 19_652.0,
            fpu: Fpu::default(),
            leaf_value: LeafValue::default(),
        }
    }
}

impl SearchSettings {
    /// Checks every value.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), InvalidSetting> {
        InvalidSetting::unless(
            (1..=MAX_SIMULATIONS).contains(&self.simulations),
            "simulations",
            "from 1 to 16777216",
            self.simulations,
        )?;
        InvalidSetting::unless(
            self.c_init.is_finite() && self.c_init >= 0.0,
            "c_init",
            "at least 0",
            self.c_init,
        )?;
        InvalidSetting::unless(
            self.c_base.is_finite() && self.c_base >= 1.0,
            "c_base",
            "at least 1",
            self.c_base,
        )?;
        self.fpu.validate().map_err(|error| error.within("fpu"))?;
        self.leaf_value
            .validate()
            .map_err(|error| error.within("leaf_value"))
    }
}

/// Every whole number up to here is exact as an `f32`, in which the search reckons.
const MAX_SIMULATIONS: u32 = 1 << 24;

/// First play urgency: the value that selection gives a move which was not tried yet, from the mover.
///
/// The name is from S. Gelly and Y. Wang, "Exploration exploitation in Go: UCT for Monte-Carlo Go" (2006).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fpu {
    /// Always the same; 0 in `AlphaGo Zero` (D. Silver et al., 2017).
    Absolute {
        /// The value, from −1 to 1.
        value: f32,
    },
    /// The mean value of the position so far less `reduction` times the square root of the prior probability that was
    /// already tried. `KataGo` takes 0.2 (D. Wu, "Accelerating self-play learning in Go", 2019).
    ParentMinus {
        /// How much less, from 0 to 2.
        reduction: f32,
    },
}

impl Default for Fpu {
    fn default() -> Self {
        Self::ParentMinus { reduction: 0.2 }
    }
}

impl Fpu {
    fn validate(self) -> Result<(), InvalidSetting> {
        match self {
            Self::Absolute { value } => InvalidSetting::unless(
                (-1.0..=1.0).contains(&value),
                "absolute.value",
                "from -1 to 1",
                value,
            ),
            Self::ParentMinus { reduction } => InvalidSetting::unless(
                (0.0..=2.0).contains(&reduction),
                "parent_minus.reduction",
                "from 0 to 2",
                reduction,
            ),
        }
    }
}
