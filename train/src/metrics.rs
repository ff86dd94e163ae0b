use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::atomic_file::{WriteError, write_atomic};

const ITERATION: &str = "iteration";

/// One line of `metrics.jsonl`: named numbers about one iteration, in the order in which they were added.
///
/// ```
/// use kumalak_train::MetricsRow;
///
/// let mut row = MetricsRow::new(3);
/// row.add("loss/policy", 1.5);
/// assert_eq!(row.to_line(), "{\"iteration\":3,\"loss/policy\":1.5}\n");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct MetricsRow {
    iteration: u32,
    values: Vec<(String, Value)>,
}

impl MetricsRow {
    /// A row without numbers about iteration `iteration`; 0 is the untrained network.
    pub const fn new(iteration: u32) -> Self {
        Self {
            iteration,
            values: Vec::new(),
        }
    }

    /// The iteration that the row is about.
    pub const fn iteration(&self) -> u32 {
        self.iteration
    }

    /// Adds a value under a name such as `loss/policy`. A number that is not finite is written as `null`.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.values.push((name.into(), value.into()));
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let found = self.values.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }

    /// The number with this name.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.as_f64()
    }

    /// All names and values, in order.
    pub fn values(&self) -> &[(String, Value)] {
        &self.values
    }

    /// The row as one line of JSON, with its line break.
    pub fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("a row of names and numbers is always JSON");
        line.push('\n');
        line
    }

    fn parse(line: &str) -> Result<Self, String> {
        let mut values: Map<String, Value> = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let iteration = values.remove(ITERATION).and_then(|value| value.as_u64());
        let iteration = iteration.and_then(|iteration| u32::try_from(iteration).ok());
        Ok(Self {
            iteration: iteration.ok_or_else(|| format!("it has no whole number '{ITERATION}'"))?,
            values: values.into_iter().collect(),
        })
    }
}

impl Serialize for MetricsRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len() + 1))?;
        map.serialize_entry(ITERATION, &self.iteration)?;
        for (name, value) in &self.values {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// The file `metrics.jsonl` of a run, which only grows, with its rows in memory.
#[derive(Debug)]
pub struct MetricsLog {
    path: PathBuf,
    file: File,
    rows: Vec<MetricsRow>,
}

/// A metrics file that cannot be used.
#[derive(Debug, Error)]
pub enum MetricsError {
    /// The system refused to replace the file.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system refused to read the file or to append to it.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line that is no row.
    #[error("{}:{line}: not a line of metrics: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl MetricsLog {
    /// Opens the file for more rows after iteration `last_complete`, and creates it if there is none. Rows of later
    /// iterations and a last line that was cut off are left-overs of an interrupted run: they are dropped.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds a line that is not a row.
    pub fn open(path: &Path, last_complete: u32) -> Result<Self, MetricsError> {
        let failed = |source| MetricsError::Io {
            path: path.to_owned(),
            source,
        };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let (kept, rows) = complete_rows(path, &text, last_complete)?;
        if kept != text {
            write_atomic(path, |file| file.write_all(kept.as_bytes()))?;
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            rows,
        })
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, row: MetricsRow) -> Result<(), MetricsError> {
        self.file
            .write_all(row.to_line().as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|source| MetricsError::Io {
                path: self.path.clone(),
                source,
            })?;
        self.rows.push(row);
        Ok(())
    }

    /// All rows of the file, in order.
    pub fn rows(&self) -> &[MetricsRow] {
        &self.rows
    }
}

/// Reads the rows of a metrics file.
///
/// # Errors
/// If the file cannot be read or holds a line that is not a row.
pub fn read_metrics(path: &Path) -> Result<Vec<MetricsRow>, MetricsError> {
    let text = std::fs::read_to_string(path).map_err(|source| MetricsError::Io {
        path: path.to_owned(),
        source,
    })?;
    let lines = text.lines().enumerate();
    lines.map(|(index, line)| parse_row(path, index, line)).collect()
}

/// The lines that stay, as text and as rows.
fn complete_rows(
    path: &Path,
    text: &str,
    last_complete: u32,
) -> Result<(String, Vec<MetricsRow>), MetricsError> {
    let mut kept = String::new();
    let mut rows = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.ends_with('\n') {
            break;
        }
        let row = parse_row(path, index, line)?;
        if row.iteration <= last_complete {
            kept.push_str(line);
            rows.push(row);
        }
    }
    Ok((kept, rows))
}

fn parse_row(path: &Path, index: usize, line: &str) -> Result<MetricsRow, MetricsError> {
    MetricsRow::parse(line).map_err(|reason| MetricsError::Line {
        path: path.to_owned(),
        line: index + 1,
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(iteration: u32) -> MetricsRow {
        let mut row = MetricsRow::new(iteration);
        row.add("loss/policy", 0.5 + f64::from(iteration));
        row
    }

    #[test]
    fn left_overs_of_an_interrupted_run_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let mut log = MetricsLog::open(&path, 0).unwrap();
        for iteration in 0..4 {
            log.append(row(iteration)).unwrap();
        }
        log.file.write_all(b"{\"iteration\":4,\"loss/po").unwrap();

        let mut log = MetricsLog::open(&path, 2).unwrap();
        assert_eq!(log.rows(), [row(0), row(1), row(2)]);
        log.append(row(3)).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let expected: String = (0..4).map(|iteration| row(iteration).to_line()).collect();
        assert_eq!(text, expected);
        assert_eq!(read_metrics(&path).unwrap(), log.rows());
    }

    #[test]
    fn a_foreign_line_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        std::fs::write(&path, "{\"iteration\":0}\nhello\n").unwrap();
        let message = MetricsLog::open(&path, 0).unwrap_err().to_string();
        assert!(
            message.contains("metrics.jsonl:2: not a line of metrics"),
            "{message}"
        );
    }

    #[test]
    fn infinite_numbers_are_null() {
        let mut row = MetricsRow::new(1);
        row.add("table/random/elo", f64::INFINITY);
        assert_eq!(row.to_line(), "{\"iteration\":1,\"table/random/elo\":null}\n");
    }
}
