use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use kumalak_env::{Game, GameRng, Pit};

use super::spec::{MAX_SIMULATIONS, RolloutSpec};
use super::tree::{Tree, TriedMove};
use crate::monitor::Monitor;
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::search_finding::{FindingSchedule, SearchFinding};
use crate::search_summary::SearchSummary;
use crate::value::MoverValue;

/// Simulations between two looks at the clock and the monitor.
const SIMULATIONS_BETWEEN_CHECKS: u32 = 16;

/// Plain Monte Carlo tree search: UCT with one random game for each new position.
///
/// All randomness comes from the generator of the game, so that the choice in one game depends neither on the others nor,
/// unless time bounds it, on the machine. The time that the match grants for a call is divided evenly among its games.
#[derive(Clone, Debug)]
pub struct RolloutPlayer {
    name: String,
    spec: RolloutSpec,
    evaluations: Vec<MoveEvaluation>,
    summaries: Vec<SearchSummary>,
}

impl RolloutPlayer {
    /// A player with this name.
    pub fn new(name: impl Into<String>, spec: RolloutSpec) -> Self {
        Self {
            name: name.into(),
            spec,
            evaluations: Vec::new(),
            summaries: Vec::new(),
        }
    }

    /// Searches an unfinished game and returns the moves that were tried, the most visited first.
    ///
    /// # Errors
    /// If the game is over, or the monitor asks to stop.
    pub fn search(
        &self,
        game: &Game,
        rng: &mut GameRng,
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<TriedMove>, PlayerError> {
        self.search_while(game, rng, limits, &mut |_| ControlFlow::Continue(()))
    }

    /// The same, with somebody who hears now and then how many simulations were made and may end the search by
    /// [`ControlFlow::Break`]: the moves are then those tried so far.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn search_while(
        &self,
        game: &Game,
        rng: &mut GameRng,
        limits: &MoveLimits<'_>,
        watch: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<Vec<TriedMove>, PlayerError> {
        self.search_for(game, rng, limits.time.budget(), limits.monitor, watch)
    }

    fn search_for(
        &self,
        game: &Game,
        rng: &mut GameRng,
        granted: Option<Duration>,
        monitor: &dyn Monitor,
        watch: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<Vec<TriedMove>, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::GameOver(0));
        }
        let time = self.spec.time.into_iter().chain(granted).min();
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let mut tree = Tree::new(game);
        let mut schedule = FindingSchedule::FIRST;
        for simulation in 0..self.spec.simulations.unwrap_or(MAX_SIMULATIONS) {
            if simulation % SIMULATIONS_BETWEEN_CHECKS == 0 {
                if schedule.is_due(u64::from(simulation)) {
                    monitor.found(&finding(&tree.moves()));
                }
                if monitor.is_stopped() {
                    return Err(PlayerError::Stopped);
                }
                if simulation > 0 && watch(simulation).is_break() {
                    break;
                }
                if simulation > 0 && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    break;
                }
            }
            tree.simulate(rng);
        }
        Ok(tree.moves())
    }
}

impl Player for RolloutPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        self.evaluations.clear();
        self.summaries.clear();
        let began = Instant::now();
        let choices = games.iter().zip(rngs).enumerate().map(|(index, (game, rng))| {
            if game.is_over() {
                return Err(PlayerError::GameOver(index));
            }
            let granted = limits.time_for_one_of(games.len() - index, began.elapsed());
            let moves = self.search_for(game, rng, granted, limits.monitor, &mut |_| {
                ControlFlow::Continue(())
            })?;
            let found = finding(&moves);
            self.evaluations.push(found.evaluation);
            self.summaries.push(found.summary);
            Ok(found.best)
        });
        choices.collect()
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        &self.evaluations
    }

    fn summaries(&self) -> &[SearchSummary] {
        &self.summaries
    }
}

/// What moves that were tried, the best one first, come to.
fn finding(moves: &[TriedMove]) -> SearchFinding {
    let best = moves[0];
    SearchFinding {
        best: best.pit,
        evaluation: MoveEvaluation::Value(MoverValue(best.mean as f32)),
        summary: SearchSummary {
            depth: None,
            nodes: moves.iter().map(|tried| u64::from(tried.visits)).sum(),
            line: vec![best.pit],
            ..SearchSummary::default()
        },
    }
}
