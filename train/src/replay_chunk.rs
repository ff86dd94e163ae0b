use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bytemuck::{Pod, Zeroable};
use kumalak_selfplay::Sample;
use thiserror::Error;

use crate::atomic_file::{WriteError, write_atomic};

const MAGIC: [u8; 8] = *b"KUMALAK\0";
const VERSION: u32 = 1;
/// Level 3 is zstd's own default: the records shrink to about a third, and writing costs next to nothing.
const COMPRESSION_LEVEL: i32 = 3;

/// What stands before the records, inside the compressed stream so that its checksum covers it.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    version: u32,
    /// Bytes of one record.
    record_size: u32,
    iteration: u64,
    /// Number of records.
    count: u64,
}

/// A chunk of self-play samples that cannot be used.
#[derive(Debug, Error)]
pub enum ReplayChunkError {
    /// The system refused to write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system refused to read.
    #[error("cannot read the replay chunk {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The bytes are not those that were written.
    #[error("the replay chunk {path} is damaged: {reason}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// Writes the samples of an iteration: one zstd frame with a checksum (XXH64) that holds a header and the records of
/// [`Sample`], little-endian.
///
/// # Errors
/// If the file cannot be written; there is then none.
pub fn write_replay_chunk(path: &Path, iteration: u32, samples: &[Sample]) -> Result<(), ReplayChunkError> {
    let header = Header {
        magic: MAGIC,
        version: VERSION,
        record_size: size_of::<Sample>() as u32,
        iteration: u64::from(iteration),
        count: samples.len() as u64,
    };
    write_atomic(path, |file| compress(&header, samples, file))?;
    Ok(())
}

/// Reads the samples of iteration `iteration` back.
///
/// # Errors
/// If the file cannot be read, is damaged, or belongs to another iteration.
pub fn read_replay_chunk(path: &Path, iteration: u32) -> Result<Vec<Sample>, ReplayChunkError> {
    let bytes = std::fs::read(path).map_err(|source| ReplayChunkError::Read {
        path: path.to_owned(),
        source,
    })?;
    decompress(&bytes, iteration).map_err(|reason| ReplayChunkError::Damaged {
        path: path.to_owned(),
        reason,
    })
}

fn compress(header: &Header, samples: &[Sample], file: impl Write) -> io::Result<()> {
    let mut encoder = zstd::Encoder::new(file, COMPRESSION_LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.write_all(bytemuck::bytes_of(header))?;
    encoder.write_all(bytemuck::cast_slice(samples))?;
    encoder.finish()?;
    Ok(())
}

fn decompress(bytes: &[u8], iteration: u32) -> Result<Vec<Sample>, String> {
    let mut decoder = zstd::Decoder::new(bytes).map_err(|error| error.to_string())?;
    let mut header = Header::zeroed();
    decoder
        .read_exact(bytemuck::bytes_of_mut(&mut header))
        .map_err(|error| format!("its header cannot be read ({error})"))?;
    check_header(&header, iteration)?;
    let mut records = Vec::new();
    decoder
        .read_to_end(&mut records)
        .map_err(|error| format!("its records cannot be read ({error})"))?;
    if records.len() as u64 != header.count.saturating_mul(size_of::<Sample>() as u64) {
        let (expected, found) = (header.count, records.len() / size_of::<Sample>());
        return Err(format!("it should hold {expected} samples and holds {found}"));
    }
    Ok(records
        .chunks_exact(size_of::<Sample>())
        .map(bytemuck::pod_read_unaligned)
        .collect())
}

fn check_header(header: &Header, iteration: u32) -> Result<(), String> {
    if header.magic != MAGIC {
        return Err("it does not begin like a replay chunk".to_owned());
    }
    if header.version != VERSION || header.record_size as usize != size_of::<Sample>() {
        return Err(format!(
            "it has format version {} with records of {} bytes, expected version {VERSION} with {}",
            header.version,
            header.record_size,
            size_of::<Sample>()
        ));
    }
    if header.iteration != u64::from(iteration) {
        return Err(format!(
            "it belongs to iteration {}, expected {iteration}",
            header.iteration
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(count: usize) -> Vec<Sample> {
        (0..count)
            .map(|index| Sample {
                policy: [1.0 / 9.0; 9],
                root_value: index as f32 / 100.0,
                margin: index as i16 - 50,
                outcome: 1,
                observation: [index as u8; 23],
                ..Sample::zeroed()
            })
            .collect()
    }

    #[test]
    fn a_chunk_comes_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("000003.zst");
        write_replay_chunk(&path, 3, &samples(100)).unwrap();
        assert_eq!(read_replay_chunk(&path, 3).unwrap(), samples(100));
        write_replay_chunk(&path, 3, &[]).unwrap();
        assert_eq!(read_replay_chunk(&path, 3).unwrap(), []);
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("000003.zst");
        write_replay_chunk(&path, 3, &samples(40)).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            assert!(
                decompress(&bytes[..length], 3).is_err(),
                "cut after {length} bytes"
            );
        }
        for position in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[position] ^= 0x10;
            let same = decompress(&changed, 3).is_ok_and(|found| found != samples(40));
            assert!(!same, "byte {position} changed");
        }
    }

    #[test]
    fn a_chunk_of_another_iteration_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("000004.zst");
        write_replay_chunk(&path, 3, &samples(1)).unwrap();
        let message = read_replay_chunk(&path, 4).unwrap_err().to_string();
        assert!(
            message.contains("belongs to iteration 3, expected 4"),
            "{message}"
        );
    }
}
