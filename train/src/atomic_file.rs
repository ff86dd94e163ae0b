//! Files and folders that appear whole or not at all, even if the program or the machine stops in between.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file or folder that could not be written. What stood at the path before still stands there.
#[derive(Debug, Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Writes a file through `write`, or replaces it: readers see the old content or the new, never a part.
///
/// Writes to `.NAME.partial` beside it, flushes that to the disk and renames it. Two writers must not write the same path
/// at the same time. A file that a killed program has left there is overwritten.
///
/// # Errors
/// If the system refuses or `write` fails.
///
/// ```
/// use std::io::Write;
/// use kumalak_train::write_atomic;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("config.toml");
/// write_atomic(&path, |file| file.write_all(b"seed = 1\n"))?;
/// assert_eq!(std::fs::read(&path)?, b"seed = 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_atomic(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), WriteError> {
    let partial = partial_path(path);
    let result = write_file(&partial, write).and_then(|()| publish(&partial, path));
    result.map_err(|source| {
        // The error that is reported says more than a second one about cleaning up would.
        let _ = fs::remove_file(&partial);
        WriteError {
            path: path.to_owned(),
            source,
        }
    })
}

/// Makes a folder through `fill`, which puts files in the folder that it is given.
///
/// The folder is filled under the name `.NAME.partial`, all its files are flushed to the disk, and it is renamed. Leftovers
/// of a killed program under that name are removed first. Only files directly in the folder are flushed.
///
/// # Errors
/// If something already stands at the path, the system refuses, or `fill` fails.
pub fn create_folder_atomic(
    path: &Path,
    fill: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), WriteError> {
    let partial = partial_path(path);
    let result = refuse_existing(path)
        .and_then(|()| fill_folder(&partial, fill))
        .and_then(|()| publish(&partial, path));
    result.map_err(|source| {
        let _ = fs::remove_dir_all(&partial);
        WriteError {
            path: path.to_owned(),
            source,
        }
    })
}

fn write_file(partial: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(partial)?);
    write(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}

fn fill_folder(partial: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    if partial.exists() {
        fs::remove_dir_all(partial)?;
    }
    fs::create_dir(partial)?;
    fill(partial)?;
    for entry in fs::read_dir(partial)? {
        File::open(entry?.path())?.sync_all()?;
    }
    File::open(partial)?.sync_all()
}

fn refuse_existing(path: &Path) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it already exists"));
    }
    Ok(())
}

/// Renames and makes the new name last.
fn publish(partial: &Path, path: &Path) -> io::Result<()> {
    fs::rename(partial, path)?;
    File::open(parent(path))?.sync_all()
}

fn parent(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn partial_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".partial");
    parent(path).join(name)
}
