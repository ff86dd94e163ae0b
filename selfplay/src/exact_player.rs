use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use kumalak_env::solver::{ExactValue, Solution, SolverError, SolverLimits, Verdict};
use kumalak_env::{Game, GameRng, Pit, Position, Rules};
use rand::RngExt;

use crate::monitor::Monitor;
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::value::MoverValue;

/// Plays perfectly on small boards: one of the moves that win soonest, keep a draw, or lose latest, each with the same
/// probability. Play that never ends counts as a draw, as in [`kumalak_env::solver`].
///
/// The board is solved when the first move is asked for, from the start of that game, and again if a game comes to a
/// position that was not solved. Clones share what is solved, so that the threads of a match solve a board once.
#[derive(Clone, Debug, Default)]
pub struct ExactPlayer {
    limits: SolverLimits,
    solution: Arc<Mutex<Option<Arc<Solution>>>>,
    evaluations: Vec<MoveEvaluation>,
}

impl ExactPlayer {
    /// A player whose solver may use so much memory.
    pub fn new(limits: SolverLimits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// A player that knows this solution.
    pub fn with_solution(solution: Arc<Solution>) -> Self {
        Self {
            solution: Arc::new(Mutex::new(Some(solution))),
            ..Self::default()
        }
    }

    /// Whether whole games under these rules can be solved, as far as that is known without solving them.
    ///
    /// # Errors
    /// Why not: the board is too large for the memory that the solver may use.
    pub fn check_rules(&self, rules: &Rules) -> Result<(), SolverError> {
        self.check_start(rules, &Position::start(rules))
    }

    /// Whether games that begin with this position can be solved, as far as that is known without solving them.
    ///
    /// # Errors
    /// Why not: the board is too large for the memory that the solver may use.
    pub fn check_start(&self, rules: &Rules, start: &Position) -> Result<(), SolverError> {
        match Solution::solve_from(*rules, start, &self.limits, |_| ControlFlow::Break(())) {
            Ok(_) | Err(SolverError::Stopped | SolverError::GameOver) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// A solution that holds the game's position. Whoever comes while another thread solves waits for it.
    fn solution(&self, game: &Game, monitor: &dyn Monitor) -> Result<Arc<Solution>, PlayerError> {
        let mut shared = self.solution.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solution) = shared.as_ref().filter(|solution| holds(solution, game)) {
            return Ok(Arc::clone(solution));
        }
        let report = |_| {
            if monitor.is_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let solved = Solution::solve_from(*game.rules(), game.start(), &self.limits, report);
        let solution = Arc::new(solved.map_err(|error| match error {
            SolverError::Stopped => PlayerError::Stopped,
            error => PlayerError::Solver(error),
        })?);
        *shared = Some(Arc::clone(&solution));
        Ok(solution)
    }
}

fn holds(solution: &Solution, game: &Game) -> bool {
    solution.rules() == game.rules() && solution.value(game.position()).is_some()
}

impl Player for ExactPlayer {
    fn name(&self) -> &str {
        "exact"
    }

    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        self.evaluations.clear();
        let choices = games.iter().zip(rngs).enumerate().map(|(index, (game, rng))| {
            if game.is_over() {
                return Err(PlayerError::GameOver(index));
            }
            let solution = self.solution(game, limits.monitor)?;
            let best = solution.best_moves(game.position()).unwrap_or_default();
            let chosen = best[rng.random_range(0..best.len())];
            self.evaluations.push(evaluation(chosen.verdict));
            Ok(chosen.pit)
        });
        choices.collect()
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        &self.evaluations
    }
}

fn evaluation(verdict: Verdict) -> MoveEvaluation {
    match (verdict.value, verdict.plies) {
        (ExactValue::Win, Some(plies)) => MoveEvaluation::WinIn(plies),
        (ExactValue::Loss, Some(plies)) => MoveEvaluation::LossIn(plies),
        _ => MoveEvaluation::Value(MoverValue::DRAW),
    }
}
