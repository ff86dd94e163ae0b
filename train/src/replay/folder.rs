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
    /// If the folder or the beginning of a chunk before the last one cannot be read, or the last chunk cannot be used for
    /// another reason than damage, such as its version.
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
                Err(error @ ReplayChunkError::Damaged { .. }) => torn = Some(error),
                Err(error) => return Err(error),
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

/// Chunks by number; other files are somebody else's, also those that spell a number in another way.
fn numbered_files(folder: &Path) -> io::Result<Vec<(u32, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(number) = chunk_number(&path) {
            files.push((number, path));
        }
    }
    files.sort();
    Ok(files)
}

fn chunk_number(path: &Path) -> Option<u32> {
    let stem = path.file_stem()?.to_str()?;
    let number = stem.parse().ok()?;
    let is_chunk = path.extension()? == REPLAY_EXTENSION && stem == format!("{number:06}");
    is_chunk.then_some(number)
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;
    use crate::replay::write_replay_chunk;

    fn sample() -> Sample {
        Sample {
            policy: [1.0 / 9.0; 9],
            ..Sample::zeroed()
        }
    }

    fn fill(folder: &Path) {
        for number in 1..=3 {
            let path = folder.join(format!("{number:06}.zst"));
            write_replay_chunk(&path, number, &vec![sample(); 10 * number as usize]).unwrap();
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
        fs::copy(folder.join("000003.zst"), folder.join("3.zst")).unwrap();
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
    fn a_last_chunk_that_is_whole_but_another_one_is_not_dropped() {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        let last = folder.path().join("000003.zst");
        write_replay_chunk(&last, 2, &[sample()]).unwrap();
        let message = ReplayFolder::open(folder.path()).unwrap_err().to_string();
        assert!(
            message.ends_with("000003.zst cannot be used: it has number 2, expected 3"),
            "{message}"
        );
        fs::remove_file(&last).unwrap();
        fs::create_dir(&last).unwrap();
        assert!(ReplayFolder::open(folder.path()).is_err());
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = ReplayFolder::open(Path::new("no/such")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read no/such: "), "{error}");
    }
}
