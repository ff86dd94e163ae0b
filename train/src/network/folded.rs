use tch::{Tensor, no_grad};

use super::Network;
use super::embedding::SUM;
use super::error::NetworkError;
use super::heads::{HEAD_COLUMNS, MARGIN_SCALE, OutputHeads};
use super::layers::{LayerNorm, ResidualBlock};
use super::vocabulary::Vocabulary;

/// Columns of an answer: nine policy logits, three outcome logits, the margin in stones, and three zeros, because libtorch
/// multiplies by 16 columns in half the time that it takes for 13.
pub(crate) const ANSWER_COLUMNS: usize = 16;

/// A network frozen for answering: the embedding is one table, the heads are one matrix, nothing has gradients.
///
/// It gives the same numbers as its network up to rounding.
#[derive(Debug)]
pub(crate) struct FoldedNetwork {
    vocabulary: Vocabulary,
    /// `[V, W]`.
    table: Tensor,
    blocks: Vec<FoldedBlock>,
    final_norm: Option<LayerNorm>,
    /// `[W, 16]`.
    head_weight: Tensor,
    /// `[16]`.
    head_bias: Tensor,
}

#[derive(Debug)]
struct FoldedBlock {
    norm: Option<LayerNorm>,
    /// `[W, W]`, inputs first.
    first: Tensor,
    bias: Tensor,
    /// `[W, W]`, inputs first.
    second: Tensor,
}

impl FoldedNetwork {
    pub(super) fn new(network: &Network) -> Result<Self, NetworkError> {
        no_grad(|| {
            let (head_weight, head_bias) = fold_heads(&network.heads)?;
            Ok(Self {
                vocabulary: network.vocabulary,
                table: network.embedding.table()?,
                blocks: network
                    .blocks
                    .iter()
                    .map(FoldedBlock::new)
                    .collect::<Result<_, _>>()?,
                final_norm: network.final_norm.as_ref().map(LayerNorm::freeze).transpose()?,
                head_weight,
                head_bias,
            })
        })
    }

    /// The tokens that it knows.
    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Answers for the positions with these rows of the table, `[B·23]`: `[B, 16]`, see [`ANSWER_COLUMNS`]. `bags` holds the
    /// multiples of 23 below `B·23`.
    ///
    /// # Errors
    /// If libtorch fails.
    pub(crate) fn forward(&self, rows: &Tensor, bags: &Tensor) -> Result<Tensor, NetworkError> {
        let (mut stream, ..) = Tensor::f_internal_embedding_bag_forward_only(
            &self.table,
            rows,
            bags,
            false,
            SUM,
            false,
            None::<Tensor>,
            false,
            -1,
        )?;
        for block in &self.blocks {
            block.add_to(&mut stream)?;
        }
        let mut features = match &self.final_norm {
            Some(norm) => norm.forward(&stream)?,
            None => stream,
        };
        Ok(self.head_bias.f_addmm(&features.f_relu_()?, &self.head_weight)?)
    }
}

impl FoldedBlock {
    fn new(block: &ResidualBlock) -> Result<Self, NetworkError> {
        Ok(Self {
            norm: block.norm.as_ref().map(LayerNorm::freeze).transpose()?,
            first: inputs_first(&block.first)?,
            bias: block.bias.f_detach_copy()?,
            second: inputs_first(&block.second)?,
        })
    }

    fn add_to(&self, stream: &mut Tensor) -> Result<(), NetworkError> {
        let normalized = self.norm.as_ref().map(|norm| norm.forward(stream)).transpose()?;
        let input = normalized.as_ref().unwrap_or(stream);
        let hidden = self.bias.f_addmm(input, &self.first)?.f_relu_()?;
        let _ = stream.f_addmm_(&hidden, &self.second)?;
        Ok(())
    }
}

fn fold_heads(heads: &OutputHeads) -> Result<(Tensor, Tensor), NetworkError> {
    let OutputHeads {
        policy,
        outcome,
        margin,
    } = heads;
    let margin_weight = margin.weight.f_mul_scalar(MARGIN_SCALE)?;
    let margin_bias = margin.bias.f_mul_scalar(MARGIN_SCALE)?;
    let weight = Tensor::f_cat(&[&policy.weight, &outcome.weight, &margin_weight], 0)?;
    let bias = Tensor::f_cat(&[&policy.bias, &outcome.bias, &margin_bias], 0)?;
    let padding = (ANSWER_COLUMNS - HEAD_COLUMNS) as i64;
    Ok((
        inputs_first(&weight.f_constant_pad_nd([0, 0, 0, padding])?)?,
        bias.f_constant_pad_nd([0, padding])?,
    ))
}

fn inputs_first(weight: &Tensor) -> Result<Tensor, NetworkError> {
    Ok(weight.f_detach()?.f_tr()?.f_contiguous()?)
}
