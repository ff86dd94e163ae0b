use serde::{Deserialize, Serialize};
use tch::{Tensor, no_grad};
use thiserror::Error;

use crate::network::{NetworkError, Parameters};

/// Settings of [`AdamW`].
///
/// | field | default | meaning |
/// |---|---|---|
/// | `beta1` | 0.9 | how slowly the mean of the gradients moves |
/// | `beta2` | 0.999 | how slowly the mean of their squares moves |
/// | `epsilon` | 1e-8 | added to the root of the squares |
/// | `weight_decay` | 1e-4 | share of the learning rate by which weights shrink at each step |
/// | `clip_norm` | 1.0 | longest gradient; longer ones are shortened to it, 0 never |
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdamWSettings {
    /// Decay of the mean of the gradients, from 0 to below 1.
    pub beta1: f64,
    /// Decay of the mean of the squared gradients, from 0 to below 1.
    pub beta2: f64,
    /// Added to the root of the squares, above 0.
    pub epsilon: f64,
    /// Weight decay, 0 or more.
    pub weight_decay: f64,
    /// Longest gradient, in the Euclidean norm over all parameters; 0 for any.
    pub clip_norm: f64,
}

impl Default for AdamWSettings {
    fn default() -> Self {
        Self {
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 1e-4,
            clip_norm: 1.0,
        }
    }
}

/// A step that could not be taken. The parameters are as they were.
#[derive(Debug, Error)]
pub enum OptimizerError {
    /// The gradient is infinite or no number.
    #[error("the gradient at step {step} is not finite: lower the learning rate")]
    NotFinite {
        /// The step, from 1.
        step: u64,
    },
    /// A setting is out of range.
    #[error("optimizer.{field} must be {expected}, got {found}")]
    Setting {
        /// Name of the setting.
        field: &'static str,
        /// What it may be.
        expected: &'static str,
        /// What it is.
        found: f64,
    },
    /// libtorch or the network refused.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Adam with decoupled weight decay: I. Loshchilov, F. Hutter, "Decoupled weight decay regularization" (2019).
///
/// Takes the same steps as `torch.optim.AdamW`, but on all parameters at once, and keeps its state where it can be saved.
#[derive(Debug)]
pub struct AdamW {
    settings: AdamWSettings,
    step: u64,
    /// Mean of the gradients, `[P]`.
    first_moment: Tensor,
    /// Mean of the squared gradients, `[P]`.
    second_moment: Tensor,
}

/// Everything that an [`AdamW`] remembers, outside libtorch.
#[derive(Clone, PartialEq, Debug)]
pub struct OptimizerState {
    /// Steps taken.
    pub step: u64,
    /// Mean of the gradients of each parameter, in the order of [`Parameters::iter`].
    pub first_moment: Vec<Vec<f32>>,
    /// Mean of the squared gradients of each parameter, in the same order.
    pub second_moment: Vec<Vec<f32>>,
}

impl AdamW {
    /// An optimizer that has taken no step.
    ///
    /// # Errors
    /// If a setting is out of range or libtorch fails.
    pub fn new(settings: AdamWSettings, parameters: &Parameters) -> Result<Self, OptimizerError> {
        settings.validate()?;
        let zeros = || parameters.flat().f_zeros_like().map_err(NetworkError::from);
        Ok(Self {
            settings,
            step: 0,
            first_moment: zeros()?,
            second_moment: zeros()?,
        })
    }

    /// An optimizer that goes on where another stopped.
    ///
    /// # Errors
    /// If a setting is out of range, the state belongs to other parameters, or libtorch fails.
    pub fn resume(
        settings: AdamWSettings,
        parameters: &Parameters,
        state: &OptimizerState,
    ) -> Result<Self, OptimizerError> {
        settings.validate()?;
        Ok(Self {
            settings,
            step: state.step,
            first_moment: parameters.join(&state.first_moment)?,
            second_moment: parameters.join(&state.second_moment)?,
        })
    }

