use kumalak_env::{Game, GameRng, Observation, Pit};

use crate::evaluator::{Evaluations, Evaluator};
use crate::mcts::{Answer, Evaluation, evaluate_all};
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::MoveLimits;
use crate::player::{Player, PlayerError};
use crate::search_summary::SearchSummary;

/// Plays the legal move with the highest policy logit, without any search; the leftmost among equals.
///
/// It uses no randomness: equal games get equal moves.
#[derive(Debug)]
pub struct PolicyPlayer<E> {
    name: String,
    evaluator: E,
    observations: Vec<Observation>,
    evaluations: Evaluations,
    values: Vec<MoveEvaluation>,
    summaries: Vec<SearchSummary>,
}

impl<E: Evaluator + Send> PolicyPlayer<E> {
    /// A player with this name.
    pub fn new(name: impl Into<String>, evaluator: E) -> Self {
        Self {
            name: name.into(),
            evaluator,
            observations: Vec::new(),
            evaluations: Evaluations::default(),
            values: Vec::new(),
            summaries: Vec::new(),
        }
    }
}

impl<E: Evaluator + Send> Player for PolicyPlayer<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        games: &[&Game],
        _rngs: &mut [&mut GameRng],
        _limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        if let Some(index) = games.iter().position(|game| game.is_over()) {
            return Err(PlayerError::GameOver(index));
        }
        self.observations.clear();
        self.observations.extend(
            games
                .iter()
                .map(|game| game.position().observation(game.occurrences())),
        );
        if self.evaluations.margin.len() < games.len() {
            self.evaluations = Evaluations::zeros(games.len());
        }
        evaluate_all(&mut self.evaluator, &self.observations, &mut self.evaluations)?;
        self.values.clear();
        self.summaries.clear();
        games
            .iter()
            .enumerate()
            .map(|(row, game)| {
                let evaluation =
                    Evaluation::read(&Answer::of_row(&self.evaluations, row), row, game.legal_moves())?;
                let best = evaluation.most_probable();
                self.values.push(MoveEvaluation::Value(evaluation.value()));
                self.summaries.push(SearchSummary {
                    depth: None,
                    nodes: 1,
                    line: vec![best],
                    outcome: Some(evaluation.outcome),
                    margin: Some(evaluation.margin),
                });
                Ok(best)
            })
            .collect()
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        &self.values
    }

    fn summaries(&self) -> &[SearchSummary] {
        &self.summaries
    }
}
