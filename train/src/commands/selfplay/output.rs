use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use kumalak_env::{Pit, Rules};
use kumalak_selfplay::{Sample, SelfPlayGame, SelfPlaySettings};
use kumalak_train::{
    ReplayChunkError, ReplayFolder, read_game_list, write_atomic, write_game_list, write_replay_chunk,
};
use serde::Serialize;

use crate::progress::print_line;

/// All that decides the games of a folder: the content of `selfplay.toml`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Recipe {
    pub(super) rules: Rules,
    pub(super) seed: u64,
    pub(super) chunk_games: u32,
    /// `uniform`, or `network` and a fingerprint of its parameters.
    pub(super) evaluator: String,
    pub(super) self_play: SelfPlaySettings,
}

/// A folder of self-play games.
///
/// ```text
/// selfplay.toml       what decides the games
/// replay/000001.zst   samples of the first chunk
/// games/000001.txt    its games
/// lock                held by the process that plays
/// ```
///
/// The samples of a chunk are written last: without them it does not count.
pub(super) struct Output {
    folder: PathBuf,
    chunks: u32,
    games: u64,
    /// Moves of the games of the last chunk.
    earlier: Vec<Vec<Pit>>,
    _lock: File,
}

impl Output {
    /// Opens the folder, or makes it. A last chunk that is torn is dropped, with a message.
    ///
    /// # Errors
    /// If the folder holds games of another recipe or something else, another process plays, or a file cannot be used.
    pub(super) fn open(folder: &Path, recipe: &Recipe) -> anyhow::Result<Self> {
        let text = toml::to_string(recipe).context("the settings are no TOML")?;
        let path = folder.join("selfplay.toml");
        let is_old = path.is_file();
        if !is_old && folder.is_dir() && fs::read_dir(folder)?.next().is_some() {
            bail!("{} is not empty and holds no self-play games", folder.display());
        }
        for name in ["replay", "games"] {
            let inner = folder.join(name);
            fs::create_dir_all(&inner).with_context(|| format!("cannot make {}", inner.display()))?;
        }
        let lock = File::create(folder.join("lock"))?;
        if lock.try_lock().is_err() {
            bail!("another process plays in {}", folder.display());
        }
        if is_old {
            expect_recipe(&path, &text)?;
        } else {
            write_atomic(&path, |file| file.write_all(text.as_bytes()))?;
        }
        Self::go_on(folder, lock)
    }

    fn go_on(folder: &Path, lock: File) -> anyhow::Result<Self> {
        let (replay, torn) = ReplayFolder::open(folder)?;
        let chunks = replay.chunks().len() as u32;
        let mut numbers = replay.chunks().iter().map(|chunk| chunk.number);
        if let Some((missing, _)) = (1..)
            .zip(&mut numbers)
            .find(|(expected, found)| expected != found)
        {
            bail!("{}: chunk {missing:06} is missing", folder.display());
        }
        let mut output = Self {
            folder: folder.to_owned(),
            chunks,
            games: 0,
            earlier: Vec::new(),
            _lock: lock,
        };
        if let Some(error) = torn {
            let ReplayChunkError::Damaged { path, .. } = &error else {
                return Err(error.into());
            };
            fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
            print_line(&format!("dropped the last chunk: {error}"));
        }
        if chunks > 0 {
            let games = read_game_list(&output.games_path(chunks))?;
            output.games = games.last().map_or(0, |game| game.number + 1);
            output.earlier = games.into_iter().map(|game| game.moves).collect();
        }
        Ok(output)
    }

    /// Games of all chunks.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Number of chunks.
    pub(super) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Moves of the games of the last chunk, which are then forgotten.
    pub(super) fn take_earlier(&mut self) -> Vec<Vec<Pit>> {
        std::mem::take(&mut self.earlier)
    }

    /// Adds the next games as a chunk.
    pub(super) fn append(&mut self, games: Vec<SelfPlayGame>) -> anyhow::Result<()> {
        let number = self.chunks + 1;
        let samples: Vec<Sample> = games.iter().flat_map(|game| &game.samples).copied().collect();
        write_atomic(&self.games_path(number), |file| {
            file.write_all(write_game_list(&games).as_bytes())
        })?;
        write_replay_chunk(&self.samples_path(number), number, &samples)?;
        self.chunks = number;
        self.games += games.len() as u64;
        self.earlier = games.into_iter().map(|game| game.moves).collect();
        Ok(())
    }

    fn samples_path(&self, number: u32) -> PathBuf {
        self.folder.join("replay").join(format!("{number:06}.zst"))
    }

    fn games_path(&self, number: u32) -> PathBuf {
        self.folder.join("games").join(format!("{number:06}.txt"))
    }
}

/// Names the first line in which a folder's recipe differs.
fn expect_recipe(path: &Path, expected: &str) -> anyhow::Result<()> {
    let found = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    if found == expected {
        return Ok(());
    }
    let mut lines = found.lines().zip(expected.lines()).enumerate();
    match lines.find(|(_, (found, expected))| found != expected) {
        Some((index, (found, expected))) => bail!(
            "{}:{}: the folder's games have `{found}`, not `{expected}`; use another folder",
            path.display(),
            index + 1
        ),
        None => bail!(
            "{}: the folder's games have other settings; use another folder",
            path.display()
        ),
    }
}
