use kumalak_env::{MAX_PITS, OWN_PITS};
use kumalak_selfplay::InvalidSetting;
use serde::{Deserialize, Serialize};
use tch::{Kind, Reduction, Tensor};

use crate::batch::Batch;
use crate::network::{Heads, NetworkError};

/// What the loss weighs and aims at.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `policy_weight` | 1.0 | weight of the cross-entropy to the search's policy |
/// | `value_weight` | 1.0 | weight of the cross-entropy to win, draw or loss |
/// | `margin_weight` | 0.1 | weight of the Huber loss of the stones' margin |
/// | `value_target` | `mixed`, 0.5 | what the results are compared with |
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LossSettings {
    /// Weight of the policy's cross-entropy.
    pub policy_weight: f64,
    /// Weight of the result's cross-entropy.
    pub value_weight: f64,
    /// Weight of the margin's Huber loss.
    pub margin_weight: f64,
    /// What the result is compared with.
    pub value_target: ValueTarget,
}

/// What the predicted result is compared with.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ValueTarget {
    /// The result of the game, as D. Silver et al. took it ("A general reinforcement learning algorithm", 2018).
    Outcome,
    /// The value of the root after the search, which is less noisy but biased.
    RootValue,
    /// A mixture of both.
    Mixed {
        /// Share of the root value, from 0 to 1.
        root_weight: f64,
    },
}

impl LossSettings {
    /// Checks every value.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), InvalidSetting> {
        let weights = [
            ("loss.policy_weight", self.policy_weight),
            ("loss.value_weight", self.value_weight),
            ("loss.margin_weight", self.margin_weight),
        ];
        for (name, weight) in weights {
            InvalidSetting::unless(weight.is_finite() && weight >= 0.0, name, "at least 0", weight)?;
        }
        match self.value_target {
            ValueTarget::Mixed { root_weight } => InvalidSetting::unless(
                (0.0..=1.0).contains(&root_weight),
                "loss.value_target.mixed.root_weight",
                "from 0 to 1",
                root_weight,
            ),
            ValueTarget::Outcome | ValueTarget::RootValue => Ok(()),
        }
    }
}

impl Default for LossSettings {
    fn default() -> Self {
        Self {
            policy_weight: 1.0,
            value_weight: 1.0,
            margin_weight: 0.1,
            value_target: ValueTarget::Mixed { root_weight: 0.5 },
        }
    }
}

/// The loss of a batch, a scalar with its graph, and the parts of which it is made.
#[derive(Debug)]
pub struct Loss {
    /// The weighted sum, to be differentiated.
    pub total: Tensor,
    /// Mean cross-entropy of the policy, in nats.
    pub policy: Tensor,
    /// Mean entropy of the policy targets, in nats: the least that `policy` can be.
    pub policy_entropy: Tensor,
    /// Mean cross-entropy of the result, in nats.
    pub value: Tensor,
    /// Mean Huber loss of the margin, with the margin in units of [`MARGIN_UNIT`] stones.
    pub margin: Tensor,
}

/// The parts of a [`Loss`] as numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LossMetrics {
    /// The weighted sum.
    pub total: f64,
    /// Mean cross-entropy of the policy, in nats.
    pub policy: f64,
    /// Mean entropy of the policy targets, in nats: the least that `policy` can be.
    pub policy_entropy: f64,
    /// Mean cross-entropy of the result, in nats.
    pub value: f64,
    /// Mean Huber loss of the margin.
    pub margin: f64,
}

/// Stones that count as 1 in the loss of the margin.
pub const MARGIN_UNIT: f64 = 16.0;

/// Stands for minus infinity in the logits of illegal pits, where infinity times a target of 0 would be no number.
const MASKED: f64 = -1e9;

impl Loss {
    /// The loss of `heads`, which a network has said about the observations of `batch`. Each part is a mean weighted by the
    /// samples' weights; that of the margin leaves out samples of games that were not played out.
    ///
    /// Pits without stones get no probability. A root value `v` stands for a win with (1 + v) / 2, a loss with (1 − v) / 2
    /// and no draw: it does not say how likely a draw is, and draws are rare.
    ///
    /// # Errors
    /// If libtorch fails, for instance because the shapes differ.
    pub fn new(heads: &Heads, batch: &Batch, settings: &LossSettings) -> Result<Self, NetworkError> {
        let policy = policy_loss(heads, batch)?;
        let value = value_loss(heads, batch, settings.value_target)?;
        let margin = margin_loss(heads, batch)?;
        let total = policy
            .f_mul_scalar(settings.policy_weight)?
            .f_add(&value.f_mul_scalar(settings.value_weight)?)?
            .f_add(&margin.f_mul_scalar(settings.margin_weight)?)?;
        Ok(Self {
            total,
            policy,
            policy_entropy: policy_entropy(batch)?,
            value,
            margin,
        })
    }

