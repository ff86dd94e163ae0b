use serde::{Deserialize, Serialize};

use super::early_end::{Resignation, SelfPlayAdjudication};
use super::opening::{RandomOpening, Restarts};
use super::playout_cap::PlayoutCap;
use super::temperature::Temperature;
use crate::invalid_setting::InvalidSetting;
use crate::mcts::{RootNoise, SearchSettings};

/// How self-play games are played. Equal settings, rules, seed, earlier games and evaluator give equal games.
///
/// | setting | meaning | default | `AlphaZero` (2018) | `KataGo` (2019) |
/// |---|---|---|---|---|
/// | `search` | the search of each move | 64 simulations | 800 | 600 to 1,000 |
/// | `playout_cap` | whether every move gets a full search | every | every | a quarter |
/// | `root_noise` | noise at the root of full searches | Dirichlet 1.4, 0.25 | Dirichlet, 0.25 | Dirichlet, 0.25 |
/// | `temperature` | how a move is drawn from the policy | 1 for 30 plies, then 0 | 1 for 30 plies, then 0 | 0.8 falling to 0.2 |
/// | `random_opening` | games that begin with random moves | none | none | policy moves |
/// | `restarts` | games that begin as an earlier one | none | none | 5 % |
/// | `resignation` | whether sides give up | never | with 10 % played out | never |
/// | `adjudication` | whether proven results end games | off | | |
/// | `surprise_weight` | share of the weight that follows surprise | 0 | 0 | 0.5 (2020) |
/// | `games_per_lane` | game numbers of a lane | 128 | | |
/// | `slots_per_lane` | games in progress at once in a lane | 64 | | |
///
/// The last two decide the size of the evaluator's batches: one position for each slot, fewer when the games of a lane run
/// out. Plies after which a game is cut off belong to the rules.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// The search of each move.
    pub search: SearchSettings,
    /// Whether every move gets a full search.
    pub playout_cap: PlayoutCap,
    /// Noise at the root of full searches.
    pub root_noise: RootNoise,
    /// How a move is drawn from the policy.
    pub temperature: Temperature,
    /// Games that begin with random moves.
    pub random_opening: RandomOpening,
    /// Games that begin as an earlier one.
    pub restarts: Restarts,
    /// Whether sides give up.
    pub resignation: Resignation,
    /// Whether proven results end games.
    pub adjudication: SelfPlayAdjudication,
    /// Share of the samples' weight that goes to those where the search changed the network's mind, from 0 to 1.
    pub surprise_weight: f32,
    /// Game numbers of a lane, at least 1. A last lane may have fewer.
    pub games_per_lane: u32,
    /// Games in progress at once in a lane, at least 1; more than `games_per_lane` are of no use.
    pub slots_per_lane: u32,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            search: SearchSettings::default(),
            playout_cap: PlayoutCap::default(),
            root_noise: RootNoise::default(),
            temperature: Temperature::default(),
            random_opening: RandomOpening::default(),
            restarts: Restarts::default(),
            resignation: Resignation::default(),
            adjudication: SelfPlayAdjudication::default(),
            surprise_weight: 0.0,
            games_per_lane: 128,
            slots_per_lane: 64,
        }
    }
}

impl SelfPlaySettings {
    /// Checks every value.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), InvalidSetting> {
        let within = |table: &'static str| move |error: InvalidSetting| error.within(table);
        self.search.validate().map_err(within("search"))?;
        self.playout_cap.validate().map_err(within("playout_cap"))?;
        self.root_noise.validate().map_err(within("root_noise"))?;
        self.root_noise.validate_for(&self.search.selection)?;
        self.temperature.validate().map_err(within("temperature"))?;
        self.random_opening.validate().map_err(within("random_opening"))?;
        self.restarts.validate().map_err(within("restarts"))?;
        self.resignation.validate().map_err(within("resignation"))?;
        InvalidSetting::unless(
            (0.0..=1.0).contains(&self.surprise_weight),
            "surprise_weight",
            "from 0 to 1",
            self.surprise_weight,
        )?;
        let at_least_one = |name, value: u32| InvalidSetting::unless(value > 0, name, "at least 1", value);
        at_least_one("games_per_lane", self.games_per_lane)?;
        at_least_one("slots_per_lane", self.slots_per_lane)
    }
}
