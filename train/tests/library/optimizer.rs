//! The optimizer takes the steps of `torch.optim.AdamW`.

use crate::common::small_network;
use kumalak_train::{
    AdamW, AdamWSettings, Initialization, OptimizerError, ParameterSpec, Parameters, WeightDecay,
};
use serde::Deserialize;
use tch::{Device, Kind, Tensor};

/// Numbers that `data/adamw.py` has computed with `torch.optim.AdamW` and `torch.nn.utils.clip_grad_norm_`.
#[derive(Deserialize)]
struct Fixture {
    settings: AdamWSettings,
    shapes: Shapes,
    start: Vec<f32>,
    steps: Vec<Step>,
    exp_avg: Vec<f32>,
    exp_avg_sq: Vec<f32>,
}

#[derive(Deserialize)]
struct Shapes {
    matrix: Vec<usize>,
    bias: Vec<usize>,
}

#[derive(Deserialize)]
struct Step {
    learning_rate: f64,
    gradient: Vec<f32>,
    norm: f64,
    parameters: Vec<f32>,
}

fn fixture() -> Fixture {
    serde_json::from_str(include_str!("../data/adamw.json")).unwrap()
}

impl Fixture {
    fn parameters(&self) -> Parameters {
        let spec = |name: &str, shape: &[usize], decay| ParameterSpec {
            name: name.to_owned(),
            shape: shape.to_vec(),
            decay,
            initialization: Initialization::Constant(0.0),
        };
        let specs = vec![
            spec("matrix", &self.shapes.matrix, WeightDecay::Applies),
            spec("bias", &self.shapes.bias, WeightDecay::Exempt),
        ];
        let (matrix, bias) = self.start.split_at(specs[0].len());
        Parameters::new(specs, &[matrix.to_vec(), bias.to_vec()], Device::Cpu).unwrap()
    }
}

fn assert_close(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs() / expected.abs().max(0.1);
        assert!(error < 1e-6, "expected {expected}, found {found}, {error} off");
    }
}

#[test]
fn steps_are_those_of_torch() {
    let fixture = fixture();
    let mut parameters = fixture.parameters();
    let mut optimizer = AdamW::new(fixture.settings, &parameters).unwrap();
    for step in &fixture.steps {
        let gradient = Tensor::from_slice(&step.gradient);
        let norm = optimizer
            .step(&mut parameters, gradient, step.learning_rate)
            .unwrap();
        assert!(
            (norm / step.norm - 1.0).abs() < 1e-6,
            "norm {norm}, expected {}",
            step.norm
        );
        assert_close(&parameters.values().unwrap().concat(), &step.parameters);
    }
    let state = optimizer.state(&parameters).unwrap();
    assert_eq!(state.step, fixture.steps.len() as u64);
    assert_close(&state.first_moment.concat(), &fixture.exp_avg);
    assert_close(&state.second_moment.concat(), &fixture.exp_avg_sq);
}

#[test]
fn a_resumed_optimizer_takes_the_same_steps() {
    let fixture = fixture();
    let (before, after) = fixture.steps.split_at(7);
    let run = |optimizer: &mut AdamW, parameters: &mut Parameters, steps: &[Step]| {
        for step in steps {
            let gradient = Tensor::from_slice(&step.gradient);
            optimizer.step(parameters, gradient, step.learning_rate).unwrap();
        }
    };
    let mut parameters = fixture.parameters();
    let mut optimizer = AdamW::new(fixture.settings, &parameters).unwrap();
    run(&mut optimizer, &mut parameters, before);
    let state = optimizer.state(&parameters).unwrap();
    let mut copy = fixture.parameters();
    let joined = copy.join(&parameters.values().unwrap()).unwrap();
    copy.flat_mut().copy_(&joined);
    run(&mut optimizer, &mut parameters, after);

    let mut resumed = AdamW::resume(fixture.settings, &copy, &state).unwrap();
    run(&mut resumed, &mut copy, after);
    assert_eq!(copy.values().unwrap(), parameters.values().unwrap());
    assert_eq!(
        resumed.state(&copy).unwrap(),
        optimizer.state(&parameters).unwrap()
    );
}

#[test]
fn a_gradient_that_is_no_number_changes_nothing() {
    let fixture = fixture();
    let mut parameters = fixture.parameters();
    let mut optimizer = AdamW::new(fixture.settings, &parameters).unwrap();
    let gradient = Tensor::full_like(parameters.flat(), f64::NAN);
    let error = optimizer.step(&mut parameters, gradient, 0.01).unwrap_err();
    assert!(matches!(error, OptimizerError::NotFinite { step: 1 }));
    assert_eq!(parameters.values().unwrap().concat(), fixture.start);
    assert_eq!(optimizer.steps(), 0);
}

#[test]
fn a_state_of_other_parameters_is_refused() {
    let fixture = fixture();
    let parameters = fixture.parameters();
    let optimizer = AdamW::new(fixture.settings, &parameters).unwrap();
    let mut state = optimizer.state(&parameters).unwrap();
    state.second_moment[1].pop();
    let error = AdamW::resume(fixture.settings, &parameters, &state).unwrap_err();
    assert_eq!(error.to_string(), "parameter bias needs 5 values, got 4");
}

#[test]
fn settings_out_of_range_are_named() {
    let settings = AdamWSettings {
        beta2: 1.0,
        ..AdamWSettings::default()
    };
    let error = AdamW::new(settings, small_network(1).parameters()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "optimizer.beta2 must be from 0 to below 1, got 1"
    );
}

#[test]
fn a_step_goes_down() {
    let mut network = small_network(3);
    let settings = AdamWSettings::default();
    let mut optimizer = AdamW::new(settings, network.parameters()).unwrap();
    let tokens = Tensor::ones([1, 23], (Kind::Uint8, Device::Cpu));
    let loss = |network: &kumalak_train::Network| {
        let heads = network.forward(&tokens).unwrap();
        (heads.margin - 5.0).square().mean(Kind::Float)
            + heads.policy.square().mean(Kind::Float)
            + heads.outcome.square().mean(Kind::Float)
    };
    let before = loss(&network).double_value(&[]);
    for _ in 0..20 {
        let gradient = network.parameters().gradient(&loss(&network)).unwrap();
        optimizer.step(network.parameters_mut(), gradient, 1e-3).unwrap();
    }
    let after = loss(&network).double_value(&[]);
    assert!(after < 0.5 * before, "{before} before, {after} after");
}
