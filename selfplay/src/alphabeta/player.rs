use std::time::Instant;

use kumalak_env::{Game, GameRng, Pit};

use super::search::AlphaBeta;
use super::settings::AlphaBetaSettings;
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::search_summary::SearchSummary;

/// Plays the best move of an [`AlphaBeta`] search. It uses no randomness: unless time bounds it, equal games get equal
/// answers.
///
/// The time that the match grants for a call is divided evenly among the games of the call.
#[derive(Clone, Debug)]
pub struct AlphaBetaPlayer {
    name: String,
    search: AlphaBeta,
    evaluations: Vec<MoveEvaluation>,
    summaries: Vec<SearchSummary>,
}

impl AlphaBetaPlayer {
    /// A player with this name.
    pub fn new(name: impl Into<String>, settings: AlphaBetaSettings) -> Self {
        Self {
            name: name.into(),
            search: AlphaBeta::new(settings),
            evaluations: Vec::new(),
            summaries: Vec::new(),
        }
    }
}

impl Player for AlphaBetaPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        games: &[&Game],
        _rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        self.evaluations.clear();
        self.summaries.clear();
        let began = Instant::now();
        let choices = games.iter().enumerate().map(|(index, game)| {
            let left = limits
                .time
                .budget()
                .map(|time| time.saturating_sub(began.elapsed()));
            let granted = left.map(|left| left / (games.len() - index) as u32);
            let found = self.search.search_for(game, granted, limits.monitor)?;
            let found = found.ok_or(PlayerError::GameOver(index))?;
            self.evaluations.push(found.score.into());
            self.summaries.push(SearchSummary {
                depth: Some(found.depth),
                nodes: found.nodes,
                line: found.line,
                ..SearchSummary::default()
            });
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