    /// Takes one step down `gradient`, `[P]` as [`Parameters::gradient`] gives it. Returns the gradient's norm before
    /// clipping.
    ///
    /// # Errors
    /// If the gradient is not finite or libtorch fails.
    pub fn step(
        &mut self,
        parameters: &mut Parameters,
        gradient: Tensor,
        learning_rate: f64,
    ) -> Result<f64, OptimizerError> {
        no_grad(|| {
            let norm = gradient.f_norm().and_then(|norm| norm.f_double_value(&[]));
            let norm = norm.map_err(NetworkError::from)?;
            if !norm.is_finite() {
                return Err(OptimizerError::NotFinite { step: self.step + 1 });
            }
            self.step += 1;
            self.apply(parameters, gradient, norm, learning_rate)
                .map_err(NetworkError::from)?;
            Ok(norm)
        })
    }

    fn apply(
        &mut self,
        parameters: &mut Parameters,
        mut gradient: Tensor,
        norm: f64,
        learning_rate: f64,
    ) -> Result<(), tch::TchError> {
        let settings = self.settings;
        if settings.clip_norm > 0.0 {
            // The small number is that of `torch.nn.utils.clip_grad_norm_`.
            let factor = settings.clip_norm / (norm + 1e-6);
            if factor < 1.0 {
                let _ = gradient.f_mul_scalar_(factor)?;
            }
        }
        let decaying = parameters.decaying() as i64;
        let flat = parameters.flat_mut();
        let shrink = 1.0 - learning_rate * settings.weight_decay;
        let _ = flat.f_narrow(0, 0, decaying)?.f_mul_scalar_(shrink)?;
        let _ = self.first_moment.f_lerp_(&gradient, 1.0 - settings.beta1)?;
        let squares = gradient.f_square_()?;
        let _ = self.second_moment.f_lerp_(&squares, 1.0 - settings.beta2)?;
        let steps = self.step as f64;
        let correction1 = 1.0 - settings.beta1.powf(steps);
        let correction2 = 1.0 - settings.beta2.powf(steps);
        let mut root = self.second_moment.f_sqrt()?;
        let mut root = root.f_div_scalar_(correction2.sqrt())?;
        let root = root.f_add_scalar_(settings.epsilon)?;
        let mut update = self.first_moment.f_div(&root)?;
        let update = update.f_mul_scalar_(learning_rate / correction1)?;
        let _ = flat.f_sub_(&update)?;
        Ok(())
    }

    /// Steps taken.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Everything that it remembers.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn state(&self, parameters: &Parameters) -> Result<OptimizerState, OptimizerError> {
        Ok(OptimizerState {
            step: self.step,
            first_moment: parameters.split(&self.first_moment)?,
            second_moment: parameters.split(&self.second_moment)?,
        })
    }
}

impl AdamWSettings {
    /// Checks the ranges of all fields.
    ///
    /// # Errors
    /// [`OptimizerError::Setting`] names the field that is out of range.
    pub fn validate(&self) -> Result<(), OptimizerError> {
        let share = |number: f64| (0.0..1.0).contains(&number);
        check("beta1", "from 0 to below 1", self.beta1, share(self.beta1))?;
        check("beta2", "from 0 to below 1", self.beta2, share(self.beta2))?;
        check("epsilon", "above 0", self.epsilon, self.epsilon > 0.0)?;
        check(
            "weight_decay",
            "0 or more",
            self.weight_decay,
            self.weight_decay >= 0.0,
        )?;
        check("clip_norm", "0 or more", self.clip_norm, self.clip_norm >= 0.0)
    }
}

fn check(field: &'static str, expected: &'static str, found: f64, holds: bool) -> Result<(), OptimizerError> {
    if holds && found.is_finite() {
        Ok(())
    } else {
        Err(OptimizerError::Setting {
            field,
            expected,
            found,
        })
    }
}
