use kumalak_env::{Game, GameRng};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::temperature::Temperature;
use crate::invalid_setting::InvalidSetting;
use crate::mcts::{RootNoise, SearchSettings};

/// How self-play games are played. Equal settings, rules, seed and evaluator give equal games.
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `search` | the search of each move | 64 simulations | 800 simulations |
/// | `root_noise` | noise in the prior at the root | Dirichlet 1.4, 0.25 | Dirichlet, 0.25 |
/// | `temperature` | how a move is drawn from the visits | 1 for 30 plies, then 0 | 1 for 30 plies, then 0 |
/// | `random_opening` | games that begin with random moves | none | none |
/// | `games_per_lane` | game numbers of a lane | 128 | |
/// | `slots_per_lane` | games in progress at once in a lane | 64 | |
///
/// The last two decide the size of the evaluator's batches: one position for each slot. Plies after which a game is cut
/// off belong to the rules.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// The search of each move.
    pub search: SearchSettings,
    /// Noise in the prior at the root.
    pub root_noise: RootNoise,
    /// How a move is drawn from the visits.
    pub temperature: Temperature,
    /// Games that begin with random moves.
    pub random_opening: RandomOpening,
    /// Game numbers of a lane, at least 1. A last lane may have fewer.
    pub games_per_lane: u32,
    /// Games in progress at once in a lane, at least 1; more than `games_per_lane` are of no use.
    pub slots_per_lane: u32,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            search: SearchSettings::default(),
            root_noise: RootNoise::default(),
            temperature: Temperature::default(),
            random_opening: RandomOpening::default(),
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
        self.search.validate().map_err(|error| error.within("search"))?;
        self.root_noise
            .validate()
            .map_err(|error| error.within("root_noise"))?;
        self.temperature
            .validate()
            .map_err(|error| error.within("temperature"))?;
        self.random_opening
            .validate()
            .map_err(|error| error.within("random_opening"))?;
        let at_least_one = |name, value: u32| InvalidSetting::unless(value > 0, name, "at least 1", value);
        at_least_one("games_per_lane", self.games_per_lane)?;
        at_least_one("slots_per_lane", self.slots_per_lane)
    }
}

/// Random moves at the beginning of some games, for positions that the network would not choose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomOpening {
    /// Share of the games that begin so, from 0 to 1.
    pub share: f32,
    /// The most random plies; each number from 1 to it is equally likely. At least 1.
    pub max_plies: u32,
}

impl Default for RandomOpening {
    fn default() -> Self {
        Self {
            share: 0.0,
            max_plies: 8,
        }
    }
}

impl RandomOpening {
    fn validate(&self) -> Result<(), InvalidSetting> {
        InvalidSetting::unless(
            (0.0..=1.0).contains(&self.share),
            "share",
            "from 0 to 1",
            self.share,
        )?;
        InvalidSetting::unless(self.max_plies > 0, "max_plies", "at least 1", self.max_plies)
    }

    /// Plays the random moves of a new game, each legal move equally likely, until they are done or the game is over.
    pub(super) fn play(&self, game: &mut Game, rng: &mut GameRng) {
        if rng.random::<f32>() >= self.share {
            return;
        }
        for _ in 0..rng.random_range(1..=self.max_plies) {
            let legal = game.legal_moves();
            if legal.is_empty() {
                return;
            }
            let pit = legal.nth(rng.random_range(0..legal.len()));
            game.play_unchecked(pit.expect("the number is below the number of legal moves"));
        }
    }
}
