use std::time::Instant;

use kumalak_env::{GameStatus, Outcome};
use kumalak_selfplay::{GameEnd, ResignationTest, SelfPlay, SelfPlayGame};

use super::seeds::Purpose;
use super::{Stage, TrainError, Trainer, TrainingMonitor};
use crate::metrics::MetricsRow;
use crate::network_evaluator::NetworkEvaluator;

impl Trainer {
    /// Lets the network play itself. Games are numbered through the whole run.
    pub(super) fn play_games(
        &self,
        iteration: u32,
        monitor: &dyn TrainingMonitor,
        row: &mut MetricsRow,
    ) -> Result<Vec<SelfPlayGame>, TrainError> {
        let started = Instant::now();
        let games = self.config.iteration.games;
        monitor.begin(&Stage::SelfPlay { iteration, games });
        let mut evaluators = (0..self.config.run.thread_count())
            .map(|_| NetworkEvaluator::new(&self.network))
            .collect::<Result<Vec<_>, _>>()?;
        let last = u64::from(iteration) * u64::from(games);
        let self_play = SelfPlay {
            settings: self.config.self_play,
            rules: self.rules,
            seed: Purpose::SelfPlay.seed(self.config.run.seed),
            earlier: &self.earlier,
        };
        let games = self_play.play(last - u64::from(games)..last, &mut evaluators, monitor)?;
        monitor.end(&describe(&games, row));
        row.add("time/self_play", started.elapsed().as_secs_f64());
        Ok(games)
    }
}

/// Adds the statistics of the games to a row and says the most telling ones in a few words.
fn describe(games: &[SelfPlayGame], row: &mut MetricsRow) -> String {
    let count = |holds: fn(&SelfPlayGame) -> bool| games.iter().filter(|game| holds(game)).count();
    let share = |holds: fn(&SelfPlayGame) -> bool| count(holds) as f64 / games.len() as f64;
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    let positions: usize = games.iter().map(|game| game.samples.len()).sum();
    let mean_plies = plies as f64 / games.len() as f64;
    let white_wins = share(|game| game.status.outcome() == Some(Outcome::WhiteWins));
    let draws = share(|game| game.status.outcome() == Some(Outcome::Draw));
    row.add("self_play/games", games.len());
    row.add("self_play/positions", positions);
    row.add("self_play/mean_plies", mean_plies);
    row.add("self_play/white_wins", white_wins);
    row.add("self_play/draws", draws);
    row.add(
        "self_play/truncated",
        share(|game| game.status == GameStatus::Truncated),
    );
    add_early_ends(games, row);
    format!(
        "{mean_plies:.0} plies a game, White won {:.0} %",
        100.0 * white_wins
    )
}

/// Adds how many games ended early, and how often giving up would have been wrong.
fn add_early_ends(games: &[SelfPlayGame], row: &mut MetricsRow) {
    let count = |holds: &dyn Fn(&SelfPlayGame) -> bool| games.iter().filter(|game| holds(game)).count();
    let share = |end| count(&|game| game.end == end) as f64 / games.len() as f64;
    row.add("self_play/resigned", share(GameEnd::Resigned));
    row.add("self_play/adjudicated", share(GameEnd::Adjudicated));
    let tests = count(&|game| game.resignation_test.is_some());
    row.add("self_play/resignation_tests", tests);
    if tests > 0 {
        let wrong = count(&|game| game.resignation_test == Some(ResignationTest::Wrong));
        row.add(
            "self_play/resignation_false_positives",
            wrong as f64 / tests as f64,
        );
    }
}
