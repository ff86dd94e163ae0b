use std::time::Instant;

use kumalak_env::{Game, GameRng, Side};

use crate::arena::error::ArenaError;
use crate::arena::fault::FaultPolicy;
use crate::arena::lane_game::{LaneGame, Seat};
use crate::arena::played_game::PlayedGame;
use crate::arena::settings::ArenaSettings;
use crate::arena::time_control::InTime;
use crate::monitor::Monitor;
use crate::move_limits::{MoveLimits, MoveTime};
use crate::player::{Player, PlayerError};

/// Games that advance in lock-step, so that each player chooses in all of them at once.
pub(crate) struct Lane<'a> {
    settings: &'a ArenaSettings,
    games: Vec<LaneGame>,
}

/// Why a lane did not advance.
pub(crate) enum Halt {
    Stopped,
    Failed(ArenaError),
}

impl From<ArenaError> for Halt {
    fn from(error: ArenaError) -> Self {
        Self::Failed(error)
    }
}

impl<'a> Lane<'a> {
    /// Lanes with both games of each of these pairs, after their openings: one lane, or one for each game if a clock runs.
    pub(crate) fn of_pairs(settings: &'a ArenaSettings, pairs: &[usize]) -> Result<Vec<Self>, ArenaError> {
        let mut games = Vec::with_capacity(2 * pairs.len());
        for &pair in pairs {
            let opening = settings.openings.draw(settings, pair)?;
            games.extend(
                Side::ALL.map(|first_side| LaneGame::new(settings, pair, first_side, opening.clone())),
            );
        }
        if !settings.time_control.is_timed() {
            return Ok(vec![Self { settings, games }]);
        }
        let alone = |game| Self {
            settings,
            games: vec![game],
        };
        Ok(games.into_iter().map(alone).collect())
    }

    /// Whether all games have been taken out.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Lets one player move in every game in which it has the move; returns the number of moves.
    pub(crate) fn advance(
        &mut self,
        seat: Seat,
        player: &mut dyn Player,
        monitor: &dyn Monitor,
    ) -> Result<usize, Halt> {
        loop {
            let mut turns: Vec<&mut LaneGame> = self
                .games
                .iter_mut()
                .filter(|lane_game| lane_game.is_turn_of(seat))
                .collect();
            if turns.is_empty() {
                return Ok(0);
            }
            // After a fault in one game, the player is asked again for the others.
            if let Some(moves) = choose_and_play(&mut turns, player, self.settings, monitor)? {
                return Ok(moves);
            }
        }
    }

    /// Removes and returns the games that have ended.
    pub(crate) fn take_finished(&mut self) -> Vec<PlayedGame> {
        let finished = self.games.extract_if(.., |lane_game| lane_game.is_over());
        finished.map(LaneGame::into_played).collect()
    }
}

/// Asks a player for its moves and plays them; `None` if it failed in one game, which is over then.
fn choose_and_play(
    turns: &mut [&mut LaneGame],
    player: &mut dyn Player,
    settings: &ArenaSettings,
    monitor: &dyn Monitor,
) -> Result<Option<usize>, Halt> {
    let limits = MoveLimits {
        time: turns.first().map_or(MoveTime::Unlimited, |turn| turn.move_time()),
        monitor,
    };
    let started = Instant::now();
    let (games, mut rngs): (Vec<&Game>, Vec<&mut GameRng>) =
        turns.iter_mut().map(|lane_game| lane_game.game_and_rng()).unzip();
    let chosen = player.choose(&games, &mut rngs, &limits);
    let taken = started.elapsed();
    if matches!(chosen, Err(PlayerError::Stopped)) {
        return Err(Halt::Stopped);
    }
    // With a clock there is one game; too late is lost, whatever the answer.
    let mut is_late = false;
    for turn in turns.iter_mut() {
        is_late |= turn.press_clock(taken) == InTime::No;
    }
    if is_late && matches!(chosen, Ok(_) | Err(PlayerError::Fault { .. })) {
        return Ok(Some(0));
    }
    let moves = match chosen {
        Ok(moves) => moves,
        Err(PlayerError::Fault { game, reason })
            if settings.faults == FaultPolicy::LoseGame && game < turns.len() =>
        {
            turns[game].lose_by_fault(reason);
            return Ok(None);
        }
        Err(error) => {
            return Err(Halt::Failed(ArenaError::Player {
                player: player.name().to_owned(),
                error,
            }));
        }
    };
    if moves.len() != turns.len() {
        return Err(Halt::Failed(ArenaError::MoveCount {
            player: player.name().to_owned(),
            expected: turns.len(),
            found: moves.len(),
        }));
    }
    let evaluations = player.evaluations();
    let of_all = evaluations.len() == moves.len();
    for (index, (turn, &pit)) in turns.iter_mut().zip(&moves).enumerate() {
        let evaluation = of_all.then(|| evaluations[index]);
        turn.play(pit, evaluation, player.name(), settings)?;
    }
    Ok(Some(moves.len()))
}
