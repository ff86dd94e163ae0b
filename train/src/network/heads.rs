use kumalak_env::MAX_PITS;
use tch::Tensor;

use super::error::NetworkError;
use super::layers::{constant, matrix};
use super::parameters::{ParameterSpec, Parameters};
use super::settings::NetworkSettings;

/// Numbers that the heads give for one position: nine pits, three results, one margin.
pub(super) const HEAD_COLUMNS: usize = MAX_PITS + OUTCOMES + 1;

pub(super) const OUTCOMES: usize = 3;

/// Stones to which 1 of the margin head corresponds, so that its weights are of the same size as the others.
pub(super) const MARGIN_SCALE: f64 = 32.0;

/// What a network says about a batch of positions, each from its side to move.
#[derive(Debug)]
pub struct Heads {
    /// Unnormalized log probabilities of the nine pits: `[B, 9]`, any finite number for illegal pits.
    pub policy: Tensor,
    /// Unnormalized log probabilities of win, draw and loss: `[B, 3]`.
    pub outcome: Tensor,
    /// Final stones of the side to move less those of the opponent: `[B]`, in stones.
    pub margin: Tensor,
}

/// The three linear heads.
#[derive(Debug)]
pub(super) struct OutputHeads {
    pub(super) policy: Head,
    pub(super) outcome: Head,
    pub(super) margin: Head,
}

#[derive(Debug)]
pub(super) struct Head {
    pub(super) weight: Tensor,
    pub(super) bias: Tensor,
}

impl OutputHeads {
    pub(super) fn specs(settings: &NetworkSettings) -> Vec<ParameterSpec> {
        [("policy", MAX_PITS), ("outcome", OUTCOMES), ("margin", 1)]
            .into_iter()
            .flat_map(|(name, outputs)| {
                // Small, so that a new network finds all moves and results about equally likely.
                let gain = 0.01;
                [
                    matrix(format!("{name}.weight"), outputs, settings.width, gain),
                    constant(format!("{name}.bias"), outputs, 0.0),
                ]
            })
            .collect()
    }

    pub(super) fn new(parameters: &Parameters) -> Self {
        Self {
            policy: Head::new(parameters, "policy"),
            outcome: Head::new(parameters, "outcome"),
            margin: Head::new(parameters, "margin"),
        }
    }

    pub(super) fn forward(&self, features: &Tensor) -> Result<Heads, NetworkError> {
        Ok(Heads {
            policy: self.policy.forward(features)?,
            outcome: self.outcome.forward(features)?,
            margin: self
                .margin
                .forward(features)?
                .f_squeeze_dim(1)?
                .f_mul_scalar(MARGIN_SCALE)?,
        })
    }
}

impl Head {
    fn new(parameters: &Parameters, name: &str) -> Self {
        Self {
            weight: parameters.share(&format!("{name}.weight")),
            bias: parameters.share(&format!("{name}.bias")),
        }
    }

    fn forward(&self, features: &Tensor) -> Result<Tensor, NetworkError> {
        Ok(self.bias.f_addmm(features, &self.weight.f_tr()?)?)
    }
}
