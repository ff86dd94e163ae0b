use std::fmt::Write;
use std::time::Instant;

use kumalak_env::{GameStatus, Outcome};
use kumalak_selfplay::{SelfPlayGame, self_play};

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
        let games = self_play(
            &self.config.self_play,
            self.rules,
            Purpose::SelfPlay.seed(self.config.run.seed),
            last - u64::from(games)..last,
            &mut evaluators,
            monitor,
        )?;
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
    format!(
        "{mean_plies:.0} plies a game, White won {:.0} %",
        100.0 * white_wins
    )
}

/// One game a line: its number, its result (`*` if it was cut off), how many of its moves were a random opening, and its
/// moves as the numbers of the pits one after another.
pub(super) fn game_records(games: &[SelfPlayGame]) -> String {
    let mut text = String::new();
    for game in games {
        let result = game
            .status
            .outcome()
            .map_or("*".to_owned(), |outcome| outcome.to_string());
        let moves: String = game.moves.iter().map(|pit| pit.to_string()).collect();
        let opening = game.random_plies;
        writeln!(text, "{} {result} {opening} {moves}", game.number).expect("a string takes all text");
    }
    text
}
