use kumalak_env::{MAX_PITS, OBSERVATION_LEN};
use kumalak_selfplay::Sample;
use tch::{Device, Tensor};

use crate::network::{NetworkError, Vocabulary};

/// Samples of self-play as tensors, each row from the side to move.
#[derive(Debug)]
pub struct Batch {
    /// Observations: bytes, `[B, 23]`.
    pub tokens: Tensor,
    /// The policy that the search arrived at: `[B, 9]`.
    pub policy: Tensor,
    /// 1 for a win, 0 for a draw, −1 for a loss: `[B]`.
    pub outcome: Tensor,
    /// Value of the root after the search, from −1 to 1: `[B]`.
    pub root_value: Tensor,
    /// Final stones of the side to move less those of the opponent: `[B]`, in stones.
    pub margin: Tensor,
    /// How much each sample counts: `[B]`.
    pub weight: Tensor,
    /// How much its margin counts: the same, or 0 if the game was not played out: `[B]`.
    pub margin_weight: Tensor,
}

impl Batch {
    /// Copies the samples to tensors on `device`.
    ///
    /// # Errors
    /// If an observation holds a token that the vocabulary does not know, or libtorch fails.
    pub fn new(samples: &[Sample], vocabulary: &Vocabulary, device: Device) -> Result<Self, NetworkError> {
        for (row, sample) in samples.iter().enumerate() {
            vocabulary.check(row, &sample.observation)?;
        }
        let column = |number: fn(&Sample) -> f32| {
            let numbers = samples.iter().map(number).collect::<Vec<_>>();
            Tensor::f_from_slice(&numbers)?.f_to_device(device)
        };
        let batch = samples.len() as i64;
        let tokens = samples
            .iter()
            .flat_map(|sample| sample.observation)
            .collect::<Vec<_>>();
        let policy = samples
            .iter()
            .flat_map(|sample| sample.policy)
            .collect::<Vec<_>>();
        Ok(Self {
            tokens: Tensor::f_from_slice(&tokens)?
                .f_view([batch, OBSERVATION_LEN as i64])?
                .f_to_device(device)?,
            policy: Tensor::f_from_slice(&policy)?
                .f_view([batch, MAX_PITS as i64])?
                .f_to_device(device)?,
            outcome: column(|sample| f32::from(sample.outcome))?,
            root_value: column(|sample| sample.root_value)?,
            margin: column(|sample| f32::from(sample.margin))?,
            weight: column(|sample| sample.weight)?,
            margin_weight: column(|sample| sample.weight * f32::from(sample.played_out))?,
        })
    }
}
