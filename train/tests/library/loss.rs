//! The loss and its parts.

use bytemuck::Zeroable;
use kumalak_env::{Position, Rules};
use kumalak_selfplay::Sample;
use kumalak_train::{Batch, Heads, Loss, LossMetrics, LossSettings, ValueTarget, Vocabulary};
use tch::{Device, Kind, Tensor};

use crate::common::small_network;

fn sample() -> Sample {
    let mut policy = [0.0; 9];
    policy[1] = 0.75;
    policy[4] = 0.25;
    Sample {
        policy,
        root_value: 0.5,
        margin: 16,
        outcome: 1,
        weight: 1.0,
        played_out: 1,
        observation: Position::start(&Rules::STANDARD).observation(1),
        ..Sample::zeroed()
    }
}

fn batch(samples: &[Sample]) -> Batch {
    Batch::new(samples, &Vocabulary::new(&Rules::STANDARD), Device::Cpu).unwrap()
}

fn heads(policy: [f32; 9], outcome: [f32; 3], margin: f32) -> Heads {
    Heads {
        policy: Tensor::from_slice(&policy).view([1, 9]),
        outcome: Tensor::from_slice(&outcome).view([1, 3]),
        margin: Tensor::from_slice(&[margin]),
    }
}

fn metrics(heads: &Heads, samples: &[Sample], target: ValueTarget) -> LossMetrics {
    let settings = LossSettings {
        value_target: target,
        ..LossSettings::default()
    };
    Loss::new(heads, &batch(samples), &settings)
        .unwrap()
        .metrics()
        .unwrap()
}

fn assert_near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-6,
        "expected {expected}, found {found}"
    );
}

#[test]
fn even_answers_cost_the_logarithm_of_their_number() {
    let metrics = metrics(
        &heads([0.0; 9], [0.0; 3], 16.0),
        &[sample()],
        ValueTarget::Outcome,
    );
    assert_near(metrics.policy, 9f64.ln());
    assert_near(metrics.policy_entropy, -0.75 * 0.75f64.ln() - 0.25 * 0.25f64.ln());
    assert_near(metrics.value, 3f64.ln());
    assert_near(metrics.margin, 0.0);
    assert_near(metrics.total, metrics.policy + metrics.value);
}

#[test]
fn empty_pits_take_no_probability() {
    let mut sample = sample();
    sample.observation[0] = 0;
    sample.observation[8] = 0;
    let logits = [50.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 50.0];
    let metrics = metrics(&heads(logits, [0.0; 3], 0.0), &[sample], ValueTarget::Outcome);
    assert_near(metrics.policy, 7f64.ln());
}

#[test]
fn results_are_mixed_with_the_root_value() {
    let logits = [1.0f32.ln(), 2.0f32.ln(), 5.0f32.ln()];
    let heads = heads([0.0; 9], logits, 0.0);
    let (win, loss) = (1.0f64 / 8.0, 5.0f64 / 8.0);
    let of_outcome = metrics(&heads, &[sample()], ValueTarget::Outcome);
    assert_near(of_outcome.value, -win.ln());
    // The root value 0.5 is a win with 0.75, of which half is mixed with a sure win.
    let mixed = metrics(&heads, &[sample()], ValueTarget::Mixed { root_weight: 0.5 });
    assert_near(mixed.value, -0.875 * win.ln() - 0.125 * loss.ln());
}

#[test]
fn the_root_value_alone_may_be_the_target() {
    let logits = [1.0f32.ln(), 2.0f32.ln(), 5.0f32.ln()];
    let metrics = metrics(&heads([0.0; 9], logits, 0.0), &[sample()], ValueTarget::RootValue);
    assert_near(metrics.value, -0.75 * 0.125f64.ln() - 0.25 * 0.625f64.ln());
}

#[test]
fn a_weight_counts_like_so_many_samples() {
    let of = |weight, played_out| {
        let sample = Sample {
            weight,
            played_out,
            ..sample()
        };
        metrics(&heads([0.0; 9], [0.0; 3], 48.0), &[sample], ValueTarget::Outcome)
    };
    let (once, twice) = (of(1.0, 1), of(2.0, 1));
    assert_near(twice.policy, 2.0 * once.policy);
    assert_near(twice.policy_entropy, 2.0 * once.policy_entropy);
    assert_near(twice.value, 2.0 * once.value);
    assert_near(twice.margin, 2.0 * once.margin);
    let given_up = of(2.0, 0);
    assert_near(given_up.margin, 0.0);
    assert_near(given_up.value, twice.value);
}

#[test]
fn each_result_has_its_own_column() {
    for (outcome, column) in [(1, 0), (0, 1), (-1, 2)] {
        let mut logits = [0.0; 3];
        logits[column] = 100.0;
        let sample = Sample { outcome, ..sample() };
        let metrics = metrics(&heads([0.0; 9], logits, 0.0), &[sample], ValueTarget::Outcome);
        assert_near(metrics.value, 0.0);
    }
}

#[test]
fn margins_far_off_cost_linearly() {
    let at = |margin| {
        metrics(
            &heads([0.0; 9], [0.0; 3], margin),
            &[sample()],
            ValueTarget::Outcome,
        )
        .margin
    };
    assert_near(at(24.0), 0.5 * 0.25);
    assert_near(at(48.0), 2.0 - 0.5);
}

#[test]
fn rows_do_not_mix() {
    let samples = [
        sample(),
        Sample {
            outcome: -1,
            margin: -3,
            ..sample()
        },
    ];
    let network = small_network(1);
    let settings = LossSettings::default();
    let of = |samples: &[Sample]| {
        let batch = batch(samples);
        let heads = network.forward(&batch.tokens).unwrap();
        Loss::new(&heads, &batch, &settings)
            .unwrap()
            .total
            .double_value(&[])
    };
    assert_near(of(&samples), (of(&samples[..1]) + of(&samples[1..])) / 2.0);
}

#[test]
fn the_gradient_is_finite_and_reaches_all_parameters() {
    let mut network = small_network(1);
    let _ = tch::no_grad(|| network.parameters_mut().flat_mut().f_add_scalar_(0.01).unwrap());
    let mut one_pit = sample();
    one_pit.observation[1..9].fill(0);
    let batch = batch(&[sample(), one_pit]);
    let heads = network.forward(&batch.tokens).unwrap();
    let loss = Loss::new(&heads, &batch, &LossSettings::default()).unwrap();
    let gradient = network.parameters().gradient(&loss.total).unwrap();
    assert_eq!(gradient.isfinite().all().int64_value(&[]), 1);
    let values = network.parameters().split(&gradient).unwrap();
    for (parameter, values) in network.parameters().iter().zip(values) {
        assert!(
            values.iter().any(|&value| value != 0.0),
            "{} has no gradient",
            parameter.spec.name
        );
    }
}

#[test]
fn unknown_tokens_are_refused() {
    let mut unknown = sample();
    unknown.observation[20] = 10;
    let error = Batch::new(
        &[sample(), unknown],
        &Vocabulary::new(&Rules::STANDARD),
        Device::Cpu,
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "observation 1, column 20: token 10 is not below 10"
    );
}

#[test]
fn batches_have_the_documented_shapes() {
    let batch = batch(&[sample(), sample(), sample()]);
    assert_eq!(
        (batch.tokens.size(), batch.tokens.kind()),
        (vec![3, 23], Kind::Uint8)
    );
    assert_eq!(batch.policy.size(), [3, 9]);
    for column in [&batch.outcome, &batch.root_value, &batch.margin] {
        assert_eq!((column.size(), column.kind()), (vec![3], Kind::Float));
    }
}
