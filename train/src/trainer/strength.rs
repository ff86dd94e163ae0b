use std::time::Instant;

use kumalak_env::derive_seed;

use super::seeds::Purpose;
use super::{Stage, TrainError, Trainer, TrainingMonitor};
use crate::checkpoint::load_network;
use crate::evaluation::{Comparison, EvaluationTable, MatchResult, MatchSettings};
use crate::metrics::MetricsRow;
use crate::network::Network;

impl Trainer {
    /// Every few iterations, lets the network meet its opponents. Returns the iteration of the best network.
    pub(super) fn measure_strength(
        &self,
        iteration: u32,
        monitor: &dyn TrainingMonitor,
        row: &mut MetricsRow,
    ) -> Result<u32, TrainError> {
        let every = self.config.evaluation.every;
        if every == 0 || !iteration.is_multiple_of(every) {
            return Ok(self.best);
        }
        let started = Instant::now();
        let seed = derive_seed(
            Purpose::Evaluation.seed(self.config.run.seed),
            u64::from(iteration),
        );
        let settings = MatchSettings::of_evaluation(&self.config, seed);
        for opponent in &self.config.evaluation.opponents {
            let name = opponent.to_string();
            begin_match(monitor, iteration, &name, &settings);
            let result = settings.play_baseline(&self.network, opponent, monitor)?;
            monitor.end(&describe(&result));
            result.add_to(row, &format!("evaluation/{name}"));
        }
        begin_match(
            monitor,
            iteration,
            &format!("the best (iteration {})", self.best),
            &settings,
        );
        let best = self.load(self.best)?;
        let result = settings.play_network(&self.network, &best, monitor)?;
        monitor.end(&describe(&result));
        result.add_to(row, "evaluation/best");
        row.add("time/evaluation", started.elapsed().as_secs_f64());
        Ok(if result.score.value >= 0.5 {
            iteration
        } else {
            self.best
        })
    }

    /// The table of the network of an iteration: from the metrics, or played now and added to them. `None` if the settings
    /// name no opponents.
    pub(super) fn table(
        &mut self,
        iteration: u32,
        monitor: &dyn TrainingMonitor,
    ) -> Result<Option<EvaluationTable>, TrainError> {
        let opponents = &self.config.evaluation.table.opponents;
        if opponents.is_empty() {
            return Ok(None);
        }
        let rows = self
            .metrics
            .rows()
            .iter()
            .filter(|row| row.iteration() == iteration);
        if let Some(table) = rows
            .filter_map(|row| EvaluationTable::from_row(row, opponents))
            .next_back()
        {
            return Ok(Some(table));
        }
        let started = Instant::now();
        let table = if iteration == self.iteration {
            self.play_table(iteration, &self.network, monitor)?
        } else {
            self.play_table(iteration, &self.load(iteration)?, monitor)?
        };
        let mut row = table.to_row();
        row.add("time/table", started.elapsed().as_secs_f64());
        self.metrics.append(row)?;
        Ok(Some(table))
    }

    /// The tables of the untrained network and of the present one.
    pub(super) fn comparison(
        &mut self,
        monitor: &dyn TrainingMonitor,
    ) -> Result<Option<Comparison>, TrainError> {
        let untrained = self.table(0, monitor)?;
        let trained = self.table(self.iteration, monitor)?;
        Ok(untrained
            .zip(trained)
            .map(|(untrained, trained)| Comparison { untrained, trained }))
    }

    fn play_table(
        &self,
        iteration: u32,
        network: &Network,
        monitor: &dyn TrainingMonitor,
    ) -> Result<EvaluationTable, TrainError> {
        let seed = Purpose::Table.seed(self.config.run.seed);
        let settings = MatchSettings::of_table(&self.config, seed);
        let table = &self.config.evaluation.table;
        let mut matches = Vec::new();
        for opponent in &table.opponents {
            begin_match(monitor, iteration, &opponent.to_string(), &settings);
            let result = settings.play_baseline(network, opponent, monitor)?;
            monitor.end(&describe(&result));
            matches.push((opponent.clone(), result));
        }
        Ok(EvaluationTable {
            iteration,
            simulations: table.simulations,
            matches,
        })
    }

    /// The network of a checkpoint of this run.
    fn load(&self, iteration: u32) -> Result<Network, TrainError> {
        let path = self.run.checkpoint(iteration);
        Ok(load_network(&path, self.network.device())?.0)
    }
}

fn begin_match(monitor: &dyn TrainingMonitor, iteration: u32, opponent: &str, settings: &MatchSettings) {
    monitor.begin(&Stage::Match {
        iteration,
        opponent,
        games: settings.games(),
    });
}

fn describe(result: &MatchResult) -> String {
    format!("score {}", result.score)
}
