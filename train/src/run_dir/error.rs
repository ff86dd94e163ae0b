use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::atomic_file::WriteError;

/// A run folder that cannot be used.
#[derive(Debug, Error)]
pub enum RunDirError {
    /// A new run would mix with what is there.
    #[error("{} is not empty: continue its run with --resume, or choose another folder with --run", .0.display())]
    NotEmpty(PathBuf),
    /// Nothing to resume.
    #[error("{} holds no run (it has no config.toml)", .0.display())]
    NoRun(PathBuf),
    /// Two processes would write the same files.
    #[error("another process is training in {}", .0.display())]
    Locked(PathBuf),
    /// A file with the name of a checkpoint does not hold one.
    #[error("{} should hold the number of a checkpoint, found {found:?}", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
    },
    /// A path that leads to no checkpoint.
    #[error("no checkpoint at {}: expected the folder of a run or of a checkpoint, or RUN/latest or RUN/best", .0.display())]
    NoCheckpoint(PathBuf),
    /// A run without a complete checkpoint.
    #[error("the run {} has no checkpoint '{name}' yet", run.display())]
    NoneYet {
        /// The run.
        run: PathBuf,
        /// `latest` or `best`.
        name: &'static str,
    },
    /// The system refused to write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system refused something else.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Says at which path the system refused something.
pub(super) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> RunDirError {
    let path = path.to_owned();
    move |source| RunDirError::Io { path, source }
}
