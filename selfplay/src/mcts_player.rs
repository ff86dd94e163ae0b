use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use kumalak_env::{Game, GameRng, Pit};

use crate::evaluator::Evaluator;
use crate::invalid_setting::InvalidSetting;
use crate::mcts::{BatchSearch, SearchError, SearchProgress, SearchResult, SearchRoot, SearchSettings};
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::search_finding::{FindingSchedule, SearchFinding};
use crate::search_summary::SearchSummary;

/// Plays the move that a [`BatchSearch`] selects.
///
/// It uses no randomness: equal games get equal moves, unless a time limit ends the search. A search that time ends has
/// at least the evaluation of every position, and then plays what it found so far.
#[derive(Debug)]
pub struct MctsPlayer<E> {
    name: String,
    evaluator: E,
    settings: SearchSettings,
    time: Option<Duration>,
    search: BatchSearch,
    evaluations: Vec<MoveEvaluation>,
    summaries: Vec<SearchSummary>,
}

impl<E: Evaluator + Send> MctsPlayer<E> {
    /// A player with this name.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn new(
        name: impl Into<String>,
        evaluator: E,
        settings: SearchSettings,
    ) -> Result<Self, InvalidSetting> {
        settings.validate()?;
        Ok(Self {
            name: name.into(),
            evaluator,
            settings,
            time: None,
            search: BatchSearch::default(),
            evaluations: Vec::new(),
            summaries: Vec::new(),
        })
    }

    /// The same player with at most so long a move (or moves of several games at once), whatever a match grants.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self {
            time: Some(time),
            ..self
        }
    }
}

impl<E: Evaluator + Send> Player for MctsPlayer<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        games: &[&Game],
        _rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let roots: Vec<SearchRoot<'_>> = games.iter().map(|game| SearchRoot::new(game)).collect();
        let budget = self.time.into_iter().chain(limits.time.budget()).min();
        let deadline = budget.and_then(|budget| Instant::now().checked_add(budget));
        let mut schedule = FindingSchedule::FIRST;
        let mut watch = |progress: SearchProgress<'_>| {
            if games.len() == 1 && schedule.is_due(progress.simulations()) {
                let results = progress.results();
                limits.monitor.found(&finding(&results[0]));
            }
            match deadline {
                Some(deadline) if Instant::now() >= deadline => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let results = self
            .search
            .search_while(
                &roots,
                &mut self.evaluator,
                &self.settings,
                limits.monitor,
                &mut watch,
            )
            .map_err(|error| match error {
                SearchError::Evaluator(error) => PlayerError::Evaluator(error),
                SearchError::Stopped => PlayerError::Stopped,
                SearchError::GameOver(index) => PlayerError::GameOver(index),
                SearchError::Setting(_) => unreachable!("the settings were validated by `new`"),
            })?;
        self.evaluations.clear();
        self.summaries.clear();
        let best = results.iter().map(|result| {
            let found = finding(result);
            self.evaluations.push(found.evaluation);
            self.summaries.push(found.summary);
            found.best
        });
        Ok(best.collect())
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        &self.evaluations
    }

    fn summaries(&self) -> &[SearchSummary] {
        &self.summaries
    }
}

fn finding(result: &SearchResult) -> SearchFinding {
    SearchFinding {
        best: result.best_move(),
        evaluation: MoveEvaluation::Value(result.value),
        summary: SearchSummary {
            depth: Some(result.depth),
            nodes: u64::from(result.simulations),
            line: result.principal_variation.clone(),
            outcome: Some(result.outcome),
            margin: Some(result.margin),
        },
    }
}
