use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use kumalak_selfplay::Sample;
use memmap2::Mmap;

/// Samples in an unnamed file that is mapped to memory. The system keeps as much of it in memory as there is room for, so
/// that a window may be larger than the memory of the machine; the file is gone when the program ends, however it ends.
///
/// Chunks themselves are compressed as a whole and cannot be read in the middle.
#[derive(Debug)]
pub(super) struct MappedSamples {
    map: Mmap,
}

impl MappedSamples {
    /// Writes the samples, of which there is at least one, to a file on the disk of `folder`.
    pub(super) fn write(samples: &[Sample], folder: &Path) -> io::Result<Self> {
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(bytemuck::cast_slice(samples))?;
        Self::map(&file)
    }

    #[expect(unsafe_code, reason = "there is no safe way to map a file")]
    fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the file has no name, so that nobody else can change it or cut it off, and we do not.
        let map = unsafe { Mmap::map(file) }?;
        Ok(Self { map })
    }

    pub(super) fn samples(&self) -> &[Sample] {
        // Mappings begin with a page, which is aligned for every record.
        bytemuck::cast_slice(&self.map)
    }
}
