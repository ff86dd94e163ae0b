use tch::Tensor;

use super::error::NetworkError;
use super::parameters::{Initialization, ParameterSpec, Parameters, WeightDecay};
use super::settings::{NetworkSettings, Normalization};

/// Added to the variance by a layer normalization, as in `torch.nn.LayerNorm`.
pub(super) const NORM_EPSILON: f64 = 1e-5;

/// Scales each row to mean 0 and variance 1, then by learned numbers.
#[derive(Debug)]
pub(super) struct LayerNorm {
    weight: Tensor,
    bias: Tensor,
}

impl LayerNorm {
    pub(super) fn specs(name: &str, settings: &NetworkSettings) -> Vec<ParameterSpec> {
        match settings.normalization {
            Normalization::LayerNorm => vec![
                constant(format!("{name}.weight"), settings.width, 1.0),
                constant(format!("{name}.bias"), settings.width, 0.0),
            ],
            Normalization::None => Vec::new(),
        }
    }

    pub(super) fn new(parameters: &Parameters, name: &str, normalization: Normalization) -> Option<Self> {
        match normalization {
            Normalization::LayerNorm => Some(Self {
                weight: parameters.share(&format!("{name}.weight")),
                bias: parameters.share(&format!("{name}.bias")),
            }),
            Normalization::None => None,
        }
    }

    pub(super) fn forward(&self, rows: &Tensor) -> Result<Tensor, NetworkError> {
        Ok(rows.f_layer_norm(
            self.weight.size(),
            Some(&self.weight),
            Some(&self.bias),
            NORM_EPSILON,
            false,
        )?)
    }

    pub(super) fn freeze(&self) -> Result<Self, NetworkError> {
        Ok(Self {
            weight: self.weight.f_detach_copy()?,
            bias: self.bias.f_detach_copy()?,
        })
    }
}

/// `x + second · relu(first · norm(x) + bias)`: the feed-forward part of a transformer that normalizes first (R. Xiong et al.,
/// "On layer normalization in the transformer architecture", 2020).
#[derive(Debug)]
pub(super) struct ResidualBlock {
    pub(super) norm: Option<LayerNorm>,
    pub(super) first: Tensor,
    pub(super) bias: Tensor,
    pub(super) second: Tensor,
}

impl ResidualBlock {
    pub(super) fn specs(settings: &NetworkSettings, index: usize) -> Vec<ParameterSpec> {
        let name = format!("blocks.{index}");
        let width = settings.width;
        let mut specs = LayerNorm::specs(&format!("{name}.norm"), settings);
        specs.push(matrix(format!("{name}.first.weight"), width, width, HE_GAIN));
        specs.push(constant(format!("{name}.first.bias"), width, 0.0));
        // Each block starts small beside the stream that passes it by, the smaller the more blocks there are: H. Zhang,
        // Y. Dauphin, T. Ma, "Fixup initialization" (2019).
        let gain = HE_GAIN / settings.blocks as f32;
        specs.push(matrix(format!("{name}.second.weight"), width, width, gain));
        specs
    }

    pub(super) fn new(parameters: &Parameters, index: usize, normalization: Normalization) -> Self {
        let name = format!("blocks.{index}");
        Self {
            norm: LayerNorm::new(parameters, &format!("{name}.norm"), normalization),
            first: parameters.share(&format!("{name}.first.weight")),
            bias: parameters.share(&format!("{name}.first.bias")),
            second: parameters.share(&format!("{name}.second.weight")),
        }
    }

    pub(super) fn forward(&self, stream: &Tensor) -> Result<Tensor, NetworkError> {
        let normalized = self.norm.as_ref().map(|norm| norm.forward(stream)).transpose()?;
        let input = normalized.as_ref().unwrap_or(stream);
        let hidden = self.bias.f_addmm(input, &self.first.f_tr()?)?.f_relu()?;
        Ok(stream.f_addmm(&hidden, &self.second.f_tr()?)?)
    }
}

/// Keeps the variance through a rectifier: K. He et al., "Delving deep into rectifiers" (2015).
const HE_GAIN: f32 = 2.0;

/// A matrix `[outputs, inputs]` whose numbers have variance `gain / inputs`.
pub(super) fn matrix(name: String, outputs: usize, inputs: usize, gain: f32) -> ParameterSpec {
    ParameterSpec {
        name,
        shape: vec![outputs, inputs],
        decay: WeightDecay::Applies,
        initialization: Initialization::Uniform((3.0 * gain / inputs as f32).sqrt()),
    }
}

/// A vector of one number, exempt from decay.
pub(super) fn constant(name: String, length: usize, value: f32) -> ParameterSpec {
    ParameterSpec {
        name,
        shape: vec![length],
        decay: WeightDecay::Exempt,
        initialization: Initialization::Constant(value),
    }
}
