use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::arena::error::ArenaError;
use crate::arena::lane::{Halt, Lane, Seat};
use crate::arena::played_game::PlayedGame;
use crate::arena::report::MatchReport;
use crate::arena::settings::ArenaSettings;
use crate::monitor::{Counter, Monitor};
use crate::move_limits::MoveLimits;
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
    settings.check()?;
    if first.is_empty() || first.len() != second.len() {
        return Err(ArenaError::PlayerCount {
            first: first.len(),
            second: second.len(),
        });
    }
    let names = [first[0].name().to_owned(), second[0].name().to_owned()];
    let table = Table::new(settings, monitor, on_game);
    let games = thread::scope(|scope| {
        let threads: Vec<_> = first
            .iter_mut()
            .zip(second)
            .map(|(first, second)| scope.spawn(|| table.play_lanes(first.as_mut(), second.as_mut())))
            .collect();
        let lanes = threads.into_iter().map(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        lanes.collect::<Result<Vec<_>, _>>()
    })?;
    MatchReport::new(settings, names, games.into_iter().flatten().collect()).ok_or(ArenaError::Stopped)
}

/// What the threads of a match share.
struct Table<'a> {
    settings: &'a ArenaSettings,
    monitor: &'a dyn Monitor,
    on_game: &'a (dyn Fn(&PlayedGame) + Sync),
    next_pair: AtomicUsize,
    /// Set when a thread has failed or was stopped, so that the others end too.
    is_closed: AtomicBool,
}

impl<'a> Table<'a> {
    fn new(
        settings: &'a ArenaSettings,
        monitor: &'a dyn Monitor,
        on_game: &'a (dyn Fn(&PlayedGame) + Sync),
    ) -> Self {
        Self {
            settings,
            monitor,
            on_game,
            next_pair: AtomicUsize::new(0),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Plays lanes until none is left, and returns the games that were finished.
    fn play_lanes(
        &self,
        first: &mut dyn Player,
        second: &mut dyn Player,
    ) -> Result<Vec<PlayedGame>, ArenaError> {
        let mut games = Vec::new();
        while let Some(pairs) = self.next_lane() {
            if let Err(halt) = self.play_lane(pairs, first, second, &mut games) {
                self.is_closed.store(true, Ordering::Relaxed);
                return match halt {
                    Halt::Stopped => Ok(games),
                    Halt::Failed(error) => Err(error),
                };
            }
        }
        Ok(games)
    }

    /// The pairs of the next lane that nobody plays yet.
    fn next_lane(&self) -> Option<Range<usize>> {
        let ArenaSettings {
            pairs, lane_pairs, ..
        } = *self.settings;
        let start = self.next_pair.fetch_add(lane_pairs, Ordering::Relaxed);
        (start < pairs).then(|| start..pairs.min(start + lane_pairs))
    }

    fn play_lane(
        &self,
        pairs: Range<usize>,
        first: &mut dyn Player,
        second: &mut dyn Player,
        games: &mut Vec<PlayedGame>,
    ) -> Result<(), Halt> {
        let mut lane = Lane::new(self.settings, pairs)?;
        while !lane.is_empty() {
            self.advance(&mut lane, Seat::First, first, games)?;
            self.advance(&mut lane, Seat::Second, second, games)?;
        }
        Ok(())
    }

    fn advance(
        &self,
        lane: &mut Lane,
        seat: Seat,
        player: &mut dyn Player,
        games: &mut Vec<PlayedGame>,
    ) -> Result<(), Halt> {
        if self.is_closed.load(Ordering::Relaxed) || self.monitor.is_stopped() {
            return Err(Halt::Stopped);
        }
        let limits = MoveLimits {
            monitor: self.monitor,
            ..MoveLimits::NONE
        };
        let moves = lane.advance(seat, player, &limits)?;
        self.monitor.advance(Counter::Moves, moves as u64);
        for game in lane.take_finished() {
            self.monitor.advance(Counter::Games, 1);
            (self.on_game)(&game);
            games.push(game);
        }
        Ok(())
    }
}
