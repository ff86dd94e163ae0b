use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use bytemuck::{Pod, Zeroable};
use kumalak_selfplay::Sample;
use thiserror::Error;

use super::record_check::record_fault;
use crate::atomic_file::{WriteError, write_atomic};

const MAGIC: [u8; 8] = *b"KUMALAK\0";
/// 1 had records of 68 bytes, without game, ply, weight and tuzdiks.
const VERSION: u32 = 2;
/// Level 3 is zstd's own default: the records shrink to about a third, and writing costs next to nothing.
const COMPRESSION_LEVEL: i32 = 3;
/// Frames that want a larger window than 16 MiB are not ours: those of level 3 want 2 MiB.
const WINDOW_LOG_MAX: u32 = 24;
/// Records that are read at once.
const BLOCK_RECORDS: usize = 1024;

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
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The bytes are not those that were written, as after a crash.
    #[error("the replay chunk {} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A whole file that is another one than it should be.
    #[error("the replay chunk {} cannot be used: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What it is, and what was expected.
        reason: String,
    },
}

/// What is wrong with the bytes of a chunk.
#[derive(Debug)]
enum Fault {
    System(io::Error),
    Damaged(String),
    Unusable(String),
}

impl Fault {
    /// An error of the system, or else of the decoder, which found damage.
    fn reading(error: io::Error, what: &str) -> Self {
        match error.raw_os_error() {
            Some(_) => Self::System(error),
            None => Self::Damaged(format!("its {what} cannot be read ({error})")),
        }
    }
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
/// If the file cannot be read or is damaged, has another version or number, or holds what no sample can be. However large it
/// says that it is, no more memory is taken than what it really holds.
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
    content: impl FnOnce(BufReader<File>) -> Result<T, Fault>,
) -> Result<T, ReplayChunkError> {
    let path = path.to_owned();
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(source) => return Err(ReplayChunkError::Read { path, source }),
    };
    content(BufReader::new(file)).map_err(|fault| match fault {
        Fault::System(source) => ReplayChunkError::Read { path, source },
        Fault::Damaged(reason) => ReplayChunkError::Damaged { path, reason },
        Fault::Unusable(reason) => ReplayChunkError::Unusable { path, reason },
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
fn open<'a>(file: impl Read + 'a, number: u32) -> Result<(impl Read + 'a, Header), Fault> {
    let unreadable = |error| Fault::reading(error, "header");
    let mut decoder = zstd::Decoder::new(file).map_err(unreadable)?;
    decoder.window_log_max(WINDOW_LOG_MAX).map_err(unreadable)?;
    let mut header = Header::zeroed();
    decoder
        .read_exact(bytemuck::bytes_of_mut(&mut header))
        .map_err(unreadable)?;
    check_header(&header, number).map_err(Fault::Unusable)?;
    Ok((decoder, header))
}

fn decompress(file: impl Read, number: u32) -> Result<Vec<Sample>, Fault> {
    let (mut decoder, header) = open(file, number)?;
    let mut samples = Vec::new();
    while (samples.len() as u64) < header.count {
        read_block(&mut decoder, &mut samples, header.count)?;
    }
    // The decoder compares the checksum when it finds the end.
    match decoder.read(&mut [0]) {
        Ok(0) => Ok(samples),
        Ok(_) => Err(Fault::Damaged(format!(
            "it should hold {} samples and holds more",
            header.count
        ))),
        Err(error) => Err(Fault::reading(error, "end")),
    }
}

/// Reads the next of `count` records. They come a block at a time, so that a wrong count takes no memory.
fn read_block(decoder: &mut impl Read, samples: &mut Vec<Sample>, count: u64) -> Result<(), Fault> {
    let first = samples.len();
    let missing = usize::try_from(count).unwrap_or(usize::MAX) - first;
    samples.resize(first + missing.min(BLOCK_RECORDS), Sample::zeroed());
    decoder
        .read_exact(bytemuck::cast_slice_mut(&mut samples[first..]))
        .map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                Fault::Damaged(format!("it should hold {count} samples and ends before"))
            }
            _ => Fault::reading(error, "samples"),
        })?;
    for (index, sample) in samples.iter().enumerate().skip(first) {
        if let Some(expected) = record_fault(sample) {
            return Err(Fault::Unusable(format!("sample {index}: {expected}")));
        }
    }
    Ok(())
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
mod tests;
