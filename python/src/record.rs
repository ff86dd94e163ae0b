use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Mutex;

use kumalak_env::record;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::RecordError;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{RulesArgument, rules_or_standard};

/// A game as it was written down.
#[pyclass(frozen, module = "kumalak")]
pub(crate) struct GameRecord {
    inner: record::GameRecord,
}

#[pymethods]
impl GameRecord {
    /// Everything said about the game, in order.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.inner.tags.iter() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The moves as score sheets write them, such as "76" or "68X".
    #[getter]
    fn moves(&self) -> Vec<String> {
        let moves = self.inner.moves.iter();
        moves.map(|played| played.notation.to_string()).collect()
    }

    /// The result that the record gives, "1-0", "1/2-1/2" or "0-1", or None.
    #[getter]
    fn result(&self) -> Option<String> {
        self.inner.result.map(|outcome| outcome.to_string())
    }

    /// Where the game begins: name of the source and line.
    #[getter]
    fn place(&self) -> String {
        self.inner.place.to_string()
    }

    /// The positions of the game, from the start to the end. Raises RecordError where the record and the rules disagree:
    /// in a landing pit, a tuzdik, a kazan, the ending or the result.
    #[pyo3(signature = (rules = None))]
    fn replay(&self, rules: Option<RulesArgument>) -> PyResult<Vec<Position>> {
        let rules = rules_or_standard(rules)?;
        let replayed = self
            .inner
            .replay(&rules)
            .map_err(|error| RecordError::new_err(error.to_string()))?;
        let mut position = *replayed.game.start();
        let mut positions = vec![Position::new_with(position, rules)];
        for &pit in replayed.game.moves() {
            position.play_unchecked(&rules, pit);
            positions.push(Position::new_with(position, rules));
        }
        Ok(positions)
    }

    /// The game, played to its last move. Raises RecordError as `replay` does.
    #[pyo3(signature = (rules = None))]
    fn to_game(&self, rules: Option<RulesArgument>) -> PyResult<Game> {
        let rules = rules_or_standard(rules)?;
        let replayed = self.inner.replay(&rules);
        let replayed = replayed.map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(Game { inner: replayed.game })
    }

    fn __len__(&self) -> usize {
        self.inner.moves.len()
    }

    fn __repr__(&self) -> String {
        let result = self.result().unwrap_or_else(|| "*".to_owned());
        format!(
            "<GameRecord {}: {} plies, {result}>",
            self.inner.place,
            self.inner.moves.len()
        )
    }
}

/// The games of a file, one by one: memory does not grow with the file.
#[pyclass(frozen, module = "kumalak")]
pub(crate) struct RecordReader {
    inner: Mutex<record::RecordReader<BufReader<File>>>,
}

#[pymethods]
impl RecordReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next game. Raises RecordError for one that cannot be read; the one after it can still be asked for.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<GameRecord>> {
        let next = py.detach(|| {
            let mut reader = self
                .inner
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            reader.next()
        });
        match next {
            None => Ok(None),
            Some(Ok(inner)) => Ok(Some(GameRecord { inner })),
            Some(Err(error)) => Err(RecordError::new_err(error.to_string())),
        }
    }
}

/// Reads the games of a file, whatever its format: PlayOK PGN, TGK, PlayStrategy or kumalak's own.
#[pyfunction]
pub(crate) fn read_records(path: PathBuf) -> PyResult<RecordReader> {
    let reader = record::open_records(&path).map_err(|error| RecordError::new_err(error.to_string()))?;
    Ok(RecordReader {
        inner: Mutex::new(reader),
    })
}
