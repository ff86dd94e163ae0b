use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use bytemuck::{Pod, Zeroable};
use kumalak_selfplay::Sample;
use thiserror::Error;

use crate::atomic_file::{WriteError, write_atomic};

const MAGIC: [u8; 8] = *b"KUMALAK\0";
/// 1 had records of 68 bytes, without game, ply, weight and tuzdiks.
const VERSION: u32 = 2;
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
    /// The iteration of training, or the number of the chunk.
    number: u64,
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

/// Writes chunk `number` of a folder, in a run the samples of that iteration: one zstd frame with a checksum (XXH64) that
/// holds a header and the records of [`Sample`], little-endian.
///
/// # Errors
/// If the file cannot be written; there is then none.
pub fn write_replay_chunk(path: &Path, number: u32, samples: &[Sample]) -> Result<(), ReplayChunkError> {
    let header = Header {
        magic: MAGIC,
        version: VERSION,
        record_size: size_of::<Sample>() as u32,
        number: u64::from(number),
        count: samples.len() as u64,
    };
    write_atomic(path, |file| compress(&header, samples, file))?;
    Ok(())
}

/// Reads the samples of chunk `number` back.
///
/// # Errors
/// If the file cannot be read, is damaged, or has another number.
pub fn read_replay_chunk(path: &Path, number: u32) -> Result<Vec<Sample>, ReplayChunkError> {
    read(path, |file| decompress(file, number))
}

/// How many samples chunk `number` says that it holds. Reads its beginning only, so that damage behind it goes unseen.
///
/// # Errors
/// As [`read_replay_chunk`].
pub fn read_replay_count(path: &Path, number: u32) -> Result<u64, ReplayChunkError> {
    read(path, |file| Ok(open(file, number)?.1.count))
}

fn read<T>(
    path: &Path,
    content: impl FnOnce(BufReader<File>) -> Result<T, String>,
) -> Result<T, ReplayChunkError> {
    let file = File::open(path).map_err(|source| ReplayChunkError::Read {
        path: path.to_owned(),
        source,
    })?;
    content(BufReader::new(file)).map_err(|reason| ReplayChunkError::Damaged {
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

/// A decoder that stands behind the header, and the header.
fn open<'a>(file: impl Read + 'a, number: u32) -> Result<(impl Read + 'a, Header), String> {
    let mut decoder = zstd::Decoder::new(file).map_err(|error| error.to_string())?;
    let mut header = Header::zeroed();
    decoder
        .read_exact(bytemuck::bytes_of_mut(&mut header))
        .map_err(|error| format!("its header cannot be read ({error})"))?;
    check_header(&header, number)?;
    Ok((decoder, header))
}

fn decompress(file: impl Read, number: u32) -> Result<Vec<Sample>, String> {
    let (mut decoder, header) = open(file, number)?;
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

fn check_header(header: &Header, number: u32) -> Result<(), String> {
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
    if header.number != u64::from(number) {
        return Err(format!("it has number {}, expected {number}", header.number));
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
        assert_eq!(read_replay_count(&path, 3).unwrap(), 100);
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
            let same = decompress(changed.as_slice(), 3).is_ok_and(|found| found != samples(40));
            assert!(!same, "byte {position} changed");
        }
    }

    #[test]
    fn a_chunk_of_another_number_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("000004.zst");
        write_replay_chunk(&path, 3, &samples(1)).unwrap();
        let message = read_replay_chunk(&path, 4).unwrap_err().to_string();
        assert!(message.contains("it has number 3, expected 4"), "{message}");
    }

    #[test]
    fn a_chunk_of_an_older_version_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("000001.zst");
        let header = Header {
            magic: MAGIC,
            version: 1,
            record_size: 68,
            number: 1,
            count: 0,
        };
        let file = File::create(&path).unwrap();
        compress(&header, &[], file).unwrap();
        let message = read_replay_chunk(&path, 1).unwrap_err().to_string();
        let expected = "it has format version 1 with records of 68 bytes, expected version 2 with 88";
        assert!(message.ends_with(expected), "{message}");
    }
}
