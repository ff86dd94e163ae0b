use std::path::Path;

use super::{CHECKPOINTS, CONFIG, RunDirError, entries, entry_iteration};

/// The iterations of the checkpoints that a run has kept, in order. Nothing is locked, so that a run that is still training can be
/// looked at.
///
/// # Errors
/// If there is no run, or its folder cannot be read.
pub fn kept_checkpoints(run: &Path) -> Result<Vec<u32>, RunDirError> {
    if !run.join(CONFIG).is_file() {
        return Err(RunDirError::NoRun(run.to_owned()));
    }
    let paths = entries(&run.join(CHECKPOINTS))?;
    Ok(paths.iter().filter_map(|path| entry_iteration(path)).collect())
}
