//! The frozen form of the default network once more, in any kind of number and as `TorchScript`, from the parameters that
//! `docs/network.md` names.

use kumalak_env::OBSERVATION_LEN;
use kumalak_train::Network;
use ndarray::Array2;
use tch::{CModule, Kind, Tensor, no_grad};

/// Sum, in the numbers of libtorch's embedding bags.
const SUM: i64 = 0;
const NORM_EPSILON: f64 = 1e-5;

/// Parameters in one kind of number.
pub(crate) struct Frozen {
    /// `[V, W]`.
    table: Tensor,
    blocks: Vec<Block>,
    final_norm: Norm,
    /// `[W, 16]`.
    head: Tensor,
    /// `[16]`.
    head_bias: Tensor,
}

struct Norm {
    weight: Tensor,
    bias: Tensor,
}

struct Block {
    norm: Norm,
    first: Tensor,
    bias: Tensor,
    second: Tensor,
}

impl Norm {
    fn forward(&self, rows: &Tensor) -> Tensor {
        let (weight, bias) = (Some(&self.weight), Some(&self.bias));
        rows.layer_norm(self.weight.size(), weight, bias, NORM_EPSILON, false)
    }
}

impl Frozen {
    /// The parameters of a network. The speed does not depend on the table's numbers, so that each token has a row of its
    /// own here, drawn at random.
    pub(crate) fn of(network: &Network, kind: Kind) -> Self {
        let parameter = |name: &str| {
            let found = network
                .parameters()
                .iter()
                .find(|parameter| parameter.spec.name == name);
            let tensor = &found.unwrap_or_else(|| panic!("the network has {name}")).tensor;
            tensor.detach().to_kind(kind)
        };
        let norm = |name: &str| Norm {
            weight: parameter(&format!("{name}.weight")),
            bias: parameter(&format!("{name}.bias")),
        };
        let inputs_first = |name: &str| parameter(name).tr().contiguous();
        let width = network.settings().width as i64;
        let blocks = (0..network.settings().blocks).map(|index| Block {
            norm: norm(&format!("blocks.{index}.norm")),
            first: inputs_first(&format!("blocks.{index}.first.weight")),
            bias: parameter(&format!("blocks.{index}.first.bias")),
            second: inputs_first(&format!("blocks.{index}.second.weight")),
        });
        tch::manual_seed(1);
        let scale = 1.0 / (OBSERVATION_LEN as f64).sqrt();
        let random = |shape: [i64; 2], scale: f64| {
            (Tensor::randn(shape, (Kind::Float, tch::Device::Cpu)) * scale).to_kind(kind)
        };
        Self {
            table: random([ROWS_PER_COLUMN * OBSERVATION_LEN as i64, width], scale),
            blocks: blocks.collect(),
            final_norm: norm("final_norm"),
            head: random([width, 16], 1.0 / (width as f64).sqrt()),
            head_bias: Tensor::zeros([16], (kind, tch::Device::Cpu)),
        }
    }

    /// The rows of the table that these observations look up: `[B, 23]`.
    pub(crate) fn rows(&self, observations: &Array2<u8>) -> Tensor {
        let rows: Vec<i32> = observations
            .indexed_iter()
            .map(|((_, column), &token)| column as i32 * ROWS_PER_COLUMN as i32 + i32::from(token))
            .collect();
        Tensor::from_slice(&rows).view([observations.nrows() as i64, OBSERVATION_LEN as i64])
    }

    /// Answers: `[B, 16]`.
    pub(crate) fn forward(&self, rows: &Tensor) -> Tensor {
        no_grad(|| self.answer(rows))
    }

    fn answer(&self, rows: &Tensor) -> Tensor {
        let columns = OBSERVATION_LEN as i64;
        let bags = Tensor::arange_start_step(0, rows.numel() as i64, columns, (Kind::Int, rows.device()));
        let (mut stream, ..) = Tensor::embedding_bag(
            &self.table,
            &rows.view([-1]),
            &bags,
            false,
            SUM,
            false,
            None::<Tensor>,
            false,
        );
        for block in &self.blocks {
            let hidden = block
                .bias
                .addmm(&block.norm.forward(&stream), &block.first)
                .relu();
            stream = stream.addmm(&hidden, &block.second);
        }
        self.head_bias
            .addmm(&self.final_norm.forward(&stream).relu(), &self.head)
    }

    /// The same as a `TorchScript` module, traced for batches of this size.
    pub(crate) fn traced(&self, rows: &Tensor) -> Traced {
        let mut closure = |inputs: &[Tensor]| vec![self.answer(&inputs[0])];
        let inputs = [rows.shallow_clone()];
        let module = no_grad(|| CModule::create_by_tracing("network", "forward", &inputs, &mut closure));
        Traced(module.expect("libtorch traces the network"))
    }
}

/// Tokens of one column have fewer values than this.
const ROWS_PER_COLUMN: i64 = 163;

/// A `TorchScript` module of one batch size.
pub(crate) struct Traced(CModule);

impl Traced {
    pub(crate) fn forward(&self, input: &Tensor) -> Tensor {
        no_grad(|| self.0.method_ts("forward", &[input])).expect("the module answers")
    }
}
