use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
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
    file: Mutex<File>,
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
                file: Mutex::new(file),
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
        let mut file = self
            .file
            .lock()
            .map_err(|_| io::Error::other("a thread has failed"))?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
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
