use kumalak_env::{Game, GameRng, Pit};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::invalid_setting::InvalidSetting;

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
    pub(super) fn validate(&self) -> Result<(), InvalidSetting> {
        validate_share(self.share)?;
        InvalidSetting::unless(self.max_plies > 0, "max_plies", "at least 1", self.max_plies)
    }

    /// Plays the random moves of a new game, each legal move equally likely, until they are done or the game is over.
    fn play(&self, game: &mut Game, rng: &mut GameRng) {
        if rng.random::<f32>() >= self.share {
            return;
        }
        let plies = rng.random_range(1..=self.max_plies);
        play_at_random(game, plies, rng);
    }
}

/// Games that go on from a position of an earlier game, another way: the forked games of `KataGo` (D. Wu, "Accelerating
/// self-play learning in Go", 2019, appendix D). Only where earlier games are known, see
/// [`SelfPlay`](super::SelfPlay).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Restarts {
    /// Share of the games that begin so, from 0 to 1.
    pub share: f32,
    /// Random plies after the earlier position, so that the game goes another way.
    pub random_plies: u32,
}

impl Default for Restarts {
    fn default() -> Self {
        Self {
            share: 0.0,
            random_plies: 1,
        }
    }
}

impl Restarts {
    pub(super) fn validate(&self) -> Result<(), InvalidSetting> {
        validate_share(self.share)
    }

    /// Plays the moves of one of the earlier games up to one of its positions, all games and then all positions before the
    /// end equally likely, and the random moves. Says whether it has.
    fn play(&self, game: &mut Game, earlier: &[Vec<Pit>], rng: &mut GameRng) -> bool {
        if self.share == 0.0 || earlier.is_empty() || rng.random::<f32>() >= self.share {
            return false;
        }
        let moves = &earlier[rng.random_range(0..earlier.len())];
        if moves.is_empty() {
            return false;
        }
        for &pit in &moves[..rng.random_range(0..moves.len())] {
            if game.try_play(pit).is_err() {
                // Games of other rules would be the caller's mistake; what was played so far is a game all the same.
                break;
            }
        }
        play_at_random(game, self.random_plies, rng);
        true
    }
}

/// Plays what comes before the first search of a new game.
pub(super) fn play_opening(
    game: &mut Game,
    restarts: &Restarts,
    earlier: &[Vec<Pit>],
    random_opening: &RandomOpening,
    rng: &mut GameRng,
) {
    if !restarts.play(game, earlier, rng) {
        random_opening.play(game, rng);
    }
}

fn validate_share(share: f32) -> Result<(), InvalidSetting> {
    InvalidSetting::unless((0.0..=1.0).contains(&share), "share", "from 0 to 1", share)
}

fn play_at_random(game: &mut Game, plies: u32, rng: &mut GameRng) {
    for _ in 0..plies {
        let legal = game.legal_moves();
        if legal.is_empty() {
            return;
        }
        let pit = legal.nth(rng.random_range(0..legal.len()));
        game.play_unchecked(pit.expect("the number is below the number of legal moves"));
    }
}