    /// The parts as numbers. Waits for the device.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn metrics(&self) -> Result<LossMetrics, NetworkError> {
        Ok(LossMetrics {
            total: self.total.f_double_value(&[])?,
            policy: self.policy.f_double_value(&[])?,
            policy_entropy: self.policy_entropy.f_double_value(&[])?,
            value: self.value.f_double_value(&[])?,
            margin: self.margin.f_double_value(&[])?,
        })
    }
}

fn policy_loss(heads: &Heads, batch: &Batch) -> Result<Tensor, NetworkError> {
    let own_pits = batch.tokens.f_narrow(1, OWN_PITS as i64, MAX_PITS as i64)?;
    let logits = heads.policy.f_masked_fill(&own_pits.f_eq(0)?, MASKED)?;
    cross_entropy(&logits, &batch.policy, &batch.weight)
}

fn value_loss(heads: &Heads, batch: &Batch, target: ValueTarget) -> Result<Tensor, NetworkError> {
    let results = result_probabilities(&batch.outcome)?;
    let target = match target {
        ValueTarget::Outcome => results,
        ValueTarget::Mixed { root_weight } => {
            results.f_lerp(&root_probabilities(&batch.root_value)?, root_weight)?
        }
        ValueTarget::RootValue => root_probabilities(&batch.root_value)?,
    };
    cross_entropy(&heads.outcome, &target, &batch.weight)
}

fn margin_loss(heads: &Heads, batch: &Batch) -> Result<Tensor, NetworkError> {
    let predicted = heads.margin.f_div_scalar(MARGIN_UNIT)?;
    let target = batch.margin.f_div_scalar(MARGIN_UNIT)?;
    let losses = predicted.f_huber_loss(&target, Reduction::None, 1.0)?;
    weighted_mean(&losses, &batch.margin_weight)
}

/// Weighted mean over the batch of `−Σ target·log softmax(logits)`.
fn cross_entropy(logits: &Tensor, target: &Tensor, weight: &Tensor) -> Result<Tensor, NetworkError> {
    let log_probabilities = logits.f_log_softmax(1, None::<Kind>)?;
    let losses = log_probabilities
        .f_mul(target)?
        .f_sum_dim_intlist(1, false, None::<Kind>)?
        .f_neg()?;
    weighted_mean(&losses, weight)
}

/// Sum of weight times loss, divided by the size of the batch: `[B]` and `[B]` give a scalar. Weights are 1 in the mean of
/// each game, and a batch whose positions weigh little moves the network little.
fn weighted_mean(losses: &Tensor, weight: &Tensor) -> Result<Tensor, NetworkError> {
    Ok(losses.f_mul(weight)?.f_mean(None::<Kind>)?)
}

fn policy_entropy(batch: &Batch) -> Result<Tensor, NetworkError> {
    let terms = batch.policy.f_xlogy(&batch.policy)?;
    let entropies = terms.f_sum_dim_intlist(1, false, None::<Kind>)?.f_neg()?;
    weighted_mean(&entropies, &batch.weight)
}

/// 1, 0, −1 to win, draw, loss: `[B]` gives `[B, 3]`.
fn result_probabilities(outcome: &Tensor) -> Result<Tensor, NetworkError> {
    let columns = [outcome.f_eq(1)?, outcome.f_eq(0)?, outcome.f_eq(-1)?];
    Ok(Tensor::f_stack(&columns, 1)?.f_to_kind(Kind::Float)?)
}

/// Values from −1 to 1 to win, draw, loss: `[B]` gives `[B, 3]`.
fn root_probabilities(value: &Tensor) -> Result<Tensor, NetworkError> {
    let win = value.f_add_scalar(1.0)?.f_mul_scalar(0.5)?;
    let loss = win.f_neg()?.f_add_scalar(1.0)?;
    Ok(Tensor::f_stack(&[&win, &win.f_zeros_like()?, &loss], 1)?)
}
