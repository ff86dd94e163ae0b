//! Uniformly random games in great number, and what they are like.

mod statistics;
mod tally;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

pub use statistics::RandomPlayStatistics;
pub use tally::{PlyTally, Tally};

use crate::pit::MAX_PITS;
use crate::random::derive_seed;
use crate::rules::Rules;
use crate::vec_env::{Autoreset, VecEnv, VecEnvError};
use statistics::{LegalMoves, PHASES};

/// Boards that are stepped together.
const BOARDS: usize = 1024;
/// Games that one board plays one after another before its batch ends; the last game of a board waits for the others.
const GAMES_A_BOARD: u64 = 32;

/// Plays uniformly random games from the start and sums them up. The result depends on rules, games and seed alone, not on
/// the number of threads.
///
/// `report` hears of games as they are done, from any thread, and stops the work by answering
/// [`Continue::No`]; the statistics then hold the batches that are finished.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use kumalak_env::Rules;
/// use kumalak_env::random_play::{Continue, play_at_random};
///
/// let statistics = play_at_random(&Rules::STANDARD, 2000, 1, NonZeroUsize::MIN, |_| Continue::Yes)?;
/// assert_eq!(statistics.games(), 2000);
/// assert!((statistics.plies.mean() - 124.475).abs() < 4.0 * statistics.plies.standard_error());
/// # Ok::<(), kumalak_env::VecEnvError>(())
/// ```
///
/// # Errors
/// If no [`VecEnv`] can be made for the rules.
pub fn play_at_random(
    rules: &Rules,
    games: u64,
    seed: u64,
    threads: NonZeroUsize,
    report: impl Fn(u64) -> Continue + Sync,
) -> Result<RandomPlayStatistics, VecEnvError> {
    VecEnv::new(*rules, 1, 0)?;
    let batches = games.div_ceil(BOARDS as u64 * GAMES_A_BOARD);
    let next_batch = AtomicU64::new(0);
    let total = Mutex::new(RandomPlayStatistics::default());
    let work = || {
        loop {
            let batch = next_batch.fetch_add(1, Ordering::Relaxed);
            if batch >= batches {
                return Ok(());
            }
            let games = (games - batch * BOARDS as u64 * GAMES_A_BOARD).min(BOARDS as u64 * GAMES_A_BOARD);
            let played = Batch::new(rules, games, derive_seed(seed, batch))?.play()?;
            total.lock().expect("nobody panics with the lock").merge(&played);
            if report(games) == Continue::No {
                next_batch.store(batches, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        results.collect::<Result<(), VecEnvError>>()
    })?;
    Ok(total.into_inner().expect("nobody panics with the lock"))
}

/// Whether work goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continue {
    /// It does.
    Yes,
    /// It ends as soon as it can.
    No,
}

/// Boards on which games follow each other. Every board has its number of games to play, so that long games are no rarer
/// than they should be.
struct Batch {
    env: VecEnv,
    games_left: Vec<u64>,
    legal: Vec<LegalMoves>,
    statistics: RandomPlayStatistics,
}

impl Batch {
    fn new(rules: &Rules, games: u64, seed: u64) -> Result<Self, VecEnvError> {
        let boards = games.min(BOARDS as u64);
        let env = VecEnv::new(*rules, boards as usize, seed)?.with_autoreset(Autoreset::SameStep);
        let games_of = |board| games / boards + u64::from(board < games % boards);
        Ok(Self {
            env,
            games_left: (0..boards).map(games_of).collect(),
            legal: vec![LegalMoves::default(); boards as usize],
            statistics: RandomPlayStatistics::default(),
        })
    }

    fn play(mut self) -> Result<RandomPlayStatistics, VecEnvError> {
        let mut actions = vec![0; self.env.boards()];
        let mut mask = self.env.action_mask();
        let mut boards_left = self.env.boards();
        while boards_left > 0 {
            self.env.action_mask_into(&mut mask)?;
            self.count_legal_moves(&mask);
            self.env.sample_actions(&mut actions)?;
            self.env.step(&actions)?;
            for game in self.env.finished_games() {
                let legal = std::mem::take(&mut self.legal[game.board]);
                let left = &mut self.games_left[game.board];
                if *left > 0 {
                    self.statistics.add(game, &legal);
                    *left -= 1;
                    boards_left -= usize::from(*left == 0);
                }
            }
        }
        Ok(self.statistics)
    }

    fn count_legal_moves(&mut self, mask: &[bool]) {
        let rows = mask.as_chunks::<MAX_PITS>().0;
        for ((legal, row), &plies) in self.legal.iter_mut().zip(rows).zip(self.env.plies()) {
            let phase = PHASES.iter().filter(|&&first| first <= plies).count() - 1;
            legal.moves[phase] += row.iter().map(|&is_legal| u32::from(is_legal)).sum::<u32>();
            legal.plies[phase] += 1;
        }
    }
}
