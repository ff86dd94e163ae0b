//! The network and its parameters.

use kumalak_env::{Rules, TuzdikRule, derive_seed};
use kumalak_train::{
    ComputeDevice, Initialization, Network, NetworkError, NetworkSettings, Normalization, ParameterSpec,
    WeightDecay,
};
use serde::Deserialize;
use tch::{Device, Kind, Tensor, no_grad};

use crate::common::{observations, small_network, small_settings};

fn tokens(count: usize) -> Tensor {
    let observations = observations(&Rules::STANDARD, count);
    Tensor::from_slice(observations.as_slice().unwrap()).view([count as i64, 23])
}

fn answers(network: &Network, tokens: &Tensor) -> Vec<f32> {
    no_grad(|| {
        let heads = network.forward(tokens).unwrap();
        let all = Tensor::cat(&[heads.policy, heads.outcome, heads.margin.unsqueeze(1)], 1);
        Vec::try_from(all.flatten(0, 1)).unwrap()
    })
}

/// A number that depends on every bit of every parameter.
fn fingerprint(network: &Network) -> u64 {
    let values = network.parameters().values().unwrap().concat();
    values
        .iter()
        .fold(0, |hash, value| derive_seed(hash, u64::from(value.to_bits())))
}

#[test]
fn heads_have_the_documented_shapes() {
    let heads = small_network(1).forward(&tokens(5)).unwrap();
    assert_eq!(heads.policy.size(), [5, 9]);
    assert_eq!(heads.outcome.size(), [5, 3]);
    assert_eq!(heads.margin.size(), [5]);
}

/// Numbers that `data/network.py` has computed with `torch`.
#[derive(Deserialize)]
struct Fixture {
    width: usize,
    blocks: usize,
    observations: Vec<Vec<u8>>,
    policy: Vec<f64>,
    outcome: Vec<f64>,
    margin: Vec<f64>,
}

#[test]
fn the_documented_formula_gives_the_same_answers_in_torch() {
    let fixture: Fixture = serde_json::from_str(include_str!("../data/network.json")).unwrap();
    let settings = NetworkSettings {
        width: fixture.width,
        blocks: fixture.blocks,
        normalization: Normalization::LayerNorm,
    };
    let specs = Network::specs(&settings, &Rules::STANDARD).unwrap();
    let values = specs
        .iter()
        .enumerate()
        .map(|(number, spec)| sines(number, spec))
        .collect::<Vec<_>>();
    let network = Network::from_values(&settings, &Rules::STANDARD, &values, Device::Cpu).unwrap();
    let observations = Tensor::from_slice(&fixture.observations.concat()).view([-1, 23]);
    let heads = no_grad(|| network.forward(&observations).unwrap());
    let answers = [
        (heads.policy, fixture.policy),
        (heads.outcome, fixture.outcome),
        (heads.margin, fixture.margin),
    ];
    for (found, expected) in answers {
        let difference = found.flatten(0, -1) - Tensor::from_slice(&expected);
        assert!(difference.abs().max().double_value(&[]) < 1e-4, "{difference}");
    }
}

/// The values that `data/network.py` gives to a parameter.
fn sines(number: usize, spec: &ParameterSpec) -> Vec<f32> {
    let centre = if spec.name.contains("norm.weight") {
        1.0
    } else {
        0.0
    };
    (0..spec.len())
        .map(|index| (0.5 * ((number + index) as f64).sin() + centre) as f32)
        .collect()
}

#[test]
fn a_seed_gives_the_same_bits_for_ever() {
    assert_eq!(fingerprint(&small_network(1)), fingerprint(&small_network(1)));
    assert_ne!(fingerprint(&small_network(1)), fingerprint(&small_network(2)));
    assert_eq!(fingerprint(&small_network(1)), 14_472_581_084_326_826_910);
}

#[test]
fn the_generator_of_libtorch_plays_no_part() {
    tch::manual_seed(1);
    let first = fingerprint(&small_network(1));
    tch::manual_seed(2);
    assert_eq!(fingerprint(&small_network(1)), first);
}

#[test]
fn a_new_network_finds_everything_about_equally_likely() {
    let network = Network::new(&NetworkSettings::default(), &Rules::STANDARD, 1, Device::Cpu).unwrap();
    let heads = no_grad(|| network.forward(&tokens(64)).unwrap());
    assert!(heads.policy.abs().max().double_value(&[]) < 0.5);
    assert!(heads.outcome.abs().max().double_value(&[]) < 0.5);
    assert!(heads.margin.abs().max().double_value(&[]) < 16.0);
}

#[test]
fn one_stone_more_can_change_the_answer() {
    let network = small_network(1);
    let board = tokens(1);
    let before = answers(&network, &board);
    for column in 0..23 {
        let mut cell = board.select(1, column);
        let token = cell.int64_value(&[0]);
        let _ = cell.fill_(if token == 0 { 1 } else { token - 1 });
        assert_ne!(answers(&network, &board), before, "column {column}");
        let _ = cell.fill_(token);
    }
    assert_eq!(answers(&network, &board), before);
}

#[test]
fn tokens_may_be_whole_numbers_of_any_kind() {
    let network = small_network(1);
    let bytes = tokens(9);
    assert_eq!(
        answers(&network, &bytes),
        answers(&network, &bytes.to_kind(Kind::Int64))
    );
}

#[test]
fn a_duplicate_shares_nothing() {
    let mut network = small_network(1);
    let copy = network.duplicate().unwrap();
    assert_eq!(fingerprint(&copy), fingerprint(&network));
    let before = answers(&copy, &tokens(3));
    let _ = no_grad(|| network.parameters_mut().flat_mut().zero_());
    assert_eq!(answers(&copy, &tokens(3)), before);
    assert_ne!(answers(&network, &tokens(3)), before);
}

