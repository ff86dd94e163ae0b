mod error;
mod kept;

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::atomic_file::write_atomic;

pub use error::RunDirError;
pub use kept::kept_checkpoints;

use error::io_error;

const CONFIG: &str = "config.toml";
/// Name under which [`write_atomic`] writes the settings.
const PARTIAL_CONFIG: &str = ".config.toml.partial";
const PROVENANCE: &str = "provenance.json";
const METRICS: &str = "metrics.jsonl";
const LOCK: &str = "lock";
const CHECKPOINTS: &str = "checkpoints";
const REPLAY: &str = "replay";
const GAMES: &str = "games";
const REPLAY_EXTENSION: &str = "zst";
const GAMES_EXTENSION: &str = "txt";

/// The folder of a run, which holds all that the run knows and needs.
///
/// ```text
/// runs/first/
///   config.toml            every setting of the run
///   provenance.json        which program ran, when and how
///   metrics.jsonl          one line an iteration
///   checkpoints/000004/    network and optimizer after iteration 4
///   replay/000004.zst      samples of iteration 4
///   games/000004.txt       games of iteration 4
///   latest, best           names of checkpoints, such as 000004
///   lock                   held by the process that trains here
/// ```
///
/// `latest` is written last in every iteration: what belongs to a later one is a left-over of an interrupted run.
#[derive(Debug)]
pub struct RunDir {
    root: PathBuf,
    _lock: File,
}

/// A checkpoint of a run that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedCheckpoint {
    /// That of the last complete iteration.
    Latest,
    /// The strongest so far, see [`crate::EvaluationSettings`].
    Best,
}

impl NamedCheckpoint {
    /// Both names.
    pub const ALL: [Self; 2] = [Self::Latest, Self::Best];

    /// Name of the file that holds the number.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Latest => "latest",
            Self::Best => "best",
        }
    }
}

impl RunDir {
    /// Makes the folder of a new run and locks it.
    ///
    /// # Errors
    /// If the folder holds anything, is locked, or cannot be made.
    pub fn create(root: &Path) -> Result<Self, RunDirError> {
        if root.is_dir() && !is_unused(root)? {
            return Err(RunDirError::NotEmpty(root.to_owned()));
        }
        fs::create_dir_all(root).map_err(io_error(root))?;
        let run = Self::lock(root)?;
        for name in [CHECKPOINTS, REPLAY, GAMES] {
            let folder = root.join(name);
            fs::create_dir_all(&folder).map_err(io_error(&folder))?;
        }
        Ok(run)
    }

    /// Locks the folder of a run that was begun.
    ///
    /// # Errors
    /// If there is no run, or it is locked.
    pub fn open(root: &Path) -> Result<Self, RunDirError> {
        if !root.join(CONFIG).is_file() {
            return Err(RunDirError::NoRun(root.to_owned()));
        }
        Self::lock(root)
    }

