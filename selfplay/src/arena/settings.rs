use kumalak_env::{GameRng, Rules, derive_seed, stream};

use crate::arena::error::ArenaError;

/// How a match is played. Equal settings and players give equal games, whatever the number of threads.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `rules` | the tournament game | rule set, with its ply cap |
/// | `pairs` | 100 | openings, each played with both colours |
/// | `opening_plies` | 6 | random moves at the start of each game |
/// | `seed` | 0 | seed of openings and players |
/// | `lane_pairs` | 16 | pairs that one thread plays at the same time |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaSettings {
    /// The rule set. Its ply cap counts the moves of the opening; a game that reaches it is truncated.
    pub rules: Rules,
    /// Number of openings. Each makes a pair of games, in which the players exchange colours.
    pub pairs: usize,
    /// Length of the openings in plies. The moves are uniformly random among the legal ones.
    pub opening_plies: usize,
    /// Opening `i` comes from the random stream `i` of this seed; the players' streams are derived from it.
    pub seed: u64,
    /// Pairs that advance in lock-step, so that a player chooses in up to `2·lane_pairs` games at once.
    pub lane_pairs: usize,
}

impl Default for ArenaSettings {
    fn default() -> Self {
        Self {
            rules: Rules::STANDARD,
            pairs: 100,
            opening_plies: 6,
            seed: 0,
            lane_pairs: 16,
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
        match self.rules.ply_cap() {
            Some(cap) if self.opening_plies >= cap as usize => Err(ArenaError::OpeningBeyondCap {
                plies: self.opening_plies,
                cap,
            }),
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
