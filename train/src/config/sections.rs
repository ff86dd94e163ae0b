use std::num::NonZero;
use std::thread::available_parallelism;

use kumalak_env::Rules;
use kumalak_selfplay::PlayerSpec;
use serde::{Deserialize, Serialize};

use super::error::OutOfRange;
use crate::loss::LossSettings;
use crate::network::ComputeDevice;
use crate::optimizer::AdamWSettings;
use crate::schedule::LearningRateSchedule;

/// Seed, threads and device of a run.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `seed` | 1 | seed of all randomness |
/// | `threads` | 0 | threads for self-play and matches; 0 means one for each processor |
/// | `device` | `cpu` | where networks compute |
/// | `keep_checkpoint_every` | 1 | which checkpoints stay |
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunSettings {
    /// Seed of all randomness: the same seed and settings give the same networks. TOML holds it up to 2⁶³ − 1.
    pub seed: u64,
    /// Threads that play; 0 means one for each processor. The results do not depend on it.
    pub threads: usize,
    /// Where networks compute.
    pub device: ComputeDevice,
    /// Checkpoints whose iteration is a multiple of this stay; the latest and the best always do.
    pub keep_checkpoint_every: u32,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 0,
            device: ComputeDevice::Cpu,
            keep_checkpoint_every: 1,
        }
    }
}

impl RunSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(
            i64::try_from(self.seed).is_ok(),
            "run.seed",
            "below 2^63",
            self.seed,
        )?;
        OutOfRange::unless(
            self.threads <= 1024,
            "run.threads",
            "from 0 to 1024",
            self.threads,
        )?;
        OutOfRange::unless(
            self.keep_checkpoint_every >= 1,
            "run.keep_checkpoint_every",
            "at least 1",
            self.keep_checkpoint_every,
        )
    }

    /// Number of threads that play.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        }
    }
}

/// When training ends. Both limits are looked at between iterations only: the iterations that were done are the first ones
/// of a sequence that the seed and the other settings give.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `iterations` | 20 | iterations of self-play and training |
/// | `minutes` | 0 | minutes of training; 0 means no limit |
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Iterations of self-play and training.
    pub iterations: u32,
    /// Minutes of training: the time of all iterations, those before a resumption too, without the evaluation tables. An
    /// iteration does not begin if one as long as the last would not end in time. 0 means no limit.
    pub minutes: f64,
}

impl Default for LimitSettings {
    fn default() -> Self {
        Self {
            iterations: 20,
            minutes: 0.0,
        }
    }
}

impl LimitSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(
            (1..=999_999).contains(&self.iterations),
            "limits.iterations",
            "from 1 to 999999",
            self.iterations,
        )?;
        OutOfRange::unless(
            self.minutes.is_finite() && self.minutes >= 0.0,
            "limits.minutes",
            "at least 0 (0 means no limit)",
            self.minutes,
        )
    }
}

/// The game that is learnt.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `name` | `standard` | rule set, in the text form of [`Rules`] |
/// | `ply_cap` | 0 | plies after which a game is cut off; 0 means never |
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulesSettings {
    /// The rule set: the name of a preset, or switches such as `standard,pits=5,stones=5`.
    pub name: Rules,
    /// Plies after which a game is cut off without a result; 0 lets games run. Nothing is learnt from games without a
    /// result.
    pub ply_cap: u32,
}

impl RulesSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        let own = self.name.ply_cap();
        OutOfRange::unless(
            self.ply_cap == 0 || own.is_none_or(|own| own == self.ply_cap),
            "rules.ply_cap",
            "0 or the ply-cap of rules.name",
            self.ply_cap,
        )
    }

    /// The rules of the games, with the ply cap.
    pub fn rules(&self) -> Rules {
        let cap = (self.ply_cap > 0).then_some(self.ply_cap);
        self.name.with_ply_cap(cap.or(self.name.ply_cap()))
    }

    /// The rules that the network is for. The ply cap is no part of them: it belongs to the run, and no network sees it.
    pub fn board_rules(&self) -> Rules {
        self.name.with_ply_cap(None)
    }
}

/// What one iteration consists of.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `games` | 256 | self-play games |
/// | `steps` | 200 | steps of the optimizer after them |
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IterationSettings {
    /// Self-play games.
    pub games: u32,
    /// Steps of the optimizer after them.
    pub steps: u32,
}

impl Default for IterationSettings {
    fn default() -> Self {
        Self {
            games: 256,
            steps: 200,
        }
    }
}

impl IterationSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(self.games >= 1, "iteration.games", "at least 1", self.games)?;
        OutOfRange::unless(self.steps >= 1, "iteration.steps", "at least 1", self.steps)
    }
}

