//! Whole games, judged move by move.

use kumalak_selfplay::MoveJudgement;
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Seed;
use crate::errors::player_error;
use crate::game::Game;
use crate::player::{Player, Watch, says_nothing};
use crate::position::side_name;

/// A move of a game as a player judges it, from the side that moved.
#[pyclass(frozen, module = "kumalak")]
pub(crate) struct AnalyzedMove {
    inner: kumalak_selfplay::AnalyzedMove,
    judgement: MoveJudgement,
    notation: String,
}

#[pymethods]
impl AnalyzedMove {
    /// The number of the move, counted from 1.
    #[getter]
    fn ply(&self) -> usize {
        self.inner.ply
    }

    /// The side that moved: "white" or "black".
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.inner.side)
    }

    /// The number of the pit that was played.
    #[getter]
    fn played(&self) -> usize {
        self.inner.played.number()
    }

    /// How score sheets write the move that was played.
    #[getter]
    fn notation(&self) -> &str {
        &self.notation
    }

    /// The number of the pit that the player would have chosen.
    #[getter]
    fn best(&self) -> usize {
        self.inner.best.number()
    }

    /// Whether the move is the player's own choice.
    #[getter]
    fn is_first_choice(&self) -> bool {
        self.inner.is_first_choice()
    }

    /// Number of legal moves.
    #[getter]
    fn choices(&self) -> usize {
        self.inner.choices
    }

    /// What the player says of the position before the move, such as "+0.250", "+6.40 stones" or "win in 5".
    #[getter]
    fn evaluation(&self) -> String {
        self.judgement.evaluation.to_string()
    }

    /// The points that the mover could expect before the move, from 0 to 1.
    #[getter]
    fn points_before(&self) -> f64 {
        self.judgement.points_before
    }

    /// The points that the mover can expect after it, from 0 to 1.
    #[getter]
    fn points_after(&self) -> f64 {
        self.judgement.points_after
    }

    /// The points that the move gives away, from 0 to 1; 0 for the player's own choice.
    #[getter]
    fn loss(&self) -> f64 {
        self.inner.loss().unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        let Self {
            inner,
            judgement,
            notation,
        } = self;
        let best = match inner.is_first_choice() {
            true => String::new(),
            false => format!(", best {}", inner.best.number()),
        };
        format!(
            "<AnalyzedMove {}. {} {notation}: {}, loss {:.3}{best}>",
            inner.ply,
            side_name(inner.side),
            judgement.evaluation,
            self.loss()
        )
    }
}

/// A game as a player judges it.
#[pyclass(frozen, module = "kumalak")]
pub(crate) struct GameAnalysis {
    inner: kumalak_selfplay::GameAnalysis,
    /// The points of White after 0, 1, … moves.
    white_points: Vec<f64>,
    /// How score sheets write the moves.
    notations: Vec<String>,
}

impl GameAnalysis {
    /// The moves with what the player says of them, which it does of all or of none.
    fn analyzed<'a>(
        &self,
        moves: impl IntoIterator<Item = &'a kumalak_selfplay::AnalyzedMove>,
    ) -> Vec<AnalyzedMove> {
        let analyzed = moves.into_iter().filter_map(|inner| {
            Some(AnalyzedMove {
                judgement: inner.judgement?,
                notation: self.notations[inner.ply - 1].clone(),
                inner: inner.clone(),
            })
        });
        analyzed.collect()
    }
}

#[pymethods]
impl GameAnalysis {
    /// The moves of the game, in order.
    #[getter]
    fn moves(&self) -> Vec<AnalyzedMove> {
        self.analyzed(&self.inner.moves)
    }

    /// The points that White may expect after the last move, from 0 to 1; exact if the rules have ended the game.
    #[getter]
    fn final_points(&self) -> f64 {
        self.white_points.last().copied().unwrap_or_default()
    }

    /// The points that White may expect after 0, 1, … moves: `[moves + 1]`, float64.
    #[getter]
    fn white_points<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.white_points)
    }

    /// The `count` moves that give most points away, the worst first; those that give nothing away are no part of it.
    #[pyo3(signature = (count = 5))]
    fn worst(&self, count: usize) -> Vec<AnalyzedMove> {
        self.analyzed(self.inner.worst(count))
    }

    fn __len__(&self) -> usize {
        self.inner.moves.len()
    }

    fn __repr__(&self) -> String {
        let moves = &self.inner.moves;
        let first_choices = moves.iter().filter(|analyzed| analyzed.is_first_choice()).count();
        let lost: f64 = moves
            .iter()
            .filter_map(kumalak_selfplay::AnalyzedMove::loss)
            .fold(0.0, |lost, loss| lost + loss);
        format!(
            "<GameAnalysis of {} moves: {first_choices} first choices, {lost:.3} points given away>",
            moves.len()
        )
    }
}

/// Judges every move of a game by what a player thinks of each position. `seed` decides the player's random choices, and
/// `progress` is called with the number of positions that were judged since it was called last.
#[pyfunction]
#[pyo3(signature = (game, player, *, seed = Seed(0), progress = None),
    text_signature = "(game, player, *, seed=0, progress=None)")]
pub(crate) fn analyze_game(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    mut player: PyRefMut<'_, Player>,
    seed: Seed,
    progress: Option<Py<PyAny>>,
) -> PyResult<GameAnalysis> {
    let game = game.borrow().inner.clone();
    let notations = notations(&game)?;
    let positions_per_call = player.positions_per_call();
    let name = player.name();
    if !player.gives_evaluations() {
        return Err(says_nothing(&name));
    }
    let player = player.ready_for(py, std::slice::from_ref(&game))?;
    let watch = Watch::new(progress);
    let analysis =
        py.detach(|| kumalak_selfplay::analyze_game(player, &game, positions_per_call, seed.0, &watch));
    if let Some(raised) = watch.take() {
        return Err(raised);
    }
    let inner = analysis.map_err(player_error)?;
    let white_points = inner.white_points().ok_or_else(|| says_nothing(&name))?;
    Ok(GameAnalysis {
        inner,
        white_points,
        notations,
    })
}

fn notations(game: &kumalak_env::Game) -> PyResult<Vec<String>> {
    let mut position = *game.start();
    let notations = game.moves().iter().map(|&pit| {
        let sowing = position.try_play(game.rules(), pit);
        let sowing = sowing.map_err(|illegal| PyValueError::new_err(illegal.to_string()))?;
        Ok(sowing.notation().to_string())
    });
    notations.collect()
}