#[test]
fn parameters_are_views_of_one_tensor() {
    let mut network = small_network(1);
    let _ = no_grad(|| network.parameters_mut().flat_mut().fill_(0.5));
    for parameter in network.parameters().iter() {
        assert_eq!(
            parameter.tensor.min().double_value(&[]),
            0.5,
            "{}",
            parameter.spec.name
        );
        assert!(parameter.tensor.requires_grad());
    }
}

#[test]
fn matrices_decay_and_vectors_do_not() {
    let network = small_network(1);
    let mut decaying = 0;
    for parameter in network.parameters().iter() {
        let matrix = parameter.spec.shape.len() > 1;
        assert_eq!(
            parameter.spec.decay == WeightDecay::Applies,
            matrix,
            "{}",
            parameter.spec.name
        );
        if matrix {
            assert_eq!(parameter.offset, decaying, "those that decay come first");
            decaying += parameter.spec.len();
        } else {
            assert!(matches!(
                parameter.spec.initialization,
                Initialization::Constant(_)
            ));
        }
    }
    assert_eq!(network.parameters().decaying(), decaying);
}

#[test]
fn names_and_shapes_are_those_of_the_documentation() {
    let settings = NetworkSettings {
        width: 8,
        blocks: 1,
        normalization: Normalization::LayerNorm,
    };
    let specs = Network::specs(&settings, &Rules::STANDARD).unwrap();
    let list = specs
        .iter()
        .map(|spec| (spec.name.as_str(), spec.shape.as_slice()))
        .collect::<Vec<_>>();
    let expected: &[(&str, &[usize])] = &[
        ("embedding.exact", &[20, 163, 8]),
        ("embedding.coarse", &[20, 31, 8]),
        ("embedding.marks", &[23, 8]),
        ("blocks.0.first.weight", &[8, 8]),
        ("blocks.0.second.weight", &[8, 8]),
        ("policy.weight", &[9, 8]),
        ("outcome.weight", &[3, 8]),
        ("margin.weight", &[1, 8]),
        ("blocks.0.norm.weight", &[8]),
        ("blocks.0.norm.bias", &[8]),
        ("blocks.0.first.bias", &[8]),
        ("final_norm.weight", &[8]),
        ("final_norm.bias", &[8]),
        ("policy.bias", &[9]),
        ("outcome.bias", &[3]),
        ("margin.bias", &[1]),
    ];
    assert_eq!(list, expected);
}

#[test]
fn parameter_counts_are_those_of_the_documentation() {
    for (width, blocks, expected) in [(64, 3, 275_917), (128, 3, 600_973), (256, 3, 1_398_541)] {
        let settings = NetworkSettings {
            width,
            blocks,
            ..NetworkSettings::default()
        };
        let specs = Network::specs(&settings, &Rules::STANDARD).unwrap();
        assert_eq!(
            specs.iter().map(|spec| spec.len()).sum::<usize>(),
            expected,
            "width {width}"
        );
    }
}

#[test]
fn small_boards_have_small_tables() {
    let rules = Rules::new(2, 2).unwrap().with_tuzdik(TuzdikRule::None);
    let network = Network::new(&small_settings(), &rules, 1, Device::Cpu).unwrap();
    assert_eq!(network.vocabulary().table_rows(), 20 * 9 + 2 * 3 + 3);
    network
        .forward(&Tensor::zeros([1, 23], (Kind::Uint8, Device::Cpu)))
        .unwrap();
}

#[test]
fn another_shape_is_an_error_of_one_line() {
    let error = small_network(1)
        .forward(&Tensor::zeros([2, 22], (Kind::Uint8, Device::Cpu)))
        .unwrap_err();
    assert!(matches!(error, NetworkError::Torch(_)));
    assert_eq!(error.to_string().lines().count(), 1);
}

#[test]
fn settings_out_of_range_are_named() {
    let settings = NetworkSettings {
        width: 0,
        ..NetworkSettings::default()
    };
    let error = Network::new(&settings, &Rules::STANDARD, 1, Device::Cpu).unwrap_err();
    assert_eq!(error.to_string(), "network.width must be 8 to 4096, got 0");
}

#[test]
fn unknown_settings_are_refused() {
    let error = toml::from_str::<NetworkSettings>("width = 64\nlayers = 3\n").unwrap_err();
    assert!(error.to_string().contains("unknown field `layers`"), "{error}");
    let settings: NetworkSettings = toml::from_str("normalization = \"none\"\n").unwrap();
    assert_eq!(settings.normalization, Normalization::None);
    assert_eq!(settings.width, NetworkSettings::default().width);
}

#[test]
fn devices_are_written_as_torch_writes_them() {
    for (text, device) in [
        ("cpu", ComputeDevice::Cpu),
        ("cuda", ComputeDevice::Cuda(0)),
        ("cuda:3", ComputeDevice::Cuda(3)),
    ] {
        assert_eq!(text.parse::<ComputeDevice>().unwrap(), device);
        assert_eq!(device.to_string(), text);
    }
    let error = "gpu".parse::<ComputeDevice>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown device \"gpu\": expected cpu, cuda or cuda:N"
    );
    assert_eq!(ComputeDevice::Cpu.open().unwrap(), Device::Cpu);
}

#[test]
fn a_missing_cuda_device_is_an_error() {
    let error = ComputeDevice::Cuda(1000).open().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("device cuda:1000 is not available: libtorch sees "),
        "{error}"
    );
}
