//! Players from their specifications, with the networks that they need.

use std::path::Path;

use anyhow::Context;
use kumalak_env::{Position, Rules};
use kumalak_selfplay::{ExactPlayer, ExternalEngine, MctsPlayer, Player, PlayerSpec, PolicyPlayer};
use kumalak_train::{
    ComputeDevice, Network, NetworkEvaluator, load_network, resolve_checkpoint, set_libtorch_threads,
};

use crate::exit::UsageError;
use crate::interrupt::InterruptWatch;

/// As many of one player as there are threads to play on. They all play alike.
///
/// # Errors
/// If a checkpoint cannot be loaded or is for other rules, or the device is absent.
pub(crate) fn build_players(
    spec: &PlayerSpec,
    rules: &Rules,
    device: ComputeDevice,
    threads: usize,
) -> anyhow::Result<Vec<Box<dyn Player>>> {
    let name = spec.to_string();
    match spec {
        PlayerSpec::Network { path, search } => {
            let network = load(path, rules, device)?;
            repeat(threads, || {
                let evaluator = NetworkEvaluator::new(&network)?;
                let player = MctsPlayer::new(&name, evaluator, search.settings())?;
                Ok(match search.time {
                    Some(time) => player.with_time(time),
                    None => player,
                })
            })
        }
        PlayerSpec::Policy { path } => {
            let network = load(path, rules, device)?;
            repeat(threads, || {
                Ok(PolicyPlayer::new(&name, NetworkEvaluator::new(&network)?))
            })
        }
        PlayerSpec::Engine { path } => repeat(threads, || {
            Ok(ExternalEngine::open_watched(&name, path, rules, &InterruptWatch)?)
        }),
        PlayerSpec::Exact => {
            // Clones share the solved board.
            let player = ExactPlayer::default();
            repeat(threads, || Ok(player.clone()))
        }
        PlayerSpec::Random | PlayerSpec::Greedy | PlayerSpec::AlphaBeta(_) | PlayerSpec::Rollouts(_) => (0
            ..threads)
            .map(|_| spec.build_builtin().with_context(|| format!("no player {name}")))
            .collect(),
    }
}

/// Checks that `exact`, if it is the player, can solve games that begin with this position.
///
/// # Errors
/// If the board is too large.
pub(crate) fn check_solvable(spec: &PlayerSpec, rules: &Rules, start: &Position) -> Result<(), UsageError> {
    if *spec != PlayerSpec::Exact {
        return Ok(());
    }
    let checked = ExactPlayer::default().check_start(rules, start);
    checked.map_err(|error| UsageError(format!("{spec} cannot solve this board: {error}")))
}

/// Loads the network of a checkpoint: its folder, a run, `RUN/latest` or `RUN/best`.
///
/// # Errors
/// If there is none, it is broken, it is for other rules, or the device is absent.
pub(crate) fn load(path: &Path, rules: &Rules, device: ComputeDevice) -> anyhow::Result<Network> {
    let checkpoint = resolve_checkpoint(path)?;
    // Threads of our own use the cores; see there why libtorch's would only wait.
    set_libtorch_threads(1);
    let (network, info) = load_network(&checkpoint, device.open()?)?;
    info.expect_rules(&checkpoint, rules)?;
    Ok(network)
}

fn repeat<P: Player + 'static>(
    count: usize,
    build: impl Fn() -> anyhow::Result<P>,
) -> anyhow::Result<Vec<Box<dyn Player>>> {
    (0..count)
        .map(|_| build().map(|player| Box::new(player) as Box<dyn Player>))
        .collect()
}
