use kumalak_env::OBSERVATION_LEN;
use tch::{Kind, Tensor};

use super::error::NetworkError;
use super::parameters::{Initialization, ParameterSpec, Parameters, WeightDecay};
use super::settings::NetworkSettings;
use super::vocabulary::{COUNT_COLUMNS, Vocabulary};

const COARSE: &str = "embedding.coarse";
const EXACT: &str = "embedding.exact";
const MARKS: &str = "embedding.marks";

/// Mode of libtorch's `embedding_bag` that adds the rows.
pub(super) const SUM: i64 = 0;

/// The sum of one learned vector for each token of an observation.
///
/// A count `n` in column `c` has the vector `exact[c, n] + Σ_k basis[n, k]·coarse[c, k]`. The first part can say anything
/// about every count; the second is shared by counts that resemble each other, so that rare counts start from what common
/// ones have taught. Tuzdiks and repetitions have plain vectors, `marks`.
#[derive(Debug)]
pub(super) struct ObservationEmbedding {
    exact: Tensor,
    coarse: Tensor,
    marks: Tensor,
    basis: Tensor,
    offsets: Tensor,
}

impl ObservationEmbedding {
    pub(super) fn specs(settings: &NetworkSettings, vocabulary: &Vocabulary) -> Vec<ParameterSpec> {
        let (counts, width) = (vocabulary.counts(), settings.width);
        let marks = vocabulary.table_rows() - COUNT_COLUMNS * counts;
        // The sum of 23 vectors has unit variance if each has 1/23, and a uniform number from −a to a has a²/3.
        let bound = (3.0 / OBSERVATION_LEN as f32).sqrt();
        let spec = |name: &str, shape: &[usize], bound: f32| ParameterSpec {
            name: name.to_owned(),
            shape: shape.to_vec(),
            decay: WeightDecay::Applies,
            initialization: Initialization::Uniform(bound),
        };
        vec![
            spec(EXACT, &[COUNT_COLUMNS, counts, width], 0.1 * bound),
            spec(COARSE, &[COUNT_COLUMNS, basis_size(vocabulary), width], bound),
            spec(MARKS, &[marks, width], bound),
        ]
    }

    pub(super) fn new(parameters: &Parameters, vocabulary: &Vocabulary) -> Result<Self, NetworkError> {
        let device = parameters.device();
        let shape = [vocabulary.counts() as i64, basis_size(vocabulary) as i64];
        let offsets = vocabulary.offsets().map(|offset| offset as i32);
        Ok(Self {
            exact: parameters.share(EXACT),
            coarse: parameters.share(COARSE),
            marks: parameters.share(MARKS),
            basis: Tensor::f_from_slice(&basis(vocabulary))?
                .f_view(shape)?
                .f_to_device(device)?,
            offsets: Tensor::f_from_slice(&offsets)?.f_to_device(device)?,
        })
    }

    /// One row for each token of each column: `[V, W]`.
    pub(super) fn table(&self) -> Result<Tensor, NetworkError> {
        let counts = self.exact.f_add(&self.basis.f_matmul(&self.coarse)?)?;
        Ok(Tensor::f_cat(&[&counts.f_flatten(0, 1)?, &self.marks], 0)?)
    }

    pub(super) fn forward(&self, tokens: &Tensor) -> Result<Tensor, NetworkError> {
        let rows = tokens.f_to_kind(Kind::Int)?.f_add(&self.offsets)?;
        sum_rows(&self.table()?, &rows)
    }
}

/// Adds the rows of `table` with these indices: `[V, W]` and `[B, 23]` give `[B, W]`.
fn sum_rows(table: &Tensor, rows: &Tensor) -> Result<Tensor, NetworkError> {
    let (batch, columns) = rows.size2()?;
    let bags = Tensor::f_arange_start_step(0, batch * columns, columns, (Kind::Int, rows.device()))?;
    let flat = rows.f_reshape([-1])?;
    let (sums, ..) = Tensor::f_embedding_bag(table, &flat, &bags, false, SUM, false, None::<Tensor>, false)?;
    Ok(sums)
}

/// Counts at which the piecewise linear part of the basis may bend: the Fibonacci numbers, dense where stones are few.
const KNOTS: [usize; 12] = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];

fn knots(vocabulary: &Vocabulary) -> Vec<usize> {
    let most = vocabulary.counts() - 1;
    KNOTS
        .into_iter()
        .filter(|&knot| knot < most)
        .chain([most])
        .collect()
}

fn basis_size(vocabulary: &Vocabulary) -> usize {
    knots(vocabulary).len() + 2 * vocabulary.pits()
}

/// What the coarse part of the embedding sees of each count: `[counts, K]`, row by row.
///
/// First the weights that interpolate linearly between the knots on both sides of the count, then a one-hot vector of
/// the count modulo the pits of the board, which says where a sowing of so many stones ends and holds the parity.
fn basis(vocabulary: &Vocabulary) -> Vec<f32> {
    let knots = knots(vocabulary);
    let lap = 2 * vocabulary.pits();
    let mut rows = Vec::with_capacity(vocabulary.counts() * basis_size(vocabulary));
    for count in 0..vocabulary.counts() {
        rows.extend((0..knots.len()).map(|index| hat(&knots, index, count)));
        rows.extend((0..lap).map(|residue| if count % lap == residue { 1.0 } else { 0.0 }));
    }
    rows
}

/// The function that is 1 at knot `index`, 0 at all others and linear between.
fn hat(knots: &[usize], index: usize, count: usize) -> f32 {
    let knot = knots[index];
    let neighbour = if count < knot {
        index.checked_sub(1)
    } else {
        Some(index + 1)
    };
    if count == knot {
        return 1.0;
    }
    let Some(&neighbour) = neighbour.and_then(|neighbour| knots.get(neighbour)) else {
        return 0.0;
    };
    let distance = count.abs_diff(knot) as f32 / neighbour.abs_diff(knot) as f32;
    (1.0 - distance).max(0.0)
}
