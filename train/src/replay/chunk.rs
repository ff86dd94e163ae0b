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
mod tests {
    use kumalak_env::stream;
    use rand::RngExt;

    use super::*;

    fn samples(count: usize) -> Vec<Sample> {
        (0..count)
            .map(|index| Sample {
                policy: [1.0 / 9.0; 9],
                root_value: (index % 100) as f32 / 100.0,
                margin: (index % 100) as i16 - 50,
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

    /// A chunk as it lies in a file.
    fn packed(header: &Header, samples: &[Sample]) -> Vec<u8> {
        let mut bytes = Vec::new();
        compress(header, samples, &mut bytes).unwrap();
        bytes
    }

    fn header(count: u64) -> Header {
        Header {
            magic: MAGIC,
            version: VERSION,
            record_size: size_of::<Sample>() as u32,
            number: 3,
            count,
        }
    }

    /// Asserts that these bytes are refused, or give the samples that were written.
    #[track_caller]
    fn assert_noticed(bytes: &[u8], written: &[Sample], change: &str) {
        if let Ok(found) = decompress(bytes, 3) {
            assert!(found == written, "{change} goes unnoticed");
        }
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_noticed() {
        let written = samples(20);
        let bytes = packed(&header(20), &written);
        for length in 0..bytes.len() {
            assert!(
                decompress(&bytes[..length], 3).is_err(),
                "cut after {length} bytes"
            );
        }
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_noticed(&changed, &written, &format!("bit {bit}"));
        }
    }

    #[test]
    fn bytes_that_were_put_in_taken_out_or_made_up_are_noticed() {
        let written = samples(20);
        let bytes = packed(&header(20), &written);
        let mut rng = stream(1, 0);
        for round in 0..2000 {
            let mut changed = bytes.clone();
            let (start, end) = (rng.random_range(0..bytes.len()), rng.random_range(0..bytes.len()));
            match round % 4 {
                0 => changed.truncate(start.max(1)),
                1 => drop(changed.drain(start.min(end)..start.max(end))),
                2 => changed.insert(start, rng.random()),
                _ => changed[start.min(end)..start.max(end)].fill_with(|| rng.random()),
            }
            assert_noticed(&changed, &written, &format!("round {round}"));
            let noise: Vec<u8> = (0..start).map(|_| rng.random()).collect();
            assert!(decompress(noise.as_slice(), 3).is_err());
        }
        for more in [&[0][..], &bytes] {
            assert!(decompress([&bytes, more].concat().as_slice(), 3).is_err());
        }
    }

    #[test]
    fn a_wrong_count_is_noticed_and_takes_no_memory() {
        for (count, message) in [
            (u64::MAX, "ends before"),
            (u64::MAX / 88, "ends before"),
            (21, "it should hold 21 samples and ends before"),
            (19, "it should hold 19 samples and holds more"),
            (0, "it should hold 0 samples and holds more"),
        ] {
            match decompress(packed(&header(count), &samples(20)).as_slice(), 3) {
                Err(Fault::Damaged(reason)) => assert!(reason.contains(message), "{reason}"),
                other => panic!("{count}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_frame_that_wants_much_memory_is_refused() {
        // zstd's magic number, a descriptor without any option, and a window of 2^31 bytes.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00];
        assert!(matches!(decompress(&frame[..], 3), Err(Fault::Damaged(_))));
    }

    #[test]
    fn what_no_sample_can_be_is_refused() {
        let mut wrong = samples(2000);
        wrong[1500].outcome = 5;
        match decompress(packed(&header(2000), &wrong).as_slice(), 3) {
            Err(Fault::Unusable(reason)) => {
                assert_eq!(reason, "sample 1500: outcome must be 1, 0 or -1");
            }
            other => panic!("{other:?}"),
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
        let older = Header {
            version: 1,
            record_size: 68,
            ..header(0)
        };
        match decompress(packed(&older, &[]).as_slice(), 3) {
            Err(Fault::Unusable(reason)) => assert_eq!(
                reason,
                "it has format version 1 with records of 68 bytes, expected version 2 with 88"
            ),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_folder_in_the_place_of_a_chunk_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let error = read_replay_chunk(folder.path(), 1).unwrap_err();
        assert!(matches!(error, ReplayChunkError::Read { .. }), "{error}");
    }
}
