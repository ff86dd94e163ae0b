use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kumalak_selfplay::Sample;

use super::chunk::{ReplayChunkError, read_replay_chunk};
use super::{REPLAY_EXTENSION, read_replay_count};

/// A folder of chunks, to which chunks are only ever added: `000001.zst` and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayFolder {
    chunks: Vec<ReplayChunk>,
}

/// A chunk of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayChunk {
    /// Its number, which is also its name.
    pub number: u32,
    /// Where it is.
    pub path: PathBuf,
    /// Samples that it says it holds.
    pub samples: u64,
    /// Bytes on the disk.
    pub bytes: u64,
}

impl ReplayChunk {
    /// Reads its samples.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(&self) -> Result<Vec<Sample>, ReplayChunkError> {
        read_replay_chunk(&self.path, self.number)
    }
}

impl ReplayFolder {
    /// Finds the chunks of a folder, or of the folder `replay` in it. A last chunk that is damaged was torn when the machine
    /// stopped while it was written: it is left out, and its error comes back beside the rest.
    ///
    /// # Errors
    /// If the folder cannot be read, or the beginning of a chunk before the last one cannot.
    pub fn open(path: &Path) -> Result<(Self, Option<ReplayChunkError>), ReplayChunkError> {
        let inner = path.join("replay");
        let folder = if inner.is_dir() { &inner } else { path };
        let mut found = numbered_files(folder).map_err(|source| ReplayChunkError::Read {
            path: folder.to_owned(),
            source,
        })?;
        let last = found.pop();
        let mut chunks = Vec::new();
        for (number, path) in found {
            let samples = read_replay_count(&path, number)?;
            chunks.push(chunk(number, path, samples)?);
        }
        let mut torn = None;
        if let Some((number, path)) = last {
            match read_replay_chunk(&path, number) {
                Ok(samples) => chunks.push(chunk(number, path, samples.len() as u64)?),
                Err(error) => torn = Some(error),
            }
        }
        Ok((Self { chunks }, torn))
    }

    /// The chunks in the order of their numbers.
    pub fn chunks(&self) -> &[ReplayChunk] {
        &self.chunks
    }

    /// Samples of all chunks.
    pub fn samples(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.samples).sum()
    }
}

fn chunk(number: u32, path: PathBuf, samples: u64) -> Result<ReplayChunk, ReplayChunkError> {
    let bytes = match fs::metadata(&path) {
        Ok(metadata) => metadata.len(),
        Err(source) => return Err(ReplayChunkError::Read { path, source }),
    };
    Ok(ReplayChunk {
        number,
        path,
        samples,
        bytes,
    })
}

/// Chunks by number; other files are somebody else's.
fn numbered_files(folder: &Path) -> io::Result<Vec<(u32, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_chunk = path
            .extension()
            .is_some_and(|extension| extension == REPLAY_EXTENSION);
        let number = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        if let (true, Some(number)) = (is_chunk, number) {
            files.push((number, path));
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;
    use crate::replay::write_replay_chunk;

    fn fill(folder: &Path) {
        for number in 1..=3 {
            let path = folder.join(format!("{number:06}.zst"));
            write_replay_chunk(&path, number, &vec![Sample::zeroed(); 10 * number as usize]).unwrap();
        }
    }

    #[test]
    fn chunks_come_in_order_and_foreign_files_are_left_alone() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("replay");
        fs::create_dir(&folder).unwrap();
        fill(&folder);
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        fs::write(folder.join(".000004.zst.partial"), "half").unwrap();
        for path in [root.path(), &folder] {
            let (found, torn) = ReplayFolder::open(path).unwrap();
            assert!(torn.is_none());
            let numbers: Vec<u32> = found.chunks().iter().map(|chunk| chunk.number).collect();
            assert_eq!(numbers, [1, 2, 3]);
            assert_eq!(found.samples(), 60);
            assert_eq!(found.chunks()[1].read().unwrap().len(), 20);
        }
    }

    #[test]
    fn a_torn_last_chunk_is_dropped_and_told() {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        let last = folder.path().join("000003.zst");
        let whole = fs::read(&last).unwrap();
        for length in [0, 5, whole.len() / 2, whole.len() - 1] {
            fs::write(&last, &whole[..length]).unwrap();
            let (found, torn) = ReplayFolder::open(folder.path()).unwrap();
            assert_eq!(found.samples(), 30);
            let message = torn.expect("the last chunk is torn").to_string();
            assert!(message.contains("000003.zst is damaged"), "{message}");
        }
        fs::write(folder.path().join("000002.zst"), "").unwrap();
        assert!(ReplayFolder::open(folder.path()).is_err());
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = ReplayFolder::open(Path::new("no/such")).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot read the replay chunk no/such"),
            "{error}"
        );
    }
}
