use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::arena::error::ArenaError;
use crate::arena::lane::{Halt, Lane};
use crate::arena::lane_game::Seat;
use crate::arena::observer::MatchObserver;
use crate::arena::played_game::{PlayedGame, PlayedPair};
use crate::arena::report::MatchReport;
use crate::arena::scoreboard::Scoreboard;
use crate::arena::settings::ArenaSettings;
use crate::monitor::{Counter, Monitor};
use crate::player::Player;

/// Plays a match of paired games and reports it.
///
/// There is one of each player for every thread: `first[t]` and `second[t]` play on thread `t`, and all of `first` must
/// play alike, as must all of `second`. The pairs are dealt out in lanes of [`ArenaSettings::lane_pairs`], which threads
/// take one after another and advance in lock-step; the report is the same for every number of threads.
///
/// `monitor` hears of every game and move. When it says stop, or a player answers
/// [`PlayerError::Stopped`](crate::PlayerError::Stopped), the report holds the pairs of which both games are finished.
/// `on_game` is called with each game as it ends, from the thread that played it.
///
/// ```
/// use kumalak_selfplay::{ArenaSettings, PlayerSpec, play_match};
///
/// let player = |text: &str| text.parse::<PlayerSpec>().unwrap().build_builtin().unwrap();
/// let settings = ArenaSettings { pairs: 10, seed: 1, ..ArenaSettings::default() };
/// let report = play_match(
///     &settings,
///     &mut [player("greedy"), player("greedy")],
///     &mut [player("random"), player("random")],
///     &(),
///     &|_| {},
/// )?;
/// assert_eq!(report.total.games(), 20);
/// println!("{report}");
/// # Ok::<(), kumalak_selfplay::ArenaError>(())
/// ```
///
/// # Errors
/// If the settings cannot work, a player fails or makes an illegal move, or the match was stopped before any pair was
/// finished.
pub fn play_match(
    settings: &ArenaSettings,
    first: &mut [Box<dyn Player>],
    second: &mut [Box<dyn Player>],
    monitor: &dyn Monitor,
    on_game: &(dyn Fn(&PlayedGame) + Sync),
) -> Result<MatchReport, ArenaError> {
    continue_match(settings, first, second, monitor, &OnGame(on_game), Vec::new())
}

/// Plays what is left of a match and reports all of it, as [`play_match`] does.
///
/// `finished` holds the pairs that were played before under the same settings; `observer` hears of the others as they end.
/// Players that are deterministic and have no time limit end with the report of a match that was never interrupted.
///
/// # Errors
/// As for [`play_match`], and if `finished` holds a pair of another match or `observer` fails.
pub fn continue_match(
    settings: &ArenaSettings,
    first: &mut [Box<dyn Player>],
    second: &mut [Box<dyn Player>],
    monitor: &dyn Monitor,
    observer: &dyn MatchObserver,
    finished: Vec<PlayedPair>,
) -> Result<MatchReport, ArenaError> {
    settings.check()?;
    if first.is_empty() || first.len() != second.len() {
        return Err(ArenaError::PlayerCount {
            first: first.len(),
            second: second.len(),
        });
    }
    let names = [first[0].name().to_owned(), second[0].name().to_owned()];
    let table = Table::new(settings, monitor, observer, Scoreboard::new(settings, finished)?);
    thread::scope(|scope| {
        let threads: Vec<_> = first
            .iter_mut()
            .zip(second)
            .map(|(first, second)| scope.spawn(|| table.play_lanes(first.as_mut(), second.as_mut())))
            .collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    let board = table.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    MatchReport::new(settings, names, board).ok_or(ArenaError::Stopped)
}

/// Passes single games on.
struct OnGame<'a>(&'a (dyn Fn(&PlayedGame) + Sync));

impl MatchObserver for OnGame<'_> {
    fn game_finished(&self, game: &PlayedGame) {
        (self.0)(game);
    }
}

/// What the threads of a match share.
struct Table<'a> {
    settings: &'a ArenaSettings,
    monitor: &'a dyn Monitor,
    observer: &'a dyn MatchObserver,
    board: Mutex<Scoreboard<'a>>,
    /// Pairs to play.
    missing: Vec<usize>,
    /// How many of them have been dealt out.
    dealt: AtomicUsize,
    /// Set when a thread has failed or was stopped, or the match is decided, so that the others end too.
    is_closed: AtomicBool,
}

impl<'a> Table<'a> {
    fn new(
        settings: &'a ArenaSettings,
        monitor: &'a dyn Monitor,
        observer: &'a dyn MatchObserver,
        board: Scoreboard<'a>,
    ) -> Self {
        Self {
            settings,
            monitor,
            observer,
            missing: board.missing_pairs(),
            is_closed: AtomicBool::new(board.is_decided()),
            board: Mutex::new(board),
            dealt: AtomicUsize::new(0),
        }
    }

    /// Plays lanes until none is left.
    fn play_lanes(&self, first: &mut dyn Player, second: &mut dyn Player) -> Result<(), ArenaError> {
        while let Some(pairs) = self.next_pairs() {
            if let Err(halt) = self.play_pairs(pairs, first, second) {
                self.is_closed.store(true, Ordering::Relaxed);
                return match halt {
                    Halt::Stopped => Ok(()),
                    Halt::Failed(error) => Err(error),
                };
            }
        }
        Ok(())
    }

    /// The next pairs that nobody plays yet.
    fn next_pairs(&self) -> Option<&[usize]> {
        let length = self.settings.lane_pairs;
        let start = self.dealt.fetch_add(length, Ordering::Relaxed);
        let is_open = !self.is_closed.load(Ordering::Relaxed);
        (is_open && start < self.missing.len())
            .then(|| &self.missing[start..self.missing.len().min(start + length)])
    }

    fn play_pairs(
        &self,
        pairs: &[usize],
        first: &mut dyn Player,
        second: &mut dyn Player,
    ) -> Result<(), Halt> {
        for mut lane in Lane::of_pairs(self.settings, pairs)? {
            while !lane.is_empty() {
                self.advance(&mut lane, Seat::First, first)?;
                self.advance(&mut lane, Seat::Second, second)?;
            }
        }
        Ok(())
    }

    fn advance(&self, lane: &mut Lane<'_>, seat: Seat, player: &mut dyn Player) -> Result<(), Halt> {
        if self.is_closed.load(Ordering::Relaxed) || self.monitor.is_stopped() {
            return Err(Halt::Stopped);
        }
        let moves = lane.advance(seat, player, self.monitor)?;
        self.monitor.advance(Counter::Moves, moves as u64);
        for game in lane.take_finished() {
            self.monitor.advance(Counter::Games, 1);
            self.observer.game_finished(&game);
            let mut board = self.board();
            board.add(game, self.observer).map_err(ArenaError::Keep)?;
            if board.is_decided() {
                return Err(Halt::Stopped);
            }
        }
        Ok(())
    }

    fn board(&self) -> MutexGuard<'_, Scoreboard<'a>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
