use kumalak_env::{Game, GameRng, Pit};

use crate::evaluator::Evaluator;
use crate::invalid_setting::InvalidSetting;
use crate::mcts::{BatchSearch, SearchError, SearchRoot, SearchSettings};
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::search_summary::SearchSummary;

/// Plays the move that a [`BatchSearch`] visits most; among equals the one with the higher value, then the leftmost.
///
/// It uses no randomness: equal games get equal moves.
#[derive(Debug)]
pub struct MctsPlayer<E> {
    name: String,
    evaluator: E,
    settings: SearchSettings,
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
            search: BatchSearch::default(),
            evaluations: Vec::new(),
            summaries: Vec::new(),
        })
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
        let results = self
            .search
            .search(&roots, &mut self.evaluator, &self.settings, limits.monitor)
            .map_err(|error| match error {
                SearchError::Evaluator(error) => PlayerError::Evaluator(error),
                SearchError::Stopped => PlayerError::Stopped,
                SearchError::GameOver(index) => PlayerError::GameOver(index),
                SearchError::Setting(_) => unreachable!("the settings were validated by `new`"),
            })?;
        let values = results.iter().map(|result| MoveEvaluation::Value(result.value));
        self.evaluations = values.collect();
        let summaries = results.iter().map(|result| SearchSummary {
            depth: None,
            nodes: result.visits.iter().map(|&visits| u64::from(visits)).sum(),
            line: result.principal_variation.clone(),
        });
        self.summaries = summaries.collect();
        Ok(results.iter().map(|result| result.best_move()).collect())
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        &self.evaluations
    }

    fn summaries(&self) -> &[SearchSummary] {
        &self.summaries
    }
}