    /// The system frees the lock when the process ends, however it ends.
    fn lock(root: &Path) -> Result<Self, RunDirError> {
        let path = root.join(LOCK);
        let lock = File::create(&path).map_err(io_error(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                root: root.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(RunDirError::Locked(root.to_owned())),
            Err(TryLockError::Error(source)) => Err(RunDirError::Io { path, source }),
        }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The settings of the run.
    pub fn config(&self) -> PathBuf {
        self.root.join(CONFIG)
    }

    /// Where the run comes from.
    pub fn provenance(&self) -> PathBuf {
        self.root.join(PROVENANCE)
    }

    /// The metrics of the run.
    pub fn metrics(&self) -> PathBuf {
        self.root.join(METRICS)
    }

    /// Folder of the checkpoint after iteration `iteration`; 0 is the untrained network.
    pub fn checkpoint(&self, iteration: u32) -> PathBuf {
        self.root.join(CHECKPOINTS).join(iteration_name(iteration))
    }

    /// File with the samples of iteration `iteration`.
    pub fn replay_chunk(&self, iteration: u32) -> PathBuf {
        self.root
            .join(REPLAY)
            .join(format!("{}.{REPLAY_EXTENSION}", iteration_name(iteration)))
    }

    /// File with games of iteration `iteration`.
    pub fn games(&self, iteration: u32) -> PathBuf {
        self.root
            .join(GAMES)
            .join(format!("{}.{GAMES_EXTENSION}", iteration_name(iteration)))
    }

    /// Iteration of a named checkpoint, `None` before there is one.
    ///
    /// # Errors
    /// If its file cannot be read or holds no number.
    pub fn named(&self, name: NamedCheckpoint) -> Result<Option<u32>, RunDirError> {
        read_name(&self.root.join(name.file_name()))
    }

    /// Lets a name stand for the checkpoint of iteration `iteration`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_named(&self, name: NamedCheckpoint, iteration: u32) -> Result<(), RunDirError> {
        let path = self.root.join(name.file_name());
        write_atomic(&path, |file| writeln!(file, "{}", iteration_name(iteration)))?;
        Ok(())
    }

    /// Deletes the checkpoint after iteration `iteration`.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn remove_checkpoint(&self, iteration: u32) -> Result<(), RunDirError> {
        let path = self.checkpoint(iteration);
        fs::remove_dir_all(&path).map_err(io_error(&path))
    }

    /// Deletes what an interrupted run has left behind: all that belongs to an iteration after `last_complete` (to any if
    /// there is none) and files that are not of the run, such as half-written ones. Returns what was deleted.
    ///
    /// # Errors
    /// If a folder cannot be read, or something cannot be deleted.
    pub fn remove_leftovers(&self, last_complete: Option<u32>) -> Result<Vec<PathBuf>, RunDirError> {
        let mut removed = Vec::new();
        for name in [CHECKPOINTS, REPLAY, GAMES] {
            let folder = self.root.join(name);
            fs::create_dir_all(&folder).map_err(io_error(&folder))?;
            for path in entries(&folder)? {
                let is_complete =
                    entry_iteration(&path).is_some_and(|iteration| Some(iteration) <= last_complete);
                if !is_complete {
                    remove(&path)?;
                    removed.push(path);
                }
            }
        }
        Ok(removed)
    }
}

/// Finds the folder of a checkpoint: `path` may be one, or a run (then its latest one), or `RUN/latest` or `RUN/best`.
///
/// # Errors
/// If the path leads to no checkpoint, or the run has none yet.
pub fn resolve_checkpoint(path: &Path) -> Result<PathBuf, RunDirError> {
    for name in NamedCheckpoint::ALL {
        let run = path.parent().filter(|run| run.join(CONFIG).is_file());
        if let Some(run) = run.filter(|_| path.ends_with(name.file_name())) {
            return resolve_named(run, name);
        }
    }
    if path.join(CONFIG).is_file() {
        return resolve_named(path, NamedCheckpoint::Latest);
    }
    if path.is_dir() {
        return Ok(path.to_owned());
    }
    Err(RunDirError::NoCheckpoint(path.to_owned()))
}

fn resolve_named(run: &Path, name: NamedCheckpoint) -> Result<PathBuf, RunDirError> {
    match read_name(&run.join(name.file_name()))? {
        Some(iteration) => Ok(run.join(CHECKPOINTS).join(iteration_name(iteration))),
        None => Err(RunDirError::NoneYet {
            run: run.to_owned(),
            name: name.file_name(),
        }),
    }
}

fn read_name(path: &Path) -> Result<Option<u32>, RunDirError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error(path)(error)),
    };
    match text.trim().parse() {
        Ok(iteration) => Ok(Some(iteration)),
        Err(_) => Err(RunDirError::Name {
            path: path.to_owned(),
            found: text,
        }),
    }
}

/// Six digits, so that the names of a folder stand in order.
fn iteration_name(iteration: u32) -> String {
    format!("{iteration:06}")
}

