use serde::{Deserialize, Serialize};

use crate::invalid_setting::InvalidSetting;

/// How a search chooses the moves that it looks at, and what it makes of them in the end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Selection {
    /// The search of `AlphaZero`: the move with the most visits is the best, and the visits are the policy.
    Puct(PuctSettings),
    /// The search of Gumbel `AlphaZero`: few moves share the simulations by sequential halving, and the policy comes from
    /// the values.
    Gumbel(GumbelSettings),
}

impl Default for Selection {
    fn default() -> Self {
        Self::Puct(PuctSettings::default())
    }
}

impl Selection {
    /// Checks every value.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), InvalidSetting> {
        match self {
            Self::Puct(settings) => settings.validate().map_err(|error| error.within("puct")),
            Self::Gumbel(settings) => settings.validate().map_err(|error| error.within("gumbel")),
        }
    }
}

/// PUCT (C. Rosin, "Multi-armed bandits with episode context", 2011) as in `AlphaZero` (2018).
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `c_init` | exploration rate while visits are few | 1.25 | 1.25 |
/// | `c_base` | visits after which the exploration rate grows | 19,652 | 19,652 |
/// | `fpu` | value of a move that was not tried yet | parent's less 0.2 | 0 |
///
/// The exploration rate at a position with `n` visits is `ln((1 + n + c_base) / c_base) + c_init`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PuctSettings {
    /// Exploration rate while visits are few.
    pub c_init: f32,
    /// Visits after which the exploration rate grows noticeably.
    pub c_base: f32,
    /// Value of a move that was not tried yet.
    pub fpu: Fpu,
}

impl Default for PuctSettings {
    fn default() -> Self {
        Self {
            c_init: 1.25,
            c_base: 19_652.0,
            fpu: Fpu::default(),
        }
    }
}

impl PuctSettings {
    fn validate(&self) -> Result<(), InvalidSetting> {
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
        self.fpu.validate().map_err(|error| error.within("fpu"))
    }
}

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

/// Gumbel `AlphaZero` (I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by planning with Gumbel",
/// 2022), in the form of its reference implementation, the library mctx.
///
/// | setting | meaning | default | paper, board games | mctx |
/// |---|---|---|---|---|
/// | `max_considered` | moves at the root that share the simulations | 9 (all) | 16 | 16 |
/// | `c_visit` | visits that count before there are any | 50 | 50 | 50 |
/// | `q_scale` | how values are made comparable with logits | min-max, 0.1 | fixed, 1 | min-max, 0.1 |
///
/// A completed value `q` adds `(c_visit + most visits of a move) × scale × q` to its logit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GumbelSettings {
    /// Moves at the root that are drawn without replacement and share the simulations, from 1 to 9.
    pub max_considered: u32,
    /// Visits that count before there are any, at least 0.
    pub c_visit: f32,
    /// How values are made comparable with logits.
    pub q_scale: QScale,
}

impl Default for GumbelSettings {
    fn default() -> Self {
        Self {
            max_considered: 9,
            c_visit: 50.0,
            q_scale: QScale::default(),
        }
    }
}

impl GumbelSettings {
    fn validate(&self) -> Result<(), InvalidSetting> {
        InvalidSetting::unless(
            (1..=9).contains(&self.max_considered),
            "max_considered",
            "from 1 to 9",
            self.max_considered,
        )?;
        InvalidSetting::unless(
            self.c_visit.is_finite() && self.c_visit >= 0.0,
            "c_visit",
            "at least 0",
            self.c_visit,
        )?;
        let (name, scale) = match self.q_scale {
            QScale::Fixed { scale } => ("q_scale.fixed.scale", scale),
            QScale::MinMax { scale } => ("q_scale.min_max.scale", scale),
        };
        InvalidSetting::unless(scale.is_finite() && scale > 0.0, name, "above 0", scale)
    }
}

/// How the value of a move is made comparable with its logit. Published systems differ, and so does their play: a fixed
/// scale trusts small differences of value little, min-max stretches them to the whole range at every position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum QScale {
    /// The value itself, from −1 to 1, times `scale`; the paper takes 1 for board games.
    Fixed {
        /// Factor, above 0.
        scale: f32,
    },
    /// The values of a position's moves stretched to 0 for the worst and 1 for the best, times `scale`; mctx takes 0.1.
    MinMax {
        /// Factor, above 0.
        scale: f32,
    },
}

impl Default for QScale {
    fn default() -> Self {
        Self::MinMax { scale: 0.1 }
    }
}
