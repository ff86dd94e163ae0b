//! Training by self-play: the loop of `AlphaZero` (D. Silver et al., "A general reinforcement learning algorithm that
//! masters chess, shogi, and Go through self-play", 2018), one stage after the other.

mod error;
mod learning;
mod monitor;
mod seeds;
mod self_play_stage;
mod start;
mod strength;

use std::io::Write;
use std::time::Instant;

use kumalak_env::{Pit, Rules};

use crate::atomic_file::write_atomic;
use crate::checkpoint::Checkpoint;
use crate::config::TrainConfig;
use crate::evaluation::Comparison;
use crate::game_list::write_game_list;
use crate::metrics::{MetricsLog, MetricsRow};
use crate::network::Network;
use crate::optimizer::AdamW;
use crate::replay::{ReplayWindow, write_replay_chunk};
use crate::run_dir::{NamedCheckpoint, RunDir};

pub use error::TrainError;
pub use monitor::{Stage, TrainingMonitor};

/// Names of the metrics that the trainer reads back when a run is resumed.
mod names {
    /// Iteration of the best network so far.
    pub(super) const BEST: &str = "best/iteration";
    /// Seconds that the iteration took.
    pub(super) const SECONDS: &str = "time/total";
}

/// A training run: its folder, and in memory all that the next iteration needs.
#[derive(Debug)]
pub struct Trainer {
    config: TrainConfig,
    rules: Rules,
    run: RunDir,
    metrics: MetricsLog,
    window: ReplayWindow,
    /// Moves of the games of the last iteration, if the next ones may begin as they did.
    earlier: Vec<Vec<Pit>>,
    network: Network,
    optimizer: AdamW,
    /// Complete iterations.
    iteration: u32,
    /// Iteration of the best network so far.
    best: u32,
}

impl Trainer {
    /// Trains until a limit is reached. Returns the tables of the untrained and of the final network, unless the settings
    /// name no opponents for them.
    ///
    /// # Errors
    /// If something fails, or the monitor stops the run ([`TrainError::Stopped`]). All complete iterations are kept in the
    /// run folder, from where [`Trainer::resume`] goes on.
    pub fn run(&mut self, monitor: &dyn TrainingMonitor) -> Result<Option<Comparison>, TrainError> {
        if self.iteration == 0 {
            self.table(0, monitor)?;
        }
        while self.goes_on() {
            self.iterate(monitor)?;
        }
        if self.iteration < self.config.limits.iterations {
            let minutes = self.config.limits.minutes;
            monitor.message(&format!(
                "limits.minutes = {minutes} ends the training after iteration {}",
                self.iteration
            ));
        }
        self.comparison(monitor)
    }

    /// Self-play, replay window, training, evaluation, checkpoint.
    fn iterate(&mut self, monitor: &dyn TrainingMonitor) -> Result<(), TrainError> {
        let started = Instant::now();
        let iteration = self.iteration + 1;
        let mut row = MetricsRow::new(iteration);

        let games = self.play_games(iteration, monitor, &mut row)?;
        let samples: Vec<_> = games
            .iter()
            .flat_map(|game| game.samples.iter().copied())
            .collect();
        self.window.extend(&samples).map_err(TrainError::Window)?;
        self.learn(iteration, monitor, &mut row)?;
        let best = self.measure_strength(iteration, monitor, &mut row)?;

        write_replay_chunk(&self.run.replay_chunk(iteration), iteration, &samples)?;
        write_atomic(&self.run.games(iteration), |file| {
            file.write_all(write_game_list(&games).as_bytes())
        })?;
        row.add(names::BEST, best);
        row.add(names::SECONDS, started.elapsed().as_secs_f64());
        self.metrics.append(row)?;
        self.commit(iteration, best)?;
        if self.config.self_play.restarts.share > 0.0 {
            self.earlier = games.into_iter().map(|game| game.moves).collect();
        }
        Ok(())
    }

    /// Makes an iteration complete: after this the run goes on behind it, before this the run forgets it.
    fn commit(&mut self, iteration: u32, best: u32) -> Result<(), TrainError> {
        self.checkpoint(iteration)?
            .save(&self.run.checkpoint(iteration))?;
        self.run.set_named(NamedCheckpoint::Best, best)?;
        self.run.set_named(NamedCheckpoint::Latest, iteration)?;
        let replaced = [self.iteration, self.best];
        (self.iteration, self.best) = (iteration, best);
        for old in replaced {
            self.forget_checkpoint(old)?;
        }
        Ok(())
    }

    fn checkpoint(&self, iteration: u32) -> Result<Checkpoint, TrainError> {
        let optimizer = self.optimizer.state(self.network.parameters());
        let optimizer = optimizer.map_err(|source| TrainError::Optimizer { iteration, source })?;
        let progress = serde_json::json!({ "iteration": iteration });
        Ok(Checkpoint::new(
            &self.network,
            Some(optimizer),
            self.config.run.seed,
            progress,
        )?)
    }

    /// Deletes a checkpoint unless it is to be kept.
    fn forget_checkpoint(&self, iteration: u32) -> Result<(), TrainError> {
        let is_kept = iteration.is_multiple_of(self.config.run.keep_checkpoint_every)
            || [self.iteration, self.best].contains(&iteration);
        if !is_kept && self.run.checkpoint(iteration).exists() {
            self.run.remove_checkpoint(iteration)?;
        }
        Ok(())
    }

    /// Whether another iteration lies within the limits.
    fn goes_on(&self) -> bool {
        let limits = &self.config.limits;
        let iterations = self.metrics.rows().iter();
        let seconds: Vec<f64> = iterations.filter_map(|row| row.number(names::SECONDS)).collect();
        let expected = seconds.iter().sum::<f64>() + seconds.last().unwrap_or(&0.0);
        self.iteration < limits.iterations && (limits.minutes == 0.0 || expected <= 60.0 * limits.minutes)
    }

    /// Complete iterations.
    pub fn iteration(&self) -> u32 {
        self.iteration
    }

    /// The run folder.
    pub fn run_dir(&self) -> &RunDir {
        &self.run
    }

    /// The settings.
    pub fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// The network after the last complete iteration.
    pub fn network(&self) -> &Network {
        &self.network
    }
}