/// How the network learns from the samples of self-play.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `batch_size` | 512 | samples in each step |
/// | `window` | 200,000 | newest positions from which they are drawn |
/// | `schedule` | warm-up to 1e-3 | learning rate |
/// | `optimizer` | | see [`AdamWSettings`] |
/// | `loss` | | see [`LossSettings`] |
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainingSettings {
    /// Samples in each step.
    pub batch_size: usize,
    /// Newest positions of self-play from which the samples are drawn.
    pub window: usize,
    /// How the learning rate changes with the steps of the whole run.
    pub schedule: LearningRateSchedule,
    /// The optimizer.
    pub optimizer: AdamWSettings,
    /// What is minimized.
    pub loss: LossSettings,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            batch_size: 512,
            window: 200_000,
            schedule: LearningRateSchedule::default(),
            optimizer: AdamWSettings::default(),
            loss: LossSettings::default(),
        }
    }
}

impl TrainingSettings {
    pub(super) fn validate(&self) -> Result<(), String> {
        self.check_sizes().map_err(|error| error.to_string())?;
        self.optimizer
            .validate()
            .map_err(|error| format!("training.{error}"))
    }

    fn check_sizes(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(
            (1..=1 << 20).contains(&self.batch_size),
            "training.batch_size",
            "from 1 to 1048576",
            self.batch_size,
        )?;
        OutOfRange::unless(
            (1..=1 << 30).contains(&self.window),
            "training.window",
            "from 1 to 1073741824",
            self.window,
        )
    }
}

/// Matches during training and after it. The network plays with the search of [`kumalak_selfplay::MctsPlayer`], without
/// noise, and with the default search settings but for the number of simulations.
///
/// During training it also plays the *best* network so far, and takes its place if it scores at least half of the points.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `every` | 5 | iterations from one evaluation to the next; 0 means none |
/// | `pairs` | 20 | openings of each match, played with both colours |
/// | `simulations` | 64 | simulations a move of the network |
/// | `opening_plies` | 6 | random moves at the start of each pair |
/// | `opponents` | `greedy` | players that the network meets, besides the best one |
/// | `table` | | see [`TableSettings`] |
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EvaluationSettings {
    /// Iterations from one evaluation to the next; 0 means none.
    pub every: u32,
    /// Openings of each match, played with both colours.
    pub pairs: u32,
    /// Simulations a move of the network.
    pub simulations: u32,
    /// Random moves at the start of each pair, in all matches.
    pub opening_plies: u32,
    /// Players that the network meets, besides the best network so far.
    pub opponents: Vec<PlayerSpec>,
    /// Matches of the untrained and of the final network.
    pub table: TableSettings,
}

impl Default for EvaluationSettings {
    fn default() -> Self {
        Self {
            every: 5,
            pairs: 20,
            simulations: 64,
            opening_plies: 6,
            opponents: vec![PlayerSpec::Greedy],
            table: TableSettings::default(),
        }
    }
}

impl EvaluationSettings {
    pub(super) fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(self.pairs >= 1, "evaluation.pairs", "at least 1", self.pairs)?;
        OutOfRange::unless(
            (1..=MAX_SIMULATIONS).contains(&self.simulations),
            "evaluation.simulations",
            "from 1 to 1000000",
            self.simulations,
        )?;
        OutOfRange::unless(
            self.opening_plies <= MAX_OPENING_PLIES,
            "evaluation.opening_plies",
            "from 0 to 10",
            self.opening_plies,
        )?;
        check_opponents("evaluation.opponents", &self.opponents)?;
        self.table.validate()
    }
}

/// Matches of the untrained and of the final network, on the same openings.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `pairs` | 100 | openings of each match, played with both colours |
/// | `simulations` | 64 | simulations a move of the network |
/// | `opponents` | random, greedy, alpha-beta 2 and 4 | players that the networks meet; none means no table |
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableSettings {
    /// Openings of each match, played with both colours.
    pub pairs: u32,
    /// Simulations a move of the network.
    pub simulations: u32,
    /// Players that the networks meet; none means no table.
    pub opponents: Vec<PlayerSpec>,
}

impl Default for TableSettings {
    fn default() -> Self {
        let opponents = ["random", "greedy", "alphabeta:depth=2", "alphabeta:depth=4"];
        Self {
            pairs: 100,
            simulations: 64,
            opponents: opponents
                .map(|name| name.parse().expect("the name of a player"))
                .to_vec(),
        }
    }
}

impl TableSettings {
    fn validate(&self) -> Result<(), OutOfRange> {
        OutOfRange::unless(
            self.pairs >= 1,
            "evaluation.table.pairs",
            "at least 1",
            self.pairs,
        )?;
        OutOfRange::unless(
            (1..=MAX_SIMULATIONS).contains(&self.simulations),
            "evaluation.table.simulations",
            "from 1 to 1000000",
            self.simulations,
        )?;
        check_opponents("evaluation.table.opponents", &self.opponents)
    }
}

/// As many as a player on the command line may have.
const MAX_SIMULATIONS: u32 = 1_000_000;
/// No game of the standard board ends before ply 11.
const MAX_OPENING_PLIES: u32 = 10;

fn check_opponents(key: &'static str, opponents: &[PlayerSpec]) -> Result<(), OutOfRange> {
    for opponent in opponents {
        let is_builtin = opponent.build_builtin().is_some();
        OutOfRange::unless(is_builtin, key, "players without a network", opponent)?;
    }
    Ok(())
}
