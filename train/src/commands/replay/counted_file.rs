//! A file that moves a progress bar as it is read.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::progress::Progress;

/// A file whose bytes are counted as they are read.
pub(super) struct CountedFile<'a> {
    file: File,
    progress: &'a Progress,
}

impl<'a> CountedFile<'a> {
    /// Opens a file.
    pub(super) fn open(path: &Path, progress: &'a Progress) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Self { file, progress })
    }
}

impl Read for CountedFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.file.read(buffer)?;
        self.progress.add(bytes as u64);
        Ok(bytes)
    }
}
