use kumalak_env::{GameStatus, MAX_PITS, Pit};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arguments::PitNumber;
use crate::errors::{IllegalMoveError, value_error};
use crate::observation::{ObservationChoice, encode, observe, seen_by_opponent};
use crate::position::{Position, parse_side, side_name};
use crate::rules::{Rules, RulesArgument, rules_or_standard};

/// A game in progress: a position with the moves that led to it, so that repetitions and the ply cap count.
#[pyclass(eq, module = "kumalak")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) inner: kumalak_env::Game,
}

/// What `Game.__reduce__` hands to pickle: the function that makes the game, and its arguments.
type PickledGame = (Py<PyAny>, (Position, Rules, Vec<usize>));

#[pymethods]
impl Game {
    /// A game from the start of the rule set or from `start`, under the rules of `start` if none are given.
    #[new]
    #[pyo3(signature = (rules = None, start = None))]
    fn new(rules: Option<RulesArgument>, start: Option<&Position>) -> PyResult<Self> {
        let inner = match (rules, start) {
            (rules, None) => kumalak_env::Game::new(rules_or_standard(rules)?),
            (None, Some(start)) => kumalak_env::Game::from_position(start.rules, start.inner),
            (rules, Some(start)) => {
                let rules = rules_or_standard(rules)?;
                let start = kumalak_env::Position::from_board(&rules, &start.inner.board());
                kumalak_env::Game::from_position(rules, start.map_err(value_error)?)
            }
        };
        Ok(Self { inner })
    }

    #[staticmethod]
    fn _from_moves(start: &Position, rules: Rules, moves: Vec<PitNumber>) -> PyResult<Self> {
        let inner = kumalak_env::Game::from_position(rules.inner, start.inner);
        let mut game = Self { inner };
        for pit in moves {
            game.play(pit)?;
        }
        Ok(game)
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        let inner = *self.inner.rules();
        Rules { inner }
    }

    /// The position on the board.
    #[getter]
    fn position(&self) -> Position {
        Position::new_with(*self.inner.position(), *self.inner.rules())
    }

    /// The side to move, in a finished game the side that would have been: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        side_name(self.inner.position().turn())
    }

    /// Numbers of the pits played so far.
    #[getter]
    fn moves(&self) -> Vec<usize> {
        self.inner.moves().iter().map(|pit| pit.number()).collect()
    }

    /// Number of the pit played last, or None.
    #[getter]
    fn last_move(&self) -> Option<usize> {
        self.inner.moves().last().map(|pit| pit.number())
    }

    /// Moves played.
    #[getter]
    fn plies(&self) -> usize {
        self.inner.moves().len()
    }

    /// Numbers of the pits that may be played; empty exactly when the game has ended.
    #[getter]
    fn legal_moves(&self) -> Vec<usize> {
        self.inner.legal_moves().iter().map(Pit::number).collect()
    }

    /// Whether the game has ended, with or without a result.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// Whether the ply cap cut the game off: it has no result then.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.inner.status() == GameStatus::Truncated
    }

    /// How the game ended, "majority", "atsyrau" or "repetition", or None.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.inner.status().ending().map(kumalak_env::Ending::name)
    }

    /// The result, "1-0", "1/2-1/2" or "0-1", or None.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.inner.status().outcome().map(|outcome| outcome.to_string())
    }

    /// How often the present position has occurred, this time included.
    #[getter]
    fn occurrences(&self) -> u32 {
        self.inner.occurrences()
    }

    /// Plays the pit with this number, 1 to 9.
    fn play(&mut self, pit: PitNumber) -> PyResult<()> {
        self.inner
            .try_play(pit.0)
            .map(|_| ())
            .map_err(|illegal| IllegalMoveError::new_err(illegal.to_string()))
    }

    /// Whether each pit of the side to move may be played: `[9]`, bool.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let legal = self.inner.legal_moves();
        let mask: [bool; MAX_PITS] = Pit::ALL.map(|pit| legal.contains(pit));
        PyArray1::from_slice(py, &mask)
    }

    /// What the side to move sees, or `side`, in the encodings that `kind` names.
    #[pyo3(signature = (kind = None, *, side = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        kind: Option<&Bound<'py, PyAny>>,
        side: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, rules) = (self.inner.position(), self.inner.rules());
        let occurrences = self.inner.occurrences();
        let turn = position.turn();
        let side = side.map_or(Ok(turn), |side| parse_side("side", side))?;
        ObservationChoice::parse(kind)?.collect(py, |kind| {
            if side == turn && !self.inner.is_over() {
                return observe(py, position, rules, occurrences, kind);
            }
            let tokens = position.observation(occurrences);
            let tokens = if side == turn {
                tokens
            } else {
                seen_by_opponent(tokens)
            };
            encode(py, rules, &[tokens], kind)?.get_item(0)
        })
    }

    /// An independent copy.
    #[pyo3(name = "clone")]
    fn clone_in_python(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.inner.moves().len()
    }

    /// The board as an SVG with the last move marked, which notebooks show.
    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let render = py.import("kumalak.render")?;
        render.call_method1("board_svg", (self.position(), self.last_move()))
    }

    fn __str__(&self) -> String {
        self.inner.position().to_diagram(self.inner.rules())
    }

    fn __repr__(&self) -> String {
        let end = match (self.ending(), self.outcome()) {
            (Some(ending), Some(outcome)) => format!(", {outcome} by {ending}"),
            _ if self.is_truncated() => ", truncated".to_owned(),
            _ => format!(", {} to move", self.turn()),
        };
        format!("<Game under {}: {} plies{end}>", self.inner.rules(), self.plies())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<PickledGame> {
        let game = slf.borrow();
        let start = Position::new_with(*game.inner.start(), *game.inner.rules());
        let make = slf.get_type().getattr("_from_moves")?.unbind();
        Ok((make, (start, game.rules(), game.moves())))
    }
}
