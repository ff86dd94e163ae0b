//! A network as the evaluator of a search.

use crate::common::{observations, small_network};
use kumalak_env::Rules;
use kumalak_selfplay::{Evaluations, Evaluator};
use kumalak_train::{Network, NetworkEvaluator, NetworkSettings, Normalization, set_libtorch_threads};
use ndarray::{Array2, ArrayView2, s};
use tch::{Device, Kind, Tensor, no_grad};

fn evaluate(evaluator: &mut NetworkEvaluator, observations: ArrayView2<'_, u8>) -> Evaluations {
    let mut evaluations = Evaluations::zeros(observations.nrows());
    evaluator.evaluate(observations, &mut evaluations).unwrap();
    evaluations
}

fn tokens(observations: &Array2<u8>) -> Tensor {
    let tokens = Tensor::from_slice(observations.as_slice().unwrap());
    tokens.view([observations.nrows() as i64, 23])
}

#[test]
fn answers_are_those_of_the_network() {
    for rules in [Rules::STANDARD, Rules::BESTEMSHE] {
        for normalization in [Normalization::LayerNorm, Normalization::None] {
            let settings = NetworkSettings {
                width: 32,
                blocks: 2,
                normalization,
            };
            let network = Network::new(&settings, &rules, 5, Device::Cpu).unwrap();
            let observations = observations(&rules, 50);
            let answers = evaluate(&mut NetworkEvaluator::new(&network).unwrap(), observations.view());
            let heads = no_grad(|| network.forward(&tokens(&observations)).unwrap());
            assert_close(&heads.policy, answers.policy_logits.as_slice().unwrap());
            let outcome = heads.outcome.softmax(1, Kind::Float);
            assert_close(&outcome, answers.outcome.as_slice().unwrap());
            assert_close(&heads.margin, answers.margin.as_slice().unwrap());
        }
    }
}

fn assert_close(expected: &Tensor, found: &[f32]) {
    let found = Tensor::from_slice(found).view_as(expected);
    let error = (expected - found).abs().max().double_value(&[]);
    assert!(error < 2e-5, "they differ by {error}");
}

#[test]
fn equal_calls_give_equal_answers() {
    let network = small_network(1);
    let mut evaluator = NetworkEvaluator::new(&network).unwrap();
    let observations = observations(&Rules::STANDARD, 33);
    let first = evaluate(&mut evaluator, observations.view());
    evaluate(&mut evaluator, observations.slice(s![..7, ..]));
    assert_eq!(evaluate(&mut evaluator, observations.view()), first);
    let mut other = NetworkEvaluator::new(&small_network(1)).unwrap();
    assert_eq!(evaluate(&mut other, observations.view()), first);
}

#[test]
fn rows_beyond_the_batch_stay_as_they_are() {
    let mut evaluator = NetworkEvaluator::new(&small_network(1)).unwrap();
    let mut evaluations = Evaluations::zeros(4);
    evaluator
        .evaluate(observations(&Rules::STANDARD, 2).view(), &mut evaluations)
        .unwrap();
    assert!((evaluations.outcome.row(1).sum() - 1.0).abs() < 1e-6);
    assert_eq!(evaluations.outcome.row(2).sum(), 0.0);
    evaluator
        .evaluate(Array2::zeros((0, 23)).view(), &mut evaluations)
        .unwrap();
}

#[test]
fn views_with_gaps_are_read_in_order() {
    let mut evaluator = NetworkEvaluator::new(&small_network(1)).unwrap();
    let observations = observations(&Rules::STANDARD, 12);
    let every_second = observations.slice(s![..;2, ..]);
    let copied = every_second.to_owned();
    assert_eq!(
        evaluate(&mut evaluator, every_second),
        evaluate(&mut evaluator, copied.view())
    );
}

#[test]
fn answers_do_not_follow_later_changes_of_the_network() {
    let mut network = small_network(1);
    let mut evaluator = NetworkEvaluator::new(&network).unwrap();
    let observations = observations(&Rules::STANDARD, 5);
    let before = evaluate(&mut evaluator, observations.view());
    let _ = no_grad(|| network.parameters_mut().flat_mut().fill_(0.25));
    assert_eq!(evaluate(&mut evaluator, observations.view()), before);
}

#[test]
fn unknown_tokens_are_an_error_that_names_them() {
    let mut evaluator = NetworkEvaluator::new(&small_network(1)).unwrap();
    let mut observations = observations(&Rules::STANDARD, 3);
    observations[[2, 22]] = 3;
    let error = evaluator
        .evaluate(observations.view(), &mut Evaluations::zeros(3))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the evaluator failed: observation 2, column 22: token 3 is not below 3"
    );
}

#[test]
fn observations_of_another_width_are_an_error() {
    let mut evaluator = NetworkEvaluator::new(&small_network(1)).unwrap();
    let error = evaluator
        .evaluate(Array2::zeros((1, 22)).view(), &mut Evaluations::zeros(1))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the evaluator failed: observations must have 23 columns, got 22"
    );
}

#[test]
fn a_diverged_network_is_an_error() {
    let mut network = small_network(1);
    let _ = no_grad(|| network.parameters_mut().flat_mut().fill_(f64::NAN));
    let mut evaluator = NetworkEvaluator::new(&network).unwrap();
    let observations = observations(&Rules::STANDARD, 1);
    let error = evaluator
        .evaluate(observations.view(), &mut Evaluations::zeros(1))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the evaluator failed: the network's answer for observation 0 is not finite"
    );
}

#[test]
fn evaluators_move_between_threads() {
    let network = small_network(1);
    let mut evaluator = NetworkEvaluator::new(&network).unwrap();
    let observations = observations(&Rules::STANDARD, 6);
    let here = evaluate(&mut evaluator, observations.view());
    let there = std::thread::scope(|scope| {
        scope
            .spawn(move || evaluate(&mut evaluator, observations.view()))
            .join()
            .unwrap()
    });
    assert_eq!(here, there);
}

#[test]
fn new_threads_use_as_many_libtorch_threads_as_were_set() {
    set_libtorch_threads(1);
    let there = std::thread::spawn(tch::get_num_threads).join().unwrap();
    assert_eq!((tch::get_num_threads(), there), (1, 1));
}
