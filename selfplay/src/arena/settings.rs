use std::time::Duration;

use kumalak_env::{GameRng, Rules, derive_seed, stream};

use crate::arena::adjudication::Adjudication;
use crate::arena::error::ArenaError;
use crate::arena::exact_values::ExactValues;
use crate::arena::fault::FaultPolicy;
use crate::arena::openings::Openings;
use crate::arena::stop_rule::StopRule;
use crate::arena::time_control::TimeControl;

/// How a match is played. Without a time limit, equal settings and players give equal games, whatever the number of threads.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `rules` | the tournament game | rule set, with its ply cap |
/// | `pairs` | 100 | openings, each played with both colours |
/// | `openings` | 6 random plies | where the games begin |
/// | `seed` | 0 | seed of openings and players |
/// | `lane_pairs` | 16 | pairs that one thread plays at the same time |
/// | `time_control` | unlimited | how long players may think |
/// | `grace` | 0 | what a move may take beyond that without losing |
/// | `adjudication` | off | when a game ends before the rules end it |
/// | `exact_values` | none | positions that end a game, since their value is known |
/// | `faults` | end the match | what a broken or illegal move costs |
/// | `stop` | all pairs | when the match ends |
#[derive(Clone, PartialEq, Debug)]
pub struct ArenaSettings {
    /// The rule set. Its ply cap counts the moves of the opening; a game that reaches it is truncated.
    pub rules: Rules,
    /// Number of openings. Each makes a pair of games, in which the players exchange colours.
    pub pairs: usize,
    /// Where the games begin.
    pub openings: Openings,
    /// Opening `i` comes from the random stream `i` of this seed; the players' streams are derived from it.
    pub seed: u64,
    /// Pairs that advance in lock-step, so that a player chooses in up to `2·lane_pairs` games at once. With a time limit
    /// games are played one by one.
    pub lane_pairs: usize,
    /// How long the players may think.
    pub time_control: TimeControl,
    /// What a move may take beyond its time without losing the game, for machines that are busy with other work.
    pub grace: Duration,
    /// When a game ends before the rules end it.
    pub adjudication: Adjudication,
    /// Positions that end a game with the result of best play.
    pub exact_values: Option<ExactValues>,
    /// What an illegal move, or a failure of a player in one game, costs.
    pub faults: FaultPolicy,
    /// When the match ends.
    pub stop: StopRule,
}

impl Default for ArenaSettings {
    fn default() -> Self {
        Self {
            rules: Rules::STANDARD,
            pairs: 100,
            openings: Openings::default(),
            seed: 0,
            lane_pairs: 16,
            time_control: TimeControl::Unlimited,
            grace: Duration::ZERO,
            adjudication: Adjudication::Off,
            exact_values: None,
            faults: FaultPolicy::EndMatch,
            stop: StopRule::AllPairs,
        }
    }
}

impl ArenaSettings {
    pub(crate) fn check(&self) -> Result<(), ArenaError> {
        if self.pairs == 0 {
            return Err(ArenaError::NoPairs);
        }
        if self.lane_pairs == 0 {
            return Err(ArenaError::EmptyLane);
        }
        if matches!(self.adjudication, Adjudication::Agreement { plies: 0..2, .. }) {
            return Err(ArenaError::OneSidedAdjudication);
        }
        if self
            .exact_values
            .as_ref()
            .is_some_and(|values| !values.are_of(&self.rules))
        {
            return Err(ArenaError::ForeignValues);
        }
        let plies = self.openings.least_plies();
        match self.rules.ply_cap() {
            Some(cap) if plies >= cap as usize => Err(ArenaError::OpeningBeyondCap { plies, cap }),
            _ => Ok(()),
        }
    }

    /// The random stream of an opening.
    pub(crate) fn opening_rng(&self, pair: usize) -> GameRng {
        stream(self.seed, pair as u64)
    }

    /// The random streams of White's and of Black's player in a game; games are numbered through, two to a pair.
    pub(crate) fn player_rngs(&self, game: usize) -> [GameRng; 2] {
        // No opening has this number, so that no player sees the numbers that made an opening.
        let seed = derive_seed(self.seed, u64::MAX);
        [0, 1].map(|side| stream(seed, 2 * game as u64 + side))
    }
}
