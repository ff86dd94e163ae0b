//! What several tests need.

use kumalak_env::{OBSERVATION_LEN, Position, Rules, stream};
use kumalak_train::{Network, NetworkSettings, set_libtorch_threads};
use ndarray::Array2;
use rand::RngExt;
use tch::Device;

/// A network for the standard game that takes no time.
pub(crate) fn small_network(seed: u64) -> Network {
    // Tests run side by side, so that more threads inside one only wait for each other.
    set_libtorch_threads(1);
    Network::new(&small_settings(), &Rules::STANDARD, seed, Device::Cpu).unwrap()
}

/// Settings of a network that takes no time.
pub(crate) fn small_settings() -> NetworkSettings {
    NetworkSettings {
        width: 16,
        blocks: 2,
        ..NetworkSettings::default()
    }
}

/// Observations of the positions of random games: `[count, 23]`.
pub(crate) fn observations(rules: &Rules, count: usize) -> Array2<u8> {
    let mut rng = stream(7, 0);
    let mut tokens = Vec::with_capacity(count * OBSERVATION_LEN);
    let mut position = Position::start(rules);
    for _ in 0..count {
        tokens.extend(position.observation(1));
        let legal = position.legal_moves(rules).iter().collect::<Vec<_>>();
        position.play(rules, legal[rng.random_range(0..legal.len())]);
        if position.is_over() {
            position = Position::start(rules);
        }
    }
    Array2::from_shape_vec((count, OBSERVATION_LEN), tokens).unwrap()
}
