use kumalak_env::stream;
use rand::RngExt;
use tch::{Device, Tensor, no_grad};

use super::error::NetworkError;

/// Whether an optimizer shrinks a parameter towards zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WeightDecay {
    /// Matrices and embedding tables decay.
    Applies,
    /// Biases and the scales of normalizations do not.
    Exempt,
}

/// How the first values of a parameter are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Initialization {
    /// The same number everywhere.
    Constant(f32),
    /// Uniform between minus and plus this number.
    Uniform(f32),
}

/// Name, shape and role of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterSpec {
    /// The name, which is also its name in a checkpoint.
    pub name: String,
    /// The shape.
    pub shape: Vec<usize>,
    /// Whether it decays.
    pub decay: WeightDecay,
    /// How it starts.
    pub initialization: Initialization,
}

impl ParameterSpec {
    /// Number of values.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether it has no value at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts the specifications that decay before those that do not, without other changes of the order.
    pub fn order(specs: &mut [Self]) {
        specs.sort_by_key(|spec| spec.decay == WeightDecay::Exempt);
    }

    /// The first values, from random stream `index` of `seed`.
    pub fn draw(&self, seed: u64, index: u64) -> Vec<f32> {
        match self.initialization {
            Initialization::Constant(value) => vec![value; self.len()],
            Initialization::Uniform(bound) => {
                let mut rng = stream(seed, index);
                (0..self.len())
                    .map(|_| bound * (2.0 * rng.random::<f32>() - 1.0))
                    .collect()
            }
        }
    }
}

/// One parameter: a leaf of the graph, and a view of [`Parameters::flat`].
#[derive(Debug)]
pub struct Parameter {
    /// Name, shape and role.
    pub spec: ParameterSpec,
    /// The values, which require gradients.
    pub tensor: Tensor,
    /// Where it begins in [`Parameters::flat`].
    pub offset: usize,
}

/// All parameters of a model, in one flat tensor `[P]` of 32-bit floats.
///
/// An optimizer then needs a handful of operations for a step, however many parameters there are. Those that decay come
/// first, so that one slice of the flat tensor holds them.
#[derive(Debug)]
pub struct Parameters {
    flat: Tensor,
    list: Vec<Parameter>,
    decaying: usize,
}

impl Parameters {
    /// Parameters with these specifications and values, on `device`. Specifications that decay stand before those that do
    /// not, see [`ParameterSpec::order`].
    ///
    /// # Errors
    /// If there are more or fewer values than the specifications say, or libtorch fails.
    pub fn new(specs: Vec<ParameterSpec>, values: &[Vec<f32>], device: Device) -> Result<Self, NetworkError> {
        let flat = concatenate(specs.iter(), values)?;
        Self::of_flat(specs, Tensor::f_from_slice(&flat)?.f_to_device(device)?)
    }

    fn of_flat(specs: Vec<ParameterSpec>, flat: Tensor) -> Result<Self, NetworkError> {
        let mut list = Vec::with_capacity(specs.len());
        let mut offset = 0;
        let mut decaying = 0;
        for spec in specs {
            let tensor = view(&flat, offset, &spec.shape)?
                .f_detach()?
                .f_set_requires_grad(true)?;
            let begin = offset;
            offset += spec.len();
            if spec.decay == WeightDecay::Applies {
                decaying = offset;
            }
            list.push(Parameter {
                spec,
                tensor,
                offset: begin,
            });
        }
        Ok(Self { flat, list, decaying })
    }

