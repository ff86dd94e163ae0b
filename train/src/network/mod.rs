//! The policy and value network: a residual perceptron over an embedded board.

mod device;
mod embedding;
mod error;
mod folded;
mod heads;
mod layers;
mod parameters;
mod settings;
mod vocabulary;

pub use device::ComputeDevice;
pub use error::NetworkError;
pub(crate) use folded::{ANSWER_COLUMNS, FoldedNetwork};
pub use heads::Heads;
pub use parameters::{Initialization, Parameter, ParameterSpec, Parameters, WeightDecay};
pub use settings::{NetworkSettings, Normalization};
pub use vocabulary::{TokenError, Vocabulary};

use kumalak_env::Rules;
use tch::{Device, Tensor};

use embedding::ObservationEmbedding;
use heads::OutputHeads;
use layers::{LayerNorm, ResidualBlock};

/// A policy and value network with its parameters.
///
/// `docs/network.md` of the repository gives the exact formula, so that it can be rebuilt in other frameworks.
#[derive(Debug)]
pub struct Network {
    settings: NetworkSettings,
    rules: Rules,
    vocabulary: Vocabulary,
    parameters: Parameters,
    embedding: ObservationEmbedding,
    blocks: Vec<ResidualBlock>,
    final_norm: Option<LayerNorm>,
    heads: OutputHeads,
}

impl Network {
    /// A new network for boards of `rules`, with parameters drawn from `seed`: the same arguments give the same bits.
    ///
    /// # Errors
    /// If the settings are out of range or libtorch fails (no memory, no such device).
    pub fn new(
        settings: &NetworkSettings,
        rules: &Rules,
        seed: u64,
        device: Device,
    ) -> Result<Self, NetworkError> {
        let specs = Self::specs(settings, rules)?;
        let values = specs
            .iter()
            .enumerate()
            .map(|(index, spec)| spec.draw(seed, index as u64))
            .collect::<Vec<_>>();
        Self::assemble(settings, rules, Parameters::new(specs, &values, device)?)
    }

    /// The network with these parameter values, in the order of [`Network::specs`].
    ///
    /// # Errors
    /// If the settings are out of range, a value has another length than its specification, or libtorch fails.
    pub fn from_values(
        settings: &NetworkSettings,
        rules: &Rules,
        values: &[Vec<f32>],
        device: Device,
    ) -> Result<Self, NetworkError> {
        let specs = Self::specs(settings, rules)?;
        Self::assemble(settings, rules, Parameters::new(specs, values, device)?)
    }

    /// Names, shapes and roles of the parameters that a network with these settings has for boards of `rules`.
    ///
    /// # Errors
    /// If the settings are out of range.
    pub fn specs(settings: &NetworkSettings, rules: &Rules) -> Result<Vec<ParameterSpec>, NetworkError> {
        settings.validate()?;
        let mut specs = ObservationEmbedding::specs(settings, &Vocabulary::new(rules));
        for index in 0..settings.blocks {
            specs.extend(ResidualBlock::specs(settings, index));
        }
        specs.extend(settings.final_norm_specs());
        specs.extend(OutputHeads::specs(settings));
        ParameterSpec::order(&mut specs);
        Ok(specs)
    }

    fn assemble(
        settings: &NetworkSettings,
        rules: &Rules,
        parameters: Parameters,
    ) -> Result<Self, NetworkError> {
        let vocabulary = Vocabulary::new(rules);
        let blocks = (0..settings.blocks)
            .map(|index| ResidualBlock::new(&parameters, index, settings.normalization))
            .collect();
        Ok(Self {
            embedding: ObservationEmbedding::new(&parameters, &vocabulary)?,
            blocks,
            final_norm: settings.final_norm(&parameters),
            heads: OutputHeads::new(&parameters),
            settings: *settings,
            rules: *rules,
            vocabulary,
            parameters,
        })
    }

    /// What the network says about these observations, with a graph for gradients unless `tch::no_grad` holds.
    ///
    /// `tokens` are whole numbers of any kind, `[B, 23]`, on the network's device, each inside the [`Vocabulary`]:
    /// [`Batch`](crate::Batch) and [`NetworkEvaluator`](crate::NetworkEvaluator) see to that.
    ///
    /// # Errors
    /// If libtorch fails, for instance because the shape is another.
    pub fn forward(&self, tokens: &Tensor) -> Result<Heads, NetworkError> {
        let mut stream = self.embedding.forward(tokens)?;
        for block in &self.blocks {
            stream = block.forward(&stream)?;
        }
        if let Some(norm) = &self.final_norm {
            stream = norm.forward(&stream)?;
        }
        self.heads.forward(&stream.f_relu()?)
    }

    /// An independent copy on the same device, for another thread.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn duplicate(&self) -> Result<Self, NetworkError> {
        Self::assemble(&self.settings, &self.rules, self.parameters.duplicate()?)
    }

    /// The frozen form that answers fastest, with its own memory.
    ///
    /// # Errors
    /// If libtorch fails.
    pub(crate) fn fold(&self) -> Result<FoldedNetwork, NetworkError> {
        FoldedNetwork::new(self)
    }

    /// The settings it was built with.
    pub fn settings(&self) -> &NetworkSettings {
        &self.settings
    }

    /// The rules of the boards that it knows.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tokens that it knows.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Its parameters, in a fixed order.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The parameters, for an optimizer.
    pub fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    /// Where its parameters lie.
    pub fn device(&self) -> Device {
        self.parameters.device()
    }
}
