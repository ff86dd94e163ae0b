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
fn samples_that_cannot_be_compressed_come_back() {
    let mut rng = stream(2, 0);
    let mut noisy = samples(3000);
    for sample in &mut noisy {
        let shares: [f32; 9] = std::array::from_fn(|_| rng.random());
        let sum: f32 = shares.iter().sum();
        sample.policy = shares.map(|share| share / sum);
        rng.fill(&mut sample.observation);
        sample.game = rng.random();
    }
    let bytes = packed(&header(3000), &noisy);
    assert!(bytes.len() > noisy.len() * size_of::<Sample>() / 2);
    assert!(decompress(bytes.as_slice(), 3).is_ok_and(|found| found == noisy));
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
