//! A file or stdin, which moves a progress bar as it is read.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::progress::Progress;

const MEBIBYTE: u64 = 1 << 20;

/// Whether a path stands for stdin, or in the place of a target for stdout.
pub(super) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Length of all files in MiB, rounded up; 0 if one of them has none, as stdin.
pub(super) fn total_mebibytes(files: &[PathBuf]) -> u64 {
    if files.iter().any(|file| is_standard_stream(file)) {
        return 0;
    }
    // Files that are not there fail later.
    let lengths = files.iter().filter_map(|file| file.metadata().ok());
    let bytes: u64 = lengths.map(|metadata| metadata.len()).sum();
    bytes.div_ceil(MEBIBYTE)
}

/// What games are read from. Its bytes are counted as they are read.
pub(super) struct Source<'a> {
    reader: Box<dyn Read>,
    bytes: u64,
    progress: &'a Progress,
}

impl<'a> Source<'a> {
    /// Opens a file, or stdin for `-`.
    pub(super) fn open(path: &Path, progress: &'a Progress) -> io::Result<Self> {
        let reader: Box<dyn Read> = if is_standard_stream(path) {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(path)?)
        };
        Ok(Self {
            reader,
            bytes: 0,
            progress,
        })
    }

    /// What messages call it.
    pub(super) fn name(path: &Path) -> String {
        if is_standard_stream(path) {
            "stdin".to_owned()
        } else {
            path.display().to_string()
        }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.reader.read(buffer)?;
        let before = self.bytes / MEBIBYTE;
        self.bytes += bytes as u64;
        self.progress.add(self.bytes / MEBIBYTE - before);
        Ok(bytes)
    }
}
