use serde::{Deserialize, Serialize};

use super::error::NetworkError;
use super::layers::LayerNorm;
use super::parameters::{ParameterSpec, Parameters};

/// Size and kind of a network.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `width` | 128 | numbers in the residual stream, `W` |
/// | `blocks` | 3 | residual blocks of two `W`×`W` layers each |
/// | `normalization` | `layer_norm` | what stands before each block and before the heads |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetworkSettings {
    /// Numbers in the residual stream, 8 to 4096.
    pub width: usize,
    /// Residual blocks, 0 to 64.
    pub blocks: usize,
    /// What keeps the residual stream in scale.
    pub normalization: Normalization,
}

/// What keeps the residual stream in scale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Normalization {
    /// Layer normalization (J. L. Ba, J. R. Kiros, G. E. Hinton, 2016).
    #[default]
    LayerNorm,
    /// None: about a tenth faster, and in the hands of the learning rate.
    None,
}

impl Default for NetworkSettings {
    fn default() -> Self {
        Self {
            width: 128,
            blocks: 3,
            normalization: Normalization::LayerNorm,
        }
    }
}

impl NetworkSettings {
    /// Checks the ranges of all fields.
    ///
    /// # Errors
    /// [`NetworkError::Setting`] names the field that is out of range.
    pub fn validate(&self) -> Result<(), NetworkError> {
        check("width", "8 to 4096", self.width, 8, 4096)?;
        check("blocks", "0 to 64", self.blocks, 0, 64)
    }

    pub(super) fn final_norm(&self, parameters: &Parameters) -> Option<LayerNorm> {
        LayerNorm::new(parameters, FINAL_NORM, self.normalization)
    }

    pub(super) fn final_norm_specs(&self) -> Vec<ParameterSpec> {
        LayerNorm::specs(FINAL_NORM, self)
    }
}

const FINAL_NORM: &str = "final_norm";

fn check(
    field: &'static str,
    expected: &'static str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<(), NetworkError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(NetworkError::Setting {
            field,
            expected,
            found,
        })
    }
}
