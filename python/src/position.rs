use kumalak_env::{Board, Pit, Side};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rand::RngExt;

use crate::arguments::PitNumber;
use crate::errors::{IllegalMoveError, value_error};
use crate::observation::{ObservationChoice, observe};
use crate::rules::{Rules, RulesArgument, hash_of, rules_or_standard};

/// A position and the rules that it is played under. It never changes: a move gives a new position.
#[pyclass(frozen, eq, module = "kumalak")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) inner: kumalak_env::Position,
    pub(crate) rules: kumalak_env::Rules,
}

impl Position {
    pub(crate) fn new_with(inner: kumalak_env::Position, rules: kumalak_env::Rules) -> Self {
        Self { inner, rules }
    }

    fn after(&self, pit: PitNumber) -> PyResult<(kumalak_env::Position, kumalak_env::Sowing)> {
        let mut after = self.inner;
        let sowing = after
            .try_play(&self.rules, pit.0)
            .map_err(|illegal| IllegalMoveError::new_err(illegal.to_string()))?;
        Ok((after, sowing))
    }
}

/// What `Position.__reduce__` hands to pickle: the function that makes the position, and its arguments.
type PickledPosition = (Py<PyAny>, (Rows, [u8; 2], [usize; 2], &'static str, Rules));

/// Stones in the pits of White and of Black.
type Rows = [[u8; kumalak_env::MAX_PITS]; 2];

#[pymethods]
impl Position {
    /// The start of the game: every pit full, White to move.
    #[new]
    #[pyo3(signature = (rules = None))]
    fn new(rules: Option<RulesArgument>) -> PyResult<Self> {
        let rules = rules_or_standard(rules)?;
        Ok(Self::new_with(kumalak_env::Position::start(&rules), rules))
    }

    /// The position that a PlayStrategy FEN describes.
    #[staticmethod]
    #[pyo3(signature = (fen, rules = None))]
    fn from_fen(fen: &str, rules: Option<RulesArgument>) -> PyResult<Self> {
        let rules = rules_or_standard(rules)?;
        let inner = kumalak_env::Position::from_fen(&rules, fen).map_err(value_error)?;
        Ok(Self::new_with(inner, rules))
    }

    /// The position with these contents: pits `[2, 9]` of White and Black from their owners' left, kazans, the numbers
    /// of White's and Black's tuzdik (0 for none) and the side to move.
    #[staticmethod]
    #[pyo3(signature = (pits, kazans, tuzdiks = [0, 0], turn = "white", rules = None))]
    fn from_board(
        pits: Bound<'_, PyAny>,
        kazans: [u8; 2],
        tuzdiks: [usize; 2],
        turn: &str,
        rules: Option<RulesArgument>,
    ) -> PyResult<Self> {
        let rules = rules_or_standard(rules)?;
        let [white_tuzdik, black_tuzdik] = tuzdiks;
        let board = Board {
            pits: extract_rows(&pits)?,
            kazans,
            tuzdiks: [parse_tuzdik(white_tuzdik)?, parse_tuzdik(black_tuzdik)?],
            turn: parse_side("turn", turn)?,
        };
        let inner = kumalak_env::Position::from_board(&rules, &board).map_err(value_error)?;
        Ok(Self::new_with(inner, rules))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { inner: self.rules }
    }

    /// The side to move: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        side_name(self.inner.turn())
    }

    /// Stones in the pits of White and of Black, each from its owner's left: `[2, 9]`, uint8.
    #[getter]
    fn pits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let rows = self.inner.board().pits;
        PyArray1::from_slice(py, rows.as_flattened()).reshape([2, kumalak_env::MAX_PITS])
    }

    /// Stones won by White and by Black.
    #[getter]
    fn kazans(&self) -> (u8, u8) {
        (self.inner.kazan(Side::White), self.inner.kazan(Side::Black))
    }

    /// Numbers of White's tuzdik, on Black's side, and of Black's, on White's side; None where there is none.
    #[getter]
    fn tuzdiks(&self) -> (Option<usize>, Option<usize>) {
        let number = |side| self.inner.tuzdik(side).map(Pit::number);
        (number(Side::White), number(Side::Black))
    }

    /// The pits that may be played, by number: empty exactly when the game has ended on the board.
    #[getter]
    fn legal_moves(&self) -> Vec<usize> {
        self.inner
            .legal_moves(&self.rules)
            .iter()
            .map(Pit::number)
            .collect()
    }

    /// Whether the game has ended on the board.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// How the game ended, "majority" or "atsyrau", or None while it goes on.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.inner.ending().map(kumalak_env::Ending::name)
    }

    /// The result, "1-0", "1/2-1/2" or "0-1", or None while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.inner.outcome(&self.rules).map(|outcome| outcome.to_string())
    }

    /// The position after the pit with this number, 1 to 9, is played.
    fn play(&self, pit: PitNumber) -> PyResult<Self> {
        let (after, _) = self.after(pit)?;
        Ok(Self::new_with(after, self.rules))
    }

    /// How score sheets write the move: pit of origin, pit of the last stone, X for a new tuzdik.
    fn notation(&self, pit: PitNumber) -> PyResult<String> {
        let (_, sowing) = self.after(pit)?;
        Ok(sowing.notation().to_string())
    }

    /// What the side to move sees, in the encodings that `kind` names. `occurrences` says how often the position has
    /// occurred in its game, this time included.
    #[pyo3(signature = (occurrences = 1, kind = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        occurrences: u32,
        kind: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        ObservationChoice::parse(kind)?.collect(py, |kind| {
            observe(py, &self.inner, &self.rules, occurrences, kind)
        })
    }

    /// The position as a PlayStrategy FEN.
    #[pyo3(signature = (move_number = 1))]
    #[expect(
        clippy::wrong_self_convention,
        reason = "a method of Python cannot take its object by value"
    )]
    fn to_fen(&self, move_number: u32) -> String {
        self.inner.to_fen(&self.rules, move_number)
    }

    /// The same position with the sides exchanged.
    fn mirrored(&self) -> Self {
        Self::new_with(self.inner.mirrored(), self.rules)
    }

    /// The board as an SVG, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let render = slf.py().import("kumalak.render")?;
        render.call_method1("board_svg", (slf,))
    }

    fn __str__(&self) -> String {
        self.inner.to_diagram(&self.rules)
    }

    fn __repr__(&self) -> String {
        format!("Position.from_fen({:?})", self.to_fen(1))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.inner, self.rules))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<PickledPosition> {
        let position = slf.get();
        let (white, black) = position.tuzdiks();
        let arguments = (
            position.inner.board().pits,
            position.inner.board().kazans,
            [white.unwrap_or(0), black.unwrap_or(0)],
            position.turn(),
            position.rules(),
        );
        Ok((slf.get_type().getattr("from_board")?.unbind(), arguments))
    }
}

