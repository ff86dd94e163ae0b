use kumalak_env::{MAX_PITS, OBSERVATION_LEN};
use kumalak_selfplay::{Evaluations, Evaluator, EvaluatorError};
use ndarray::ArrayView2;
use tch::{Device, Kind, Tensor, no_grad};

use crate::network::{ANSWER_COLUMNS, FoldedNetwork, Network, NetworkError};

/// Lets a network judge positions for a search.
///
/// It holds a frozen copy, so that training may go on beside it, and room for a batch, so that equal batch sizes
/// allocate nothing on this side of libtorch. Each thread has its own.
#[derive(Debug)]
pub struct NetworkEvaluator {
    network: FoldedNetwork,
    device: Device,
    rows: Vec<i32>,
    bags: Tensor,
    answers: Vec<f32>,
}

impl NetworkEvaluator {
    /// Freezes the network as it is now.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn new(network: &Network) -> Result<Self, NetworkError> {
        Ok(Self {
            network: network.fold()?,
            device: network.device(),
            rows: Vec::new(),
            bags: bags(0, network.device())?,
            answers: Vec::new(),
        })
    }

    fn infer(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), NetworkError> {
        let batch = observations.nrows();
        self.read(observations)?;
        if self.bags.numel() != batch {
            self.bags = bags(batch, self.device)?;
        }
        let rows = Tensor::f_from_slice(&self.rows)?.f_to_device(self.device)?;
        let answers = no_grad(|| self.network.forward(&rows, &self.bags))?;
        let answers = answers.f_to_device(Device::Cpu)?;
        self.answers.resize(batch * ANSWER_COLUMNS, 0.0);
        answers.f_copy_data(&mut self.answers, batch * ANSWER_COLUMNS)?;
        for (row, answer) in self.answers.chunks_exact(ANSWER_COLUMNS).enumerate() {
            if !answer.iter().all(|number| number.is_finite()) {
                return Err(NetworkError::NotFinite { row });
            }
            write(answer, evaluations, row);
        }
        Ok(())
    }

    fn read(&mut self, observations: ArrayView2<'_, u8>) -> Result<(), NetworkError> {
        self.rows.clear();
        for (row, tokens) in observations.rows().into_iter().enumerate() {
            let mut observation = [0; OBSERVATION_LEN];
            if tokens.len() != OBSERVATION_LEN {
                return Err(NetworkError::Columns {
                    expected: OBSERVATION_LEN,
                    found: tokens.len(),
                });
            }
            observation
                .iter_mut()
                .zip(tokens)
                .for_each(|(to, from)| *to = *from);
            self.network
                .vocabulary()
                .append_rows(row, &observation, &mut self.rows)?;
        }
        Ok(())
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        if observations.nrows() == 0 {
            return Ok(());
        }
        self.infer(observations, evaluations)
            .map_err(|error| EvaluatorError(Box::new(error)))
    }
}

fn bags(batch: usize, device: Device) -> Result<Tensor, NetworkError> {
    let columns = OBSERVATION_LEN as i64;
    let end = columns * batch as i64;
    Ok(Tensor::f_arange_start_step(0, end, columns, (Kind::Int, device))?)
}

fn write(answer: &[f32], evaluations: &mut Evaluations, row: usize) {
    let (policy, rest) = answer.split_at(MAX_PITS);
    for (to, from) in evaluations.policy_logits.row_mut(row).iter_mut().zip(policy) {
        *to = *from;
    }
    let outcome = softmax([rest[0], rest[1], rest[2]]);
    for (to, from) in evaluations.outcome.row_mut(row).iter_mut().zip(outcome) {
        *to = from;
    }
    evaluations.margin[row] = rest[3];
}

fn softmax(logits: [f32; 3]) -> [f32; 3] {
    let most = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let weights = logits.map(|logit| (logit - most).exp());
    let sum = weights.iter().sum::<f32>();
    weights.map(|weight| weight / sum)
}
