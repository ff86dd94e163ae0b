//! Whatever bytes come, readers end and do not panic, and what they read can be written and replayed or refused.

use kumalak_env::record::{
    GameRecord, Marks, Place, RecordFormat, RecordReader, RecordWriter, RecordedMove, Tags, read_records,
};
use kumalak_env::{Ending, MoveNotation, Outcome, Pit, Rules};
use proptest::prelude::*;

/// Reads everything, replays what was read, and counts the items.
fn exhaust(bytes: &[u8]) -> usize {
    let mut items = 0;
    for format in RecordFormat::ALL {
        let reader = RecordReader::with_format(bytes, "fuzz", format).expect("memory can be read");
        for record in reader {
            items += 1;
            if let Ok(record) = record {
                let _ = record.replay(&Rules::STANDARD);
                let _ = RecordWriter::new(Vec::new(), format).write(&record);
            }
        }
    }
    if let Ok(reader) = read_records(bytes, "fuzz") {
        items += reader.count();
    }
    items
}

const SAMPLES: [&str; 4] = [
    "[Site \"PlayOK\"]\n[Result \"0-1\"]\n\n1. 76(10) 98(10) 2. 66\n87(12) 3. 12 0-1 {zero}\n\n[Site \"PlayOK\"]\n\n1-0\n",
    "[White \"?\"]\n[Count \"10-10\"]\n[Diagram1 \"0 9 9\"]\n\n1. 76 98\n2. 66x\n[White \"?\"]\n\n1. 76 98\n",
    "kumalak-records 1\n# c\n\ngame tuzdiks kazans\ntag A b\n76(10) 98(10) 66\nend 1-0 atsyrau\n\ngame\nend *\n",
    "# c\ne1f2 e2d1 ; 10-10\nf1e2 d2e1 i1a2\n",
];

/// A sample, in some encoding, with some bytes changed, inserted, removed or cut off.
fn spoiled() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0..8_u8, any::<u8>());
    let edits = prop::collection::vec(edit, 1..6);
    (0..SAMPLES.len(), 0..3_u8, edits).prop_map(|(sample, encoding, edits)| {
        let text = SAMPLES[sample];
        let mut bytes: Vec<u8> = match encoding {
            0 => text.bytes().collect(),
            1 => format!("\u{feff}{text}")
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
            _ => format!("\u{feff}{text}")
                .encode_utf16()
                .flat_map(u16::to_be_bytes)
                .collect(),
        };
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len() + 1);
            match kind {
                0 => bytes.truncate(at),
                1..=2 if at < bytes.len() => drop(bytes.remove(at)),
                3..=5 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.insert(at, byte),
            }
        }
        bytes
    })
}

fn any_move() -> impl Strategy<Value = RecordedMove> {
    let pit = || prop::sample::select(&Pit::ALL[..]);
    (pit(), pit(), any::<bool>(), any::<Option<u8>>()).prop_map(|(origin, last, makes_tuzdik, kazan)| {
        RecordedMove {
            notation: MoveNotation {
                origin,
                last,
                makes_tuzdik,
            },
            last_side: None,
            kazan,
            line: 0,
        }
    })
}

/// Any record that this library's format can hold, whether or not it makes sense.
fn any_record() -> impl Strategy<Value = GameRecord> {
    let tags = prop::collection::vec(("[^\\s]{1,8}", "[^\r\n]{0,20}"), 0..5);
    let results = [
        Some(Outcome::WhiteWins),
        Some(Outcome::Draw),
        Some(Outcome::BlackWins),
        None,
    ];
    let endings: Vec<Option<Ending>> = Ending::ALL.into_iter().map(Some).chain([None]).collect();
    (
        tags,
        prop::collection::vec(any_move(), 0..60),
        prop::sample::select(results.to_vec()),
        prop::sample::select(endings),
        any::<[bool; 3]>(),
    )
        .prop_map(
            |(tags, moves, result, ending, [tuzdiks, kazans, atsyrau])| GameRecord {
                place: Place {
                    source: "t".into(),
                    line: 0,
                },
                tags: tags
                    .into_iter()
                    .filter(|(name, _)| name != "Result")
                    .collect::<Tags>(),
                moves,
                result,
                ending,
                marks: Marks {
                    tuzdiks,
                    kazans,
                    atsyrau,
                },
            },
        )
}

/// A record without what depends on the text.
fn placeless(mut record: GameRecord) -> GameRecord {
    record.place.line = 0;
    for played in &mut record.moves {
        played.line = 0;
    }
    record
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        exhaust(&bytes);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]\"{}().#;*1-9a-i XxХ\n\r-]{0,300}") {
        exhaust(text.as_bytes());
    }

    #[test]
    fn a_spoiled_source_is_read_or_refused(bytes in spoiled()) {
        let items = exhaust(&bytes);
        prop_assert!(items <= 5 * (bytes.len() + 1));
    }

    #[test]
    fn our_format_holds_any_record(records in prop::collection::vec(any_record(), 1..4)) {
        let mut writer = RecordWriter::new(Vec::new(), RecordFormat::Kumalak);
        for record in &records {
            writer.write(record).expect("the record can be written");
        }
        let bytes = writer.finish().expect("memory can be written");
        let read: Vec<_> = read_records(&bytes[..], "t")
            .expect("our format")
            .map(|record| placeless(record.expect("the game reads")))
            .collect();
        prop_assert_eq!(read, records);
    }

    /// PlayOK's files hold any tags, moves and kazans, and atsyrau among the endings.
    #[test]
    fn playok_files_hold_any_record(record in any_record()) {
        let ending = record.ending.filter(|&ending| ending == Ending::Atsyrau);
        let record = GameRecord { marks: Marks::ALL, ending, ..record };
        let mut writer = RecordWriter::new(Vec::new(), RecordFormat::PlayOk);
        writer.write(&record).expect("the record can be written");
        let bytes = writer.finish().expect("memory can be written");
        let mut reader = RecordReader::with_format(&bytes[..], "t", RecordFormat::PlayOk).expect("memory");
        let mut read = placeless(reader.next().expect("a game").expect("the game reads"));
        read.tags = read.tags.iter().filter(|&(name, _)| name != "Result").collect();
        prop_assert_eq!(read, record);
        prop_assert!(reader.next().is_none());
    }
}
