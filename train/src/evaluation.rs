use std::fmt;

use kumalak_env::Rules;
use kumalak_selfplay::{
    ArenaError, ArenaSettings, Completion, EloEstimate, MatchReport, MctsPlayer, Monitor, Openings, Player,
    PlayerSpec, ScoreEstimate, SearchSettings, Tally, play_match,
};

use crate::config::TrainConfig;
use crate::metrics::MetricsRow;
use crate::network::Network;
use crate::network_evaluator::NetworkEvaluator;
use crate::trainer::TrainError;

/// Pairs that a thread plays in lock-step: enough for good batches, few enough that all threads end at the same time.
const LANE_PAIRS: usize = 10;

/// How a network meets its opponents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchSettings {
    rules: Rules,
    pairs: u32,
    simulations: u32,
    opening_plies: u32,
    threads: usize,
    seed: u64,
}

impl MatchSettings {
    /// Those of the matches during training.
    pub(crate) fn of_evaluation(config: &TrainConfig, seed: u64) -> Self {
        Self {
            rules: config.rules.rules(),
            pairs: config.evaluation.pairs,
            simulations: config.evaluation.simulations,
            opening_plies: config.evaluation.opening_plies,
            threads: config.run.thread_count(),
            seed,
        }
    }

    /// Those of the matches of a table.
    pub(crate) fn of_table(config: &TrainConfig, seed: u64) -> Self {
        Self {
            pairs: config.evaluation.table.pairs,
            simulations: config.evaluation.table.simulations,
            ..Self::of_evaluation(config, seed)
        }
    }

    /// Number of games of a match.
    pub(crate) fn games(&self) -> u32 {
        2 * self.pairs
    }

    /// Plays a match of a network against a player without one.
    pub(crate) fn play_baseline(
        &self,
        network: &Network,
        opponent: &PlayerSpec,
        monitor: &dyn Monitor,
    ) -> Result<MatchResult, TrainError> {
        let opponents = (0..self.threads).map(|_| opponent.build_builtin());
        let opponents = opponents
            .collect::<Option<Vec<_>>>()
            .expect("the settings allow only players without a network");
        self.play(network, opponents, monitor)
    }

    /// Plays a match of two networks.
    pub(crate) fn play_network(
        &self,
        network: &Network,
        opponent: &Network,
        monitor: &dyn Monitor,
    ) -> Result<MatchResult, TrainError> {
        let opponents = self.network_players("best", opponent)?;
        self.play(network, opponents, monitor)
    }

    fn play(
        &self,
        network: &Network,
        mut opponents: Vec<Box<dyn Player>>,
        monitor: &dyn Monitor,
    ) -> Result<MatchResult, TrainError> {
        let arena = ArenaSettings {
            rules: self.rules,
            pairs: self.pairs as usize,
            openings: Openings::random(self.opening_plies as usize),
            seed: self.seed,
            lane_pairs: LANE_PAIRS,
            ..ArenaSettings::default()
        };
        let mut players = self.network_players("network", network)?;
        match play_match(&arena, &mut players, &mut opponents, monitor, &|_| {}) {
            Ok(report) if report.completion == Completion::Complete => Ok(MatchResult::from(&report)),
            Ok(_) | Err(ArenaError::Stopped) => Err(TrainError::Stopped),
            Err(error) => Err(error.into()),
        }
    }

    /// One player for each thread.
    fn network_players(&self, name: &str, network: &Network) -> Result<Vec<Box<dyn Player>>, TrainError> {
        let search = SearchSettings {
            simulations: self.simulations,
            ..SearchSettings::default()
        };
        let player = |_| -> Result<Box<dyn Player>, TrainError> {
            let player = MctsPlayer::new(name, NetworkEvaluator::new(network)?, search);
            Ok(Box::new(player.expect("the settings were checked")))
        };
        (0..self.threads).map(player).collect()
    }
}

/// What came of a match, from the network's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchResult {
    /// Games by result.
    pub tally: Tally,
    /// Share of the points, with a 95 % interval.
    pub score: ScoreEstimate,
    /// How much stronger the network is, with a 95 % interval.
    pub elo: EloEstimate,
}

