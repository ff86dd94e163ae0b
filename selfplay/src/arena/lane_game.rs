use std::time::Duration;

use kumalak_env::{Game, GameRng, Outcome, Pit, Side};

use crate::arena::error::ArenaError;
use crate::arena::fault::FaultPolicy;
use crate::arena::played_game::PlayedGame;
use crate::arena::settings::ArenaSettings;
use crate::arena::termination::Termination;
use crate::arena::time_control::{GameClock, InTime};
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveTime;

/// Which of the two players of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    First,
    Second,
}

/// A game that is being played.
pub(crate) struct LaneGame {
    pair: usize,
    first_side: Side,
    opening_plies: usize,
    game: Game,
    /// The streams of White's and of Black's player.
    rngs: [GameRng; 2],
    clock: GameClock,
    /// Who moved and what it thought, for the moves after the opening.
    said: Vec<(Side, Option<MoveEvaluation>)>,
    /// What ended the game, if the rules did not.
    termination: Option<Termination>,
}

impl LaneGame {
    /// A game that begins with this opening.
    pub(crate) fn new(settings: &ArenaSettings, pair: usize, first_side: Side, opening: Game) -> Self {
        Self {
            pair,
            first_side,
            opening_plies: opening.moves().len(),
            game: opening,
            rngs: settings.player_rngs(2 * pair + first_side.index()),
            clock: GameClock::new(settings.time_control, settings.grace),
            said: Vec::new(),
            termination: None,
        }
    }

    /// Whether the game has ended, by the rules or otherwise.
    pub(crate) fn is_over(&self) -> bool {
        self.termination.is_some() || self.game.is_over()
    }

    /// Whether the player of a seat has to move.
    pub(crate) fn is_turn_of(&self, seat: Seat) -> bool {
        let is_first = self.turn() == self.first_side;
        !self.is_over() && is_first == (seat == Seat::First)
    }

    /// What the side to move sees.
    pub(crate) fn game_and_rng(&mut self) -> (&Game, &mut GameRng) {
        let turn = self.turn();
        (&self.game, &mut self.rngs[turn.index()])
    }

    /// The time of the side to move.
    pub(crate) fn move_time(&self) -> MoveTime {
        self.clock.move_time(self.turn().index())
    }

    /// Stops the clock of the side to move, which loses the game if it was too slow.
    pub(crate) fn press_clock(&mut self, taken: Duration) -> InTime {
        let loser = self.turn();
        let in_time = self.clock.press(loser.index(), taken);
        if in_time == InTime::No {
            self.termination = Some(Termination::Time { loser });
        }
        in_time
    }

    /// Plays the move of the side to move.
    pub(crate) fn play(
        &mut self,
        pit: Pit,
        evaluation: Option<MoveEvaluation>,
        player: &str,
        settings: &ArenaSettings,
    ) -> Result<(), ArenaError> {
        let mover = self.turn();
        if let Err(illegal) = self.game.try_play(pit) {
            return match settings.faults {
                FaultPolicy::LoseGame => {
                    self.lose_by_fault(format!("illegal move: {illegal}"));
                    Ok(())
                }
                FaultPolicy::EndMatch => Err(ArenaError::IllegalMove {
                    pair: self.pair,
                    ply: self.game.moves().len(),
                    player: player.to_owned(),
                    side: mover,
                    illegal,
                }),
            };
        }
        self.said.push((mover, evaluation));
        if !self.game.is_over() {
            self.termination = self
                .adjudicated(settings)
                .map(|outcome| Termination::Adjudication { outcome });
        }
        Ok(())
    }

    /// The result that the arena gives an unfinished game.
    fn adjudicated(&self, settings: &ArenaSettings) -> Option<Outcome> {
        let exact = settings
            .exact_values
            .as_ref()
            .and_then(|values| values.outcome(self.game.position()));
        exact.or_else(|| settings.adjudication.winner(&self.said).map(Outcome::win_of))
    }

    /// Ends the game: the player to move has failed.
    pub(crate) fn lose_by_fault(&mut self, reason: String) {
        self.termination = Some(Termination::Fault {
            loser: self.turn(),
            reason,
        });
    }

    /// The finished game.
    pub(crate) fn into_played(self) -> PlayedGame {
        let evaluations: Vec<_> = self.said.into_iter().map(|(_, evaluation)| evaluation).collect();
        PlayedGame {
            pair: self.pair,
            first_side: self.first_side,
            opening_plies: self.opening_plies,
            game: self.game,
            termination: self.termination.unwrap_or(Termination::Rules),
            evaluations: if evaluations.iter().any(Option::is_some) {
                evaluations
            } else {
                Vec::new()
            },
        }
    }

    fn turn(&self) -> Side {
        self.game.position().turn()
    }
}