/// Number of sequences of `depth` legal moves from a position.
#[pyfunction]
pub(crate) fn perft(py: Python<'_>, position: &Position, depth: u32) -> u64 {
    py.detach(|| kumalak_env::perft(&position.inner, &position.rules, depth))
}

/// Plays `moves` random moves on one position, and new games after the last: what the speed of the vectorized environment is
/// compared with. Returns how many games ended.
#[pyfunction]
pub(crate) fn _play_random_moves(py: Python<'_>, moves: u64, seed: u64) -> u64 {
    py.detach(|| {
        let rules = kumalak_env::Rules::STANDARD;
        let start = kumalak_env::Position::start(&rules);
        let mut generator = kumalak_env::stream(seed, 0);
        let (mut position, mut games) = (start, 0);
        for _ in 0..moves {
            let legal = position.legal_moves(&rules);
            let pit = legal.nth(generator.random_range(0..legal.len()));
            position.play_unchecked(&rules, pit.expect("an unfinished position has a legal move"));
            if position.is_over() {
                position = start;
                games += 1;
            }
        }
        games
    })
}

pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

pub(crate) fn parse_side(argument: &str, name: &str) -> PyResult<Side> {
    match name {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err(PyValueError::new_err(format!(
            "{argument} must be \"white\" or \"black\", got {name:?}"
        ))),
    }
}

fn parse_pit(number: usize) -> PyResult<Pit> {
    Pit::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("a pit has a number from 1 to 9, got {number}")))
}

fn parse_tuzdik(number: usize) -> PyResult<Option<Pit>> {
    match number {
        0 => Ok(None),
        _ => parse_pit(number).map(Some),
    }
}

fn extract_rows(pits: &Bound<'_, PyAny>) -> PyResult<Rows> {
    let Ok(array) = pits.extract::<PyReadonlyArray2<'_, u8>>() else {
        return pits.extract::<Rows>();
    };
    let mut rows = Rows::default();
    let array = array.as_array();
    if array.dim() != (2, kumalak_env::MAX_PITS) {
        return Err(PyValueError::new_err(format!(
            "pits must have the shape (2, 9), got {:?}",
            array.dim()
        )));
    }
    for (row, values) in rows.iter_mut().zip(array.rows()) {
        for (pit, &stones) in row.iter_mut().zip(values) {
            *pit = stones;
        }
    }
    Ok(rows)
}