fn entry_iteration(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    let name = name
        .strip_suffix(&format!(".{REPLAY_EXTENSION}"))
        .or_else(|| name.strip_suffix(&format!(".{GAMES_EXTENSION}")))
        .unwrap_or(name);
    name.parse().ok()
}

/// Whether a folder holds nothing but what a run leaves that was ended before it began.
fn is_unused(root: &Path) -> Result<bool, RunDirError> {
    for path in entries(root)? {
        let name = path.file_name().unwrap_or_default();
        let ours = [LOCK, CHECKPOINTS, REPLAY, GAMES, PARTIAL_CONFIG]
            .iter()
            .any(|ours| name == *ours);
        let empty = !path.is_dir() || entries(&path)?.is_empty();
        if !(ours && empty) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, RunDirError> {
    let entries = fs::read_dir(folder).map_err(io_error(folder))?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(io_error(folder))?;
    paths.sort();
    Ok(paths)
}

fn remove(path: &Path) -> Result<(), RunDirError> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    removed.map_err(io_error(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun_run(folder: &Path) -> RunDir {
        let run = RunDir::create(&folder.join("a")).unwrap();
        fs::write(run.config(), "").unwrap();
        run
    }

    #[test]
    fn a_new_run_takes_no_folder_that_holds_something() {
        let folder = tempfile::tempdir().unwrap();
        drop(RunDir::create(folder.path()).unwrap());
        drop(RunDir::create(folder.path()).unwrap());
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let message = RunDir::create(folder.path()).unwrap_err().to_string();
        assert!(
            message.contains("is not empty: continue its run with --resume"),
            "{message}"
        );
    }

    #[test]
    fn two_processes_cannot_train_in_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let run = begun_run(folder.path());
        assert!(matches!(RunDir::open(run.root()), Err(RunDirError::Locked(_))));
        let root = run.root().to_owned();
        drop(run);
        assert!(RunDir::open(&root).is_ok());
    }

    #[test]
    fn what_belongs_to_no_complete_iteration_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let run = begun_run(folder.path());
        for iteration in 0..4 {
            fs::create_dir_all(run.checkpoint(iteration)).unwrap();
            fs::write(run.replay_chunk(iteration), "").unwrap();
        }
        let torn = run.checkpoint(2).with_file_name(".tmp000003");
        fs::create_dir_all(&torn).unwrap();
        let removed = run.remove_leftovers(Some(2)).unwrap();
        assert_eq!(removed, [torn, run.checkpoint(3), run.replay_chunk(3)]);
        assert!(run.checkpoint(2).exists() && run.replay_chunk(2).exists());
        assert_eq!(run.remove_leftovers(None).unwrap().len(), 6);
    }

    #[test]
    fn a_path_leads_to_a_checkpoint_or_says_what_it_should_be() {
        let folder = tempfile::tempdir().unwrap();
        let run = begun_run(folder.path());
        let root = run.root();
        assert!(matches!(
            resolve_checkpoint(root),
            Err(RunDirError::NoneYet { .. })
        ));
        fs::create_dir_all(run.checkpoint(3)).unwrap();
        run.set_named(NamedCheckpoint::Latest, 7).unwrap();
        run.set_named(NamedCheckpoint::Best, 3).unwrap();
        assert_eq!(resolve_checkpoint(root).unwrap(), run.checkpoint(7));
        assert_eq!(resolve_checkpoint(&root.join("best")).unwrap(), run.checkpoint(3));
        assert_eq!(resolve_checkpoint(&run.checkpoint(3)).unwrap(), run.checkpoint(3));
        let message = resolve_checkpoint(&root.join("bset")).unwrap_err().to_string();
        assert!(
            message.contains("expected the folder of a run or of a checkpoint"),
            "{message}"
        );
        fs::write(root.join("best"), "three").unwrap();
        let message = resolve_checkpoint(&root.join("best")).unwrap_err().to_string();
        assert!(
            message.contains("should hold the number of a checkpoint, found \"three\""),
            "{message}"
        );
    }
}
