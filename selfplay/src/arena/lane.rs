use std::ops::Range;

use kumalak_env::{Game, GameRng, Pit, Side};

use crate::arena::error::ArenaError;
use crate::arena::opening::draw_opening;
use crate::arena::played_game::PlayedGame;
use crate::arena::settings::ArenaSettings;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};

/// Games that advance in lock-step, so that each player chooses in all of them at once.
pub(crate) struct Lane {
    opening_plies: usize,
    games: Vec<LaneGame>,
}

struct LaneGame {
    pair: usize,
    first_side: Side,
    game: Game,
    /// The streams of White's and of Black's player.
    rngs: [GameRng; 2],
}

/// Which of the two players of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    First,
    Second,
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

impl Lane {
    /// Both games of each of these pairs, after their openings.
    pub(crate) fn new(settings: &ArenaSettings, pairs: Range<usize>) -> Result<Self, ArenaError> {
        let mut games = Vec::with_capacity(2 * pairs.len());
        for pair in pairs {
            let opening = draw_opening(settings, pair)?;
            games.extend(Side::ALL.map(|first_side| LaneGame {
                pair,
                first_side,
                game: opening.clone(),
                rngs: settings.player_rngs(2 * pair + first_side.index()),
            }));
        }
        Ok(Self {
            opening_plies: settings.opening_plies,
            games,
        })
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
        limits: &MoveLimits<'_>,
    ) -> Result<usize, Halt> {
        let mut turns: Vec<&mut LaneGame> = self
            .games
            .iter_mut()
            .filter(|lane_game| lane_game.is_turn_of(seat))
            .collect();
        if turns.is_empty() {
            return Ok(0);
        }
        let (games, mut rngs): (Vec<&Game>, Vec<&mut GameRng>) =
            turns.iter_mut().map(|lane_game| lane_game.game_and_rng()).unzip();
        let moves = player
            .choose(&games, &mut rngs, limits)
            .map_err(|error| match error {
                PlayerError::Stopped => Halt::Stopped,
                error => Halt::Failed(ArenaError::Player {
                    player: player.name().to_owned(),
                    error,
                }),
            })?;
        if moves.len() != turns.len() {
            return Err(Halt::Failed(ArenaError::MoveCount {
                player: player.name().to_owned(),
                expected: turns.len(),
                found: moves.len(),
            }));
        }
        for (lane_game, &pit) in turns.into_iter().zip(&moves) {
            lane_game.play(pit, player.name())?;
        }
        Ok(moves.len())
    }

    /// Removes and returns the games that have ended.
    pub(crate) fn take_finished(&mut self) -> Vec<PlayedGame> {
        let finished = self.games.extract_if(.., |lane_game| lane_game.game.is_over());
        finished
            .map(|lane_game| lane_game.into_played(self.opening_plies))
            .collect()
    }
}

impl LaneGame {
    fn is_turn_of(&self, seat: Seat) -> bool {
        let is_first = self.game.position().turn() == self.first_side;
        !self.game.is_over() && is_first == (seat == Seat::First)
    }

    fn game_and_rng(&mut self) -> (&Game, &mut GameRng) {
        let turn = self.game.position().turn();
        (&self.game, &mut self.rngs[turn.index()])
    }

    fn play(&mut self, pit: Pit, player: &str) -> Result<(), ArenaError> {
        match self.game.try_play(pit) {
            Ok(_) => Ok(()),
            Err(illegal) => Err(ArenaError::IllegalMove {
                pair: self.pair,
                ply: self.game.moves().len(),
                player: player.to_owned(),
                side: self.game.position().turn(),
                illegal,
            }),
        }
    }

    fn into_played(self, opening_plies: usize) -> PlayedGame {
        PlayedGame {
            pair: self.pair,
            first_side: self.first_side,
            opening_plies,
            game: self.game,
        }
    }
}
