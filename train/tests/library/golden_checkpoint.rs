//! A small checkpoint that is kept in `data/golden_checkpoint`, with what its network answers and plays. The tests of the
//! Python package read the same files, so that both sides give the same numbers and moves.
//!
//! The network is drawn from a seed. This writes the files anew:
//!
//! ```text
//! cargo nextest run --release -p kumalak-train -E 'test(write_the_golden_checkpoint)' --run-ignored only
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use kumalak_env::{Game, Rules, stream};
use kumalak_selfplay::{
    Evaluations, Evaluator, MctsPlayer, MoveLimits, Player, PlayerSpec, PolicyPlayer, SearchSettings,
};
use kumalak_train::{Checkpoint, Network, NetworkEvaluator, NetworkSettings, load_network};
use serde::{Deserialize, Serialize};
use tch::Device;

use crate::common::observations;

const SEED: u64 = 5;
const ANSWERS_FILE: &str = "answers.json";
/// Plies after which the games are broken off.
const PLIES: usize = 40;
const SPECS: [&str; 3] = [
    "policy:GOLDEN",
    "net:GOLDEN,sims=24",
    "net:GOLDEN,sims=32,search=gumbel",
];

/// What the network answers and plays.
#[derive(Serialize, Deserialize)]
struct Answers {
    /// `[B, 23]`.
    observations: Vec<Vec<u8>>,
    /// `[B, 9]`.
    policy_logits: Vec<Vec<f32>>,
    /// `[B, 3]`.
    outcome: Vec<Vec<f32>>,
    /// `[B]`.
    margin: Vec<f32>,
    games: Vec<PlayedGame>,
}

/// A game of a player against itself.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct PlayedGame {
    /// The player; `GOLDEN` stands for the folder of the checkpoint.
    spec: String,
    /// Numbers of the pits that it played.
    moves: Vec<usize>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden_checkpoint")
}

/// The network whose parameters are kept. Its heads speak louder than those of a new network, so that rounding decides
/// nothing.
fn golden_network() -> Network {
    let rules = Rules::new(5, 5).unwrap();
    let settings = NetworkSettings {
        width: 8,
        blocks: 2,
        ..NetworkSettings::default()
    };
    let network = Network::new(&settings, &rules, SEED, Device::Cpu).unwrap();
    let mut values = network.parameters().values().unwrap();
    for (values, spec) in values.iter_mut().zip(Network::specs(&settings, &rules).unwrap()) {
        if ["policy.weight", "outcome.weight", "margin.weight"].contains(&spec.name.as_str()) {
            values.iter_mut().for_each(|value| *value *= 16.0);
        }
    }
    Network::from_values(&settings, &rules, &values, Device::Cpu).unwrap()
}

fn answers(network: &Network) -> Answers {
    let observations = observations(network.rules(), 12);
    let mut evaluations = Evaluations::zeros(observations.nrows());
    let mut evaluator = NetworkEvaluator::new(network).unwrap();
    evaluator.evaluate(observations.view(), &mut evaluations).unwrap();
    let rows = |array: &ndarray::Array2<f32>| array.outer_iter().map(|row| row.to_vec()).collect();
    Answers {
        observations: observations.outer_iter().map(|row| row.to_vec()).collect(),
        policy_logits: rows(&evaluations.policy_logits),
        outcome: rows(&evaluations.outcome),
        margin: evaluations.margin.to_vec(),
        games: SPECS.map(|spec| play(network, spec)).into(),
    }
}

fn play(network: &Network, spec: &str) -> PlayedGame {
    let mut player = player(network, spec);
    let mut game = Game::new(*network.rules());
    while !game.is_over() && game.moves().len() < PLIES {
        let mut rng = stream(0, 0);
        let pits = player.choose(&[&game], &mut [&mut rng], &MoveLimits::NONE);
        game.play(pits.unwrap()[0]);
    }
    PlayedGame {
        spec: spec.to_owned(),
        moves: game.moves().iter().map(|pit| pit.number()).collect(),
    }
}

fn player(network: &Network, spec: &str) -> Box<dyn Player> {
    let evaluator = NetworkEvaluator::new(network).unwrap();
    match spec.parse().unwrap() {
        PlayerSpec::Network { search, .. } => {
            let settings: SearchSettings = search.settings();
            Box::new(MctsPlayer::new(spec, evaluator, settings).unwrap())
        }
        _ => Box::new(PolicyPlayer::new(spec, evaluator)),
    }
}

fn assert_close(found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < tolerance,
            "{found} instead of {expected}"
        );
    }
}

#[test]
fn the_golden_checkpoint_holds_the_network_of_its_seed() {
    let (network, _) = load_network(&folder(), Device::Cpu).unwrap();
    assert_eq!(network.rules(), golden_network().rules());
    let values = network.parameters().values().unwrap();
    assert_eq!(values, golden_network().parameters().values().unwrap());
}

#[test]
fn the_golden_network_answers_and_plays_as_written_down() {
    let (network, _) = load_network(&folder(), Device::Cpu).unwrap();
    let expected = fs::read(folder().join(ANSWERS_FILE)).unwrap();
    let expected: Answers = serde_json::from_slice(&expected).unwrap();
    let found = answers(&network);
    assert_eq!(found.observations, expected.observations);
    assert_close(
        &found.policy_logits.concat(),
        &expected.policy_logits.concat(),
        1e-4,
    );
    assert_close(&found.outcome.concat(), &expected.outcome.concat(), 1e-5);
    assert_close(&found.margin, &expected.margin, 1e-3);
    assert_eq!(found.games, expected.games);
}

#[test]
#[ignore = "writes the files that the other tests read"]
fn write_the_golden_checkpoint() {
    let network = golden_network();
    if folder().exists() {
        fs::remove_dir_all(folder()).unwrap();
    }
    let checkpoint = Checkpoint::new(&network, None, SEED, serde_json::Value::Null).unwrap();
    checkpoint.save(&folder()).unwrap();
    let mut text = serde_json::to_string(&answers(&network)).unwrap();
    text.push('\n');
    fs::write(folder().join(ANSWERS_FILE), text).unwrap();
}