    /// The parameters in the order in which they lie in [`Parameters::flat`].
    pub fn iter(&self) -> std::slice::Iter<'_, Parameter> {
        self.list.iter()
    }

    /// Number of values of all parameters, `P`.
    pub fn len(&self) -> usize {
        self.list.iter().map(|parameter| parameter.spec.len()).sum()
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of the leading values of [`Parameters::flat`] decay.
    pub fn decaying(&self) -> usize {
        self.decaying
    }

    /// All values: `[P]`, sharing memory with the parameters.
    pub fn flat(&self) -> &Tensor {
        &self.flat
    }

    /// All values, to be changed in place under `tch::no_grad`.
    pub fn flat_mut(&mut self) -> &mut Tensor {
        &mut self.flat
    }

    /// The values of each parameter, in the order of [`Parameters::iter`].
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn values(&self) -> Result<Vec<Vec<f32>>, NetworkError> {
        self.split(&self.flat)
    }

    /// Cuts a tensor laid out like [`Parameters::flat`] into one list of numbers for each parameter.
    ///
    /// # Errors
    /// If it does not hold `P` 32-bit floats.
    pub fn split(&self, flat: &Tensor) -> Result<Vec<Vec<f32>>, NetworkError> {
        let mut numbers = vec![0.0; self.len()];
        no_grad(|| {
            flat.f_to_device(Device::Cpu)?
                .f_copy_data(&mut numbers, self.len())
        })?;
        Ok(self
            .list
            .iter()
            .map(|parameter| numbers[parameter.offset..][..parameter.spec.len()].to_vec())
            .collect())
    }

    /// Joins one list of numbers for each parameter into a tensor laid out like [`Parameters::flat`].
    ///
    /// # Errors
    /// If the lists do not fit the parameters, or libtorch fails.
    pub fn join(&self, values: &[Vec<f32>]) -> Result<Tensor, NetworkError> {
        let specs = self.iter().map(|parameter| &parameter.spec);
        Ok(Tensor::f_from_slice(&concatenate(specs, values)?)?.f_to_device(self.device())?)
    }

    /// The gradient of a scalar: `[P]`, laid out like [`Parameters::flat`]. Consumes the graph of `loss`.
    ///
    /// # Errors
    /// If `loss` is no scalar or does not depend on every parameter.
    pub fn gradient(&self, loss: &Tensor) -> Result<Tensor, NetworkError> {
        let leaves = self
            .list
            .iter()
            .map(|parameter| &parameter.tensor)
            .collect::<Vec<_>>();
        let gradients = Tensor::f_run_backward(&[loss], &leaves, false, false)?;
        let rows = gradients
            .iter()
            .map(|gradient| gradient.f_reshape([-1]))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Tensor::f_cat(&rows, 0)?)
    }

    /// Where they lie.
    pub fn device(&self) -> Device {
        self.flat.device()
    }

    pub(super) fn duplicate(&self) -> Result<Self, NetworkError> {
        let specs = self.list.iter().map(|parameter| parameter.spec.clone()).collect();
        Self::of_flat(specs, tch::no_grad(|| self.flat.f_detach_copy())?)
    }

    /// Shares the parameter called `name`, which is one of the model's own.
    pub(super) fn share(&self, name: &str) -> Tensor {
        let found = self.list.iter().find(|parameter| parameter.spec.name == name);
        found
            .expect("a layer asks for what its own specs list")
            .tensor
            .shallow_clone()
    }
}

fn concatenate<'a>(
    specs: impl ExactSizeIterator<Item = &'a ParameterSpec>,
    values: &[Vec<f32>],
) -> Result<Vec<f32>, NetworkError> {
    if specs.len() != values.len() {
        return Err(NetworkError::ParameterCount {
            expected: specs.len(),
            found: values.len(),
        });
    }
    let mut flat = Vec::new();
    for (spec, values) in specs.zip(values) {
        if values.len() != spec.len() {
            return Err(NetworkError::ParameterLength {
                name: spec.name.clone(),
                expected: spec.len(),
                found: values.len(),
            });
        }
        flat.extend_from_slice(values);
    }
    Ok(flat)
}

fn view(flat: &Tensor, offset: usize, shape: &[usize]) -> Result<Tensor, NetworkError> {
    let shape = shape.iter().map(|&size| size as i64).collect::<Vec<_>>();
    let part = flat.f_narrow(0, offset as i64, shape.iter().product())?;
    Ok(part.f_view(shape.as_slice())?)
}
