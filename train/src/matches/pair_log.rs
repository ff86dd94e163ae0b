use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use kumalak_env::Rules;
use kumalak_selfplay::{GameText, PlayedPair};
use serde::{Deserialize, Serialize};

use crate::progress::print_line;

/// The finished pairs of every match of a plan, by the names of its first and second player.
pub(crate) type FinishedPairs = HashMap<(String, String), Vec<PlayedPair>>;

/// A file to which every finished pair is appended and flushed to the disk: one line of JSON each.
pub(crate) struct PairLog {
    path: PathBuf,
    lines: Mutex<WholeLines<File>>,
}

/// Takes whole lines. After one that could not be written it takes no more, so that nothing follows a piece of a line.
struct WholeLines<W> {
    writer: W,
    is_torn: bool,
}

impl<W: Write> WholeLines<W> {
    const fn new(writer: W) -> Self {
        Self {
            writer,
            is_torn: false,
        }
    }

    /// Writes a line, and `keep` makes sure that it stays.
    fn add(&mut self, line: &str, keep: impl FnOnce(&W) -> io::Result<()>) -> io::Result<()> {
        if self.is_torn {
            return Err(io::Error::other("an earlier line could not be written"));
        }
        self.is_torn = true;
        self.writer.write_all(line.as_bytes())?;
        self.writer.flush()?;
        keep(&self.writer)?;
        self.is_torn = false;
        Ok(())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairLine {
    first: String,
    second: String,
    games: [GameText; 2],
}

impl PairLog {
    /// Opens the file, makes it if it is not there, and reads what it holds. A last line that a killed program has left
    /// unfinished is dropped with a message.
    ///
    /// # Errors
    /// If the system refuses, or a line is not what this program writes.
    pub(crate) fn open(path: &Path, rules: &Rules) -> anyhow::Result<(Self, FinishedPairs)> {
        let refused = || format!("cannot use {}", path.display());
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(refused)?;
        let bytes = fs::read(path).with_context(refused)?;
        let complete = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        if complete < bytes.len() {
            print_line(&format!(
                "{}: the last line is incomplete and is dropped; its pair is played again",
                path.display()
            ));
            file.set_len(complete as u64).with_context(refused)?;
            file.sync_data().with_context(refused)?;
        }
        let text = std::str::from_utf8(&bytes[..complete]).with_context(refused)?;
        let pairs = read_pairs(text, path, rules)?;
        file.flush().with_context(refused)?;
        Ok((
            Self {
                path: path.to_owned(),
                lines: Mutex::new(WholeLines::new(file)),
            },
            pairs,
        ))
    }

    /// Adds a pair of two players with these names.
    pub(super) fn append(&self, first: &str, second: &str, pair: &PlayedPair) -> io::Result<()> {
        let line = PairLine {
            first: first.to_owned(),
            second: second.to_owned(),
            games: [0, 1].map(|game| GameText::from(&pair.games[game])),
        };
        let mut text = serde_json::to_string(&line)?;
        text.push('\n');
        let mut lines = self
            .lines
            .lock()
            .map_err(|_| io::Error::other("a thread has failed"))?;
        lines
            .add(&text, File::sync_data)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display())))
    }
}

fn read_pairs(text: &str, path: &Path, rules: &Rules) -> anyhow::Result<FinishedPairs> {
    let mut pairs = FinishedPairs::new();
    for (index, line) in text.lines().enumerate() {
        let place = || format!("{}:{}", path.display(), index + 1);
        let line: PairLine = serde_json::from_str(line).with_context(place)?;
        let [white, black] = line
            .games
            .each_ref()
            .map(|game| game.replay(*rules).with_context(place));
        let Some(pair) = PlayedPair::new(white?, black?) else {
            bail!("{}: expected both games of a pair", place());
        };
        pairs.entry((line.first, line.second)).or_default().push(pair);
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that is full after some bytes, until somebody makes room.
    #[derive(Default)]
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.room);
            if taken == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.room -= taken;
            self.bytes.extend_from_slice(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nothing_follows_a_line_that_was_cut_off() {
        let mut lines = WholeLines::new(Disk {
            room: 8,
            ..Disk::default()
        });
        assert!(lines.add("first\n", |_| Ok(())).is_ok());
        let full = lines.add("second\n", |_| Ok(())).unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        lines.writer.room = 100;
        assert!(lines.add("third\n", |_| Ok(())).is_err());
        assert_eq!(lines.writer.bytes, b"first\nse");
    }
}
