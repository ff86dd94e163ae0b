use kumalak_env::Side;
use kumalak_selfplay::{MoveEvaluation, SearchSummary};
use pyo3::prelude::*;

use crate::position::side_name;

/// What a player thinks of a position, from the side to move.
#[pyclass(frozen, module = "kumalak")]
pub(crate) struct PositionEvaluation {
    side: Side,
    best_move: usize,
    evaluation: MoveEvaluation,
    summary: Option<SearchSummary>,
}

impl PositionEvaluation {
    pub(crate) fn new(
        side: Side,
        best_move: usize,
        evaluation: MoveEvaluation,
        summary: Option<SearchSummary>,
    ) -> Self {
        Self {
            side,
            best_move,
            evaluation,
            summary,
        }
    }
}

#[pymethods]
impl PositionEvaluation {
    /// The side to move, from which everything is seen: "white" or "black".
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.side)
    }

    /// The number of the pit that the player would play.
    #[getter]
    fn best_move(&self) -> usize {
        self.best_move
    }

    /// The expected result, from −1 for a sure loss to 1 for a sure win; 2·`expected_points` − 1.
    #[getter]
    fn value(&self) -> f64 {
        2.0 * self.expected_points() - 1.0
    }

    /// The points that the side to move may expect, from 0 to 1.
    #[getter]
    fn expected_points(&self) -> f64 {
        self.evaluation.expected_points()
    }

    /// The advantage in stones, if the player reckons in stones, as alpha-beta does.
    #[getter]
    fn stones(&self) -> Option<f32> {
        match self.evaluation {
            MoveEvaluation::Stones(stones) => Some(stones),
            _ => None,
        }
    }

    /// Plies to a proven win, or None.
    #[getter]
    fn win_in(&self) -> Option<u32> {
        match self.evaluation {
            MoveEvaluation::WinIn(plies) => Some(plies),
            _ => None,
        }
    }

    /// Plies to a proven loss, or None.
    #[getter]
    fn loss_in(&self) -> Option<u32> {
        match self.evaluation {
            MoveEvaluation::LossIn(plies) => Some(plies),
            _ => None,
        }
    }

    /// Probabilities of win, draw and loss, if the player reckons with them, as networks do.
    #[getter]
    fn outcome(&self) -> Option<(f32, f32, f32)> {
        let [win, draw, loss] = self.summary.as_ref()?.outcome?;
        Some((win, draw, loss))
    }

    /// Expected final stones less those of the opponent, if the player says so.
    #[getter]
    fn margin(&self) -> Option<f32> {
        self.summary.as_ref()?.margin
    }

    /// The line that the player expects, by numbers of pits; it begins with `best_move`. Empty if the player has none.
    #[getter]
    fn principal_variation(&self) -> Vec<usize> {
        let line = self.summary.iter().flat_map(|summary| &summary.line);
        line.map(|pit| pit.number()).collect()
    }

    /// Plies that the player looked ahead, if it has a depth.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.summary.as_ref()?.depth
    }

    /// Positions that were visited or evaluated, if the player counts them.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        Some(self.summary.as_ref()?.nodes)
    }

    fn __str__(&self) -> String {
        self.evaluation.to_string()
    }

    fn __repr__(&self) -> String {
        let side = side_name(self.side);
        format!(
            "<PositionEvaluation {}: {} for {side}>",
            self.best_move, self.evaluation
        )
    }
}
