use kumalak_env::{Game, GameRng, Pit};

use crate::alphabeta::depth::SearchDepth;
use crate::alphabeta::search::AlphaBeta;
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::search_summary::SearchSummary;

/// Plays the best move of an [`AlphaBeta`] search. It uses no randomness: equal games get equal answers.
#[derive(Clone, Debug)]
pub struct AlphaBetaPlayer {
    name: String,
    search: AlphaBeta,
    evaluations: Vec<MoveEvaluation>,
    summaries: Vec<SearchSummary>,
}

impl AlphaBetaPlayer {
    /// A player that looks this far ahead.
    pub fn new(depth: SearchDepth) -> Self {
        Self {
            name: format!("alphabeta:depth={depth}"),
            search: AlphaBeta::new(depth),
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
        _limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        self.evaluations.clear();
        self.summaries.clear();
        let choices = games.iter().map(|game| {
            let found = self.search.search(game);
            let found = found.expect("an unfinished game has a legal move");
            self.evaluations.push(found.score.into());
            self.summaries.push(SearchSummary {
                depth: Some(self.search.depth().plies()),
                nodes: found.nodes,
                line: vec![found.best],
            });
            found.best
        });
        Ok(choices.collect())
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        &self.evaluations
    }

    fn summaries(&self) -> &[SearchSummary] {
        &self.summaries
    }
}
