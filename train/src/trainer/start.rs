use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use kumalak_env::Pit;

use super::seeds::Purpose;
use super::{TrainError, Trainer, TrainingMonitor, names};
use crate::atomic_file::write_atomic;
use crate::checkpoint::Checkpoint;
use crate::config::{ConfigOverride, TrainConfig};
use crate::game_list::read_game_list;
use crate::metrics::MetricsLog;
use crate::network::Network;
use crate::optimizer::AdamW;
use crate::provenance::{Launch, Provenance};
use crate::replay::{ReplayWindow, WindowSize, read_replay_chunk, read_replay_count};
use crate::run_dir::{NamedCheckpoint, RunDir};

/// The only settings that a resumed run may change.
const LIMITS: &str = "limits";

impl Trainer {
    /// Begins a run in the folder `root`, which must be empty or missing, with an untrained network.
    ///
    /// # Errors
    /// If the folder holds something, or the network cannot be made.
    pub fn start(root: &Path, config: TrainConfig) -> Result<Self, TrainError> {
        // Whatever the settings forbid, such as a missing device, leaves no folder behind.
        config.run.device.open()?;
        let run = RunDir::create(root)?;
        write_config(&run, &config)?;
        Self::begin(run, config)
    }

    /// Goes on with the run in the folder `root` after its last complete iteration, exactly as if it had never stopped.
    /// `overrides` may change the limits. What an interrupted run has left behind is deleted, and the monitor told.
    ///
    /// # Errors
    /// If there is no run, another process trains in it, one of its files is damaged, or an override is not a limit.
    pub fn resume(
        root: &Path,
        overrides: &[ConfigOverride],
        monitor: &dyn TrainingMonitor,
    ) -> Result<Self, TrainError> {
        if let Some(fixed) = overrides.iter().find(|option| option.section() != LIMITS) {
            return Err(TrainError::FixedSetting(fixed.to_string()));
        }
        let run = RunDir::open(root)?;
        let config = TrainConfig::load(&run.config(), overrides)?;
        let latest = run.named(NamedCheckpoint::Latest)?;
        for leftover in run.remove_leftovers(latest)? {
            monitor.message(&format!(
                "dropped {}, of no complete iteration",
                leftover.display()
            ));
        }
        write_config(&run, &config)?;
        match latest {
            Some(iteration) => Self::go_on(run, config, iteration),
            None => Self::begin(run, config),
        }
    }

    /// Makes and saves the untrained network.
    fn begin(run: RunDir, config: TrainConfig) -> Result<Self, TrainError> {
        let device = config.run.device.open()?;
        let seed = Purpose::Network.seed(config.run.seed);
        let network = Network::new(&config.network, &config.rules.board_rules(), seed, device)?;
        let optimizer = AdamW::new(config.training.optimizer, network.parameters())
            .map_err(|source| TrainError::Optimizer { iteration: 0, source })?;
        add_launch(&run, &config, 0)?;
        let mut trainer = Self {
            metrics: MetricsLog::open(&run.metrics(), 0)?,
            window: ReplayWindow::new(config.training.window, run.root(), 0),
            earlier: Vec::new(),
            rules: config.rules.rules(),
            network,
            optimizer,
            iteration: 0,
            best: 0,
            run,
            config,
        };
        trainer.commit(0, 0)?;
        Ok(trainer)
    }

    fn go_on(run: RunDir, config: TrainConfig, iteration: u32) -> Result<Self, TrainError> {
        let rules = config.rules.board_rules();
        let path = run.checkpoint(iteration);
        let checkpoint = Checkpoint::load(&path)?;
        checkpoint.info.expect_rules(&path, &rules)?;
        let device = config.run.device.open()?;
        let network = Network::from_values(&checkpoint.info.network, &rules, &checkpoint.parameters, device)?;
        let state = checkpoint
            .optimizer
            .ok_or_else(|| TrainError::NoOptimizerState(path.display().to_string()))?;
        let optimizer = AdamW::resume(config.training.optimizer, network.parameters(), &state)
            .map_err(|source| TrainError::Optimizer { iteration, source })?;
        let metrics = MetricsLog::open(&run.metrics(), iteration)?;
        let best = metrics
            .rows()
            .iter()
            .filter_map(|row| row.number(names::BEST))
            .next_back();
        let best = best.map_or(0, |best| best as u32);
        run.set_named(NamedCheckpoint::Best, best)?;
        add_launch(&run, &config, iteration)?;
        Ok(Self {
            window: load_window(&run, config.training.window, iteration)?,
            earlier: match config.self_play.restarts.share > 0.0 && iteration > 0 {
                true => earlier_moves(&run, iteration)?,
                false => Vec::new(),
            },
            metrics,
            rules: config.rules.rules(),
            network,
            optimizer,
            iteration,
            best,
            run,
            config,
        })
    }
}

/// The window after iteration `latest`, read from as few chunks as hold it.
fn load_window(run: &RunDir, size: WindowSize, latest: u32) -> Result<ReplayWindow, TrainError> {
    let counts: Vec<u64> = (1..=latest)
        .map(|iteration| read_replay_count(&run.replay_chunk(iteration), iteration))
        .collect::<Result<_, _>>()?;
    let played: u64 = counts.iter().sum();
    let first = played - size.at(played);
    let mut begins = 0;
    let mut window = None;
    for (iteration, count) in (1..=latest).zip(counts) {
        if begins + count > first {
            let samples = read_replay_chunk(&run.replay_chunk(iteration), iteration)?;
            window
                .get_or_insert_with(|| ReplayWindow::new(size, run.root(), begins))
                .extend(&samples)
                .map_err(TrainError::Window)?;
        }
        begins += count;
    }
    Ok(window.unwrap_or_else(|| ReplayWindow::new(size, run.root(), played)))
}

/// Moves of the games of an iteration.
fn earlier_moves(run: &RunDir, iteration: u32) -> Result<Vec<Vec<Pit>>, TrainError> {
    let games = read_game_list(&run.games(iteration))?;
    Ok(games.into_iter().map(|game| game.moves).collect())
}

fn write_config(run: &RunDir, config: &TrainConfig) -> Result<(), TrainError> {
    write_atomic(&run.config(), |file| file.write_all(config.to_toml().as_bytes()))?;
    Ok(())
}

/// Adds this process to the provenance of the run.
fn add_launch(run: &RunDir, config: &TrainConfig, iteration: u32) -> Result<(), TrainError> {
    let path = run.provenance();
    let mut provenance = read_provenance(&path)?;
    provenance
        .launches
        .push(Launch::current(config.run.seed, iteration));
    write_atomic(&path, |file| Ok(serde_json::to_writer_pretty(file, &provenance)?))?;
    Ok(())
}

fn read_provenance(path: &PathBuf) -> Result<Provenance, TrainError> {
    if !path.exists() {
        return Ok(Provenance::default());
    }
    let failed = |reason: String| TrainError::Provenance(format!("cannot read {}: {reason}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| failed(error.to_string()))
}