impl From<&MatchReport> for MatchResult {
    fn from(report: &MatchReport) -> Self {
        Self {
            tally: report.total,
            score: report.score,
            elo: report.elo,
        }
    }
}

impl MatchResult {
    /// Adds the numbers to a row under names that begin with `prefix`, such as `table/greedy`.
    pub(crate) fn add_to(&self, row: &mut MetricsRow, prefix: &str) {
        let Self { tally, score, elo } = self;
        let mut add = |name: &str, value: serde_json::Value| row.add(format!("{prefix}/{name}"), value);
        add("wins", tally.wins.into());
        add("draws", tally.draws.into());
        add("losses", tally.losses.into());
        add("truncated", tally.truncated.into());
        add("score", score.value.into());
        add("score_low", score.low.into());
        add("score_high", score.high.into());
        add("elo", elo.value.into());
        add("elo_low", elo.low.into());
        add("elo_high", elo.high.into());
    }

    fn from_row(row: &MetricsRow, prefix: &str) -> Option<Self> {
        let number = |name: &str| row.number(&format!("{prefix}/{name}"));
        let count = |name: &str| row.get(&format!("{prefix}/{name}"))?.as_u64();
        let score = ScoreEstimate {
            value: number("score")?,
            low: number("score_low")?,
            high: number("score_high")?,
        };
        Some(Self {
            tally: Tally {
                wins: count("wins")?,
                draws: count("draws")?,
                losses: count("losses")?,
                truncated: count("truncated")?,
            },
            score,
            elo: EloEstimate::from(score),
        })
    }
}

/// A network against several opponents.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationTable {
    /// Iteration of the network; 0 is the untrained one.
    pub iteration: u32,
    /// Simulations a move of the network.
    pub simulations: u32,
    /// Each opponent and what came of the match.
    pub matches: Vec<(PlayerSpec, MatchResult)>,
}

impl EvaluationTable {
    /// The table as a row of metrics.
    pub(crate) fn to_row(&self) -> MetricsRow {
        let mut row = MetricsRow::new(self.iteration);
        row.add("table/simulations", self.simulations);
        for (opponent, result) in &self.matches {
            result.add_to(&mut row, &format!("table/{opponent}"));
        }
        row
    }

    /// Reads a table against these opponents back; `None` if the row is not one.
    pub(crate) fn from_row(row: &MetricsRow, opponents: &[PlayerSpec]) -> Option<Self> {
        let simulations = row.get("table/simulations")?.as_u64()?;
        let result = |opponent: &PlayerSpec| {
            let result = MatchResult::from_row(row, &format!("table/{opponent}"))?;
            Some((opponent.clone(), result))
        };
        Some(Self {
            iteration: row.iteration(),
            simulations: u32::try_from(simulations).ok()?,
            matches: opponents.iter().map(result).collect::<Option<_>>()?,
        })
    }
}

/// The untrained network and the final one against the same opponents, for people.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The network of iteration 0.
    pub untrained: EvaluationTable,
    /// The network after the last iteration.
    pub trained: EvaluationTable,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self
            .trained
            .matches
            .first()
            .map_or(0, |(_, result)| result.tally.games());
        writeln!(
            f,
            "The network with {} simulations a move, {games} paired games against each opponent, 95 % intervals:\n",
            self.trained.simulations
        )?;
        writeln!(
            f,
            "{:<20} {:<16} {:>4} {:>5} {:>5}   {:<22} Elo",
            "opponent", "network", "won", "drawn", "lost", "score"
        )?;
        for ((opponent, before), (_, after)) in self.untrained.matches.iter().zip(&self.trained.matches) {
            write_match(f, &opponent.to_string(), "untrained", before)?;
            write_match(f, "", &format!("iteration {}", self.trained.iteration), after)?;
        }
        Ok(())
    }
}

fn write_match(
    f: &mut fmt::Formatter<'_>,
    opponent: &str,
    network: &str,
    result: &MatchResult,
) -> fmt::Result {
    let MatchResult { tally, score, elo } = result;
    writeln!(
        f,
        "{opponent:<20} {network:<16} {:>4} {:>5} {:>5}   {score:<22} {elo}",
        tally.wins, tally.draws, tally.losses
    )
}
