use kumalak_env::solver::SolverError;
use kumalak_env::{Game, GameRng, Pit};
use thiserror::Error;

use crate::evaluator::EvaluatorError;
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::search_summary::SearchSummary;

/// Plays moves: the only thing that the arena knows about whatever plays.
pub trait Player: Send {
    /// Name for tables, such as `alphabeta:depth=4`.
    fn name(&self) -> &str;

    /// Chooses a legal move in each of several unfinished games: `[B]`. Randomness comes from `rngs[i]` for `games[i]`
    /// alone, so that the choice in one game does not depend on the others. A time limit holds for the whole call.
    ///
    /// # Errors
    /// If the player cannot choose, or `limits` stopped it.
    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError>;

    /// What the player thinks of the moves that it chose last, one for each game of that call: `[B]`. Empty if it does not say.
    fn evaluations(&self) -> &[MoveEvaluation] {
        &[]
    }

    /// What it took to choose the moves of the last call, one for each game of that call: `[B]`. Empty if it does not say.
    fn summaries(&self) -> &[SearchSummary] {
        &[]
    }
}

/// A player that could not choose a move.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// Its evaluator failed.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// The board is too large to be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The game with this index in the batch is over, so that there is no move to choose.
    #[error("game {0} of the batch is over and has no move to choose")]
    GameOver(usize),
    /// The player failed in one game, as a program outside does that crashes or hangs; it can play on in others. Under
    /// [`FaultPolicy::LoseGame`](crate::FaultPolicy::LoseGame) the arena counts that game as lost and asks again for the
    /// rest of the batch.
    #[error("{reason}")]
    Fault {
        /// Index of the game in the batch.
        game: usize,
        /// What happened, in one line.
        reason: String,
    },
    /// Somebody asked it to stop.
    #[error("interrupted")]
    Stopped,
}
