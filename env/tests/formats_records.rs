//! Readers and writers of records: every format holds the recorded games, in every encoding and layout.

mod data;

use std::io::{self, BufReader};

use kumalak_env::record::{
    GameRecord, MAX_LINE_BYTES, Marks, RecordFormat, RecordReader, RecordWriter, Tags, WriteError,
    read_records,
};
use kumalak_env::{Ending, Game, Outcome, Rules, Side};

fn write(format: RecordFormat, records: &[GameRecord]) -> String {
    let mut writer = RecordWriter::new(Vec::new(), format);
    for record in records {
        writer.write(record).expect("the record can be written");
    }
    String::from_utf8(writer.finish().expect("memory can be written")).expect("records are text")
}

/// The format found and the games, each as its tags, moves, result and ending or as the message of its error.
fn read(bytes: &[u8]) -> (RecordFormat, Vec<Result<GameRecord, String>>) {
    let reader = read_records(bytes, "t").expect("the format is known");
    let format = reader.format();
    (
        format,
        reader
            .map(|record| record.map_err(|error| error.to_string()))
            .collect(),
    )
}

fn read_good(text: &str) -> Vec<GameRecord> {
    let (_, records) = read(text.as_bytes());
    records
        .into_iter()
        .map(|record| record.expect("the game reads"))
        .collect()
}

/// The record as far as it does not depend on the source: no places, no sides of last stones, no tag `Result`.
fn contents(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    record.place.source = "anywhere".into();
    record.place.line = 0;
    record.tags = record.tags.iter().filter(|&(name, _)| name != "Result").collect();
    for played in &mut record.moves {
        played.line = 0;
        played.last_side = None;
    }
    record
}

fn assert_same(read: &[GameRecord], written: &[GameRecord]) {
    assert_eq!(read.len(), written.len());
    for (read, written) in read.iter().zip(written) {
        assert_eq!(contents(read), contents(written));
    }
}

#[test]
fn server_games_survive_playok_files() {
    let games = data::games(data::SERVER);
    let text = write(RecordFormat::PlayOk, &games);
    assert!(text.starts_with("[Date \"2025.??.??\"]\n[Result \"1-0\"]\n\n1. 76(10) 87(2) 2. 99 91 3. 78 91(14) 4. 45(22) 77(16) 5.\n58(26)"));
    let (format, _) = read(text.as_bytes());
    assert_eq!(format, RecordFormat::PlayOk);
    let reread = read_good(&text);
    assert_same(&reread, &games);
    for record in reread {
        record.replay(&Rules::STANDARD).expect("the game replays");
    }
}

/// The tag `Site "PlayOK"` tells where a game was played, and not how it is written.
#[test]
fn games_from_playok_survive_tgk_files() {
    let mut games = data::games(data::SERVER);
    games.truncate(20);
    for record in &mut games {
        record.tags = [("Site", "PlayOK")]
            .into_iter()
            .chain(record.tags.iter())
            .collect();
    }
    for format in [RecordFormat::PlayOk, RecordFormat::Tgk, RecordFormat::Kumalak] {
        let text = write(format, &games);
        assert_eq!(read(text.as_bytes()).0, format);
        for record in read_good(&text) {
            record.replay(&Rules::STANDARD).expect("the game replays");
        }
    }
    let single = write(RecordFormat::Tgk, &games[..1]);
    assert_eq!(read(single.as_bytes()).0, RecordFormat::Tgk);
    let wrapped_by_hand = "[Site \"PlayOK\"]\n[Result \"1-0\"]\n\n1. 66 78\n2. 99 91\n1-0\n";
    assert_eq!(read(wrapped_by_hand.as_bytes()).0, RecordFormat::PlayOk);
}

#[test]
fn tournament_games_survive_tgk_files() {
    for name in [data::TOURNAMENT, data::CHAMPIONSHIP] {
        let games = data::games(name);
        let text = write(RecordFormat::Tgk, &games);
        assert_eq!(read(text.as_bytes()).0, RecordFormat::Tgk);
        let reread = read_good(&text);
        assert_same(&reread, &games);
        for record in reread {
            record.replay(&Rules::STANDARD).expect("the game replays");
        }
    }
}

#[test]
fn every_format_holds_a_completed_game() {
    for record in data::games(data::CHAMPIONSHIP) {
        let complete = record.completed(&Rules::STANDARD).expect("the game replays");
        for format in RecordFormat::ALL {
            let text = write(format, std::slice::from_ref(&complete));
            let (found, records) = read(text.as_bytes());
            assert_eq!(found, format);
            let reread = records[0].as_ref().expect("the game reads");
            let replayed = reread.replay(&Rules::STANDARD).expect("the game replays");
            assert_eq!(replayed.game.moves().len(), record.moves.len());
            assert_eq!(
                reread
                    .completed(&Rules::STANDARD)
                    .expect("it replays")
                    .moves
                    .len(),
                complete.moves.len()
            );
        }
    }
}

#[test]
fn our_format_is_written_as_it_was_read() {
    for name in [data::SERVER, data::TOURNAMENT, data::CHAMPIONSHIP] {
        let text = write(RecordFormat::Kumalak, &data::games(name));
        assert_eq!(write(RecordFormat::Kumalak, &read_good(&text)), text);
    }
}

const PLAYOK: &str = "\
[Event \"?\"]
[Site \"PlayOK\"]
[White \"a \\\"b\\\" \\\\ c\"]
[Black \"Ж\"]
[Result \"0-1\"]

1. 76(10) 98(10) 2. 66
87(12) 3.
12 76(16) 0-1

[Event \"broken off\"]
[Site \"PlayOK\"]
[Result \"1-0\"]

1-0

[Event \"marked\"]
[Site \"PlayOK\"]
[Result \"1/2-1/2\"]

1. 11 12 1/2-1/2 {zero}
";

fn assert_playok_sample(records: &[GameRecord]) {
    let [first, second, third] = records else {
        panic!("three games, got {}", records.len());
    };
    let tags: Vec<_> = first.tags.iter().collect();
    let expected = [
        ("Event", "?"),
        ("Site", "PlayOK"),
        ("White", "a \"b\" \\ c"),
        ("Black", "Ж"),
        ("Result", "0-1"),
    ];
    assert_eq!(tags, expected);
    let moves: Vec<String> = first
        .moves
        .iter()
        .map(|played| format!("{}:{played}", played.line))
        .collect();
    assert_eq!(
        moves,
        ["7:76(10)", "7:98(10)", "7:66", "8:87(12)", "9:12", "9:76(16)"]
    );
    assert_eq!(
        (first.result, first.ending, first.marks),
        (Some(Outcome::BlackWins), None, Marks::ALL)
    );
    assert_eq!(first.place.to_string(), "t:1");
    assert_eq!((second.moves.len(), second.result), (0, Some(Outcome::WhiteWins)));
    assert_eq!((second.place.line, third.place.line), (11, 17));
    assert_eq!(third.ending, Some(Ending::Atsyrau));
}

/// The same text with a byte order mark in each encoding, with both line ends.
fn encodings(text: &str) -> Vec<Vec<u8>> {
    let mut encoded = Vec::new();
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let marked = format!("\u{feff}{text}");
        encoded.push(marked.encode_utf16().flat_map(u16::to_le_bytes).collect());
        encoded.push(marked.encode_utf16().flat_map(u16::to_be_bytes).collect());
        encoded.push(marked.into_bytes());
        encoded.push(text.into_bytes());
    }
    encoded
}

#[test]
fn playok_files_read_in_every_encoding_and_in_any_chunks() {
    for bytes in encodings(PLAYOK) {
        for capacity in [1, 2, 3, 7, 8192] {
            let reader = read_records(BufReader::with_capacity(capacity, &bytes[..]), "t").expect("a format");
            assert_eq!(reader.format(), RecordFormat::PlayOk);
            let records: Vec<_> = reader.map(|record| record.expect("the game reads")).collect();
            assert_playok_sample(&records);
        }
    }
}

const TGK: &str = "[Event \"?\"]\n[White \"Ә\"]\n[Result \"1-0\"]\n\n1. 76 98\n2. 66x 87Х\n3. 12х\n[Event \"?\"]\n\n[Event \"?\"]\n[Result \"?\"]\n\n1. 76 98\n";

#[test]
fn tgk_files_read_in_every_encoding() {
    for bytes in encodings(TGK) {
        let (format, records) = read(&bytes);
        assert_eq!(format, RecordFormat::Tgk);
        let records: Vec<_> = records
            .into_iter()
            .map(|record| record.expect("the game reads"))
            .collect();
        let moves: Vec<String> = records[0].moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["76", "98", "66X", "87X", "12X"]);
        assert_eq!(records[0].tags.get("White"), Some("Ә"));
        assert_eq!(
            records.iter().map(|record| record.result).collect::<Vec<_>>(),
            [Some(Outcome::WhiteWins), None, None]
        );
        assert_eq!(
            records
                .iter()
                .map(|record| record.moves.len())
                .collect::<Vec<_>>(),
            [5, 0, 2]
        );
        assert_eq!(
            records.iter().map(|record| record.place.line).collect::<Vec<_>>(),
            [1, 8, 10]
        );
        assert!(records.iter().all(|record| record.marks == Marks::TUZDIKS));
    }
}

#[test]
fn square_lists_read_with_kazans_and_sides() {
    let text = "# openings\n\nf1e2 d2e1 ; 10-3\nf1e2\n";
    let (format, records) = read(text.as_bytes());
    assert_eq!(format, RecordFormat::PlayStrategy);
    let first = records[0].as_ref().expect("the game reads");
    let moves: Vec<String> = first.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["65", "65"]);
    assert_eq!(first.moves[1].last_side, Some(Side::White));
    assert_eq!(first.tags.get("Count"), Some("10-3"));
    assert_eq!(records[1].as_ref().expect("the game reads").place.line, 4);
    let list = read_good(include_str!("data/square_games.txt"));
    assert_eq!(list.len(), 4);
    for record in &list {
        record.replay(&Rules::STANDARD).expect("the game replays");
    }
    assert_eq!(read_good(&write(RecordFormat::PlayStrategy, &list)).len(), 4);
}

#[test]
fn the_format_is_told_by_the_contents() {
    let cases = [
        ("1. 76 98 2. 66 87 1-0\n", RecordFormat::PlayOk),
        ("1. 76 98\n2. 66 87\n", RecordFormat::Tgk),
        ("[White \"?\"]\n\n1. 76(10)\n98 1-0\n", RecordFormat::PlayOk),
        ("[White \"?\"]\n\n1-0\n", RecordFormat::PlayOk),
        ("[White \"?\"]\n\n1. 76 98\n", RecordFormat::Tgk),
        ("[White \"?\"]\n", RecordFormat::Tgk),
        ("\n\nkumalak-records 1\n", RecordFormat::Kumalak),
        ("# list\ng1d2\n", RecordFormat::PlayStrategy),
    ];
    for (text, format) in cases {
        assert_eq!(read(text.as_bytes()).0, format, "{text}");
    }
}

#[test]
fn a_truncated_utf16_file_is_an_error() {
    let mut bytes: Vec<u8> = format!("\u{feff}{PLAYOK}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    bytes.pop();
    let (_, records) = read(&bytes);
    assert_eq!(records.len(), 3);
    assert_eq!(
        records[2],
        Err("t:21: expected UTF-16 (little-endian) text, found other bytes".to_owned())
    );
}

#[test]
fn games_without_moves_come_back_where_they_can_be_written() {
    let empty = GameRecord::from_game(&Game::new(Rules::STANDARD));
    for format in RecordFormat::ALL {
        let mut writer = RecordWriter::new(Vec::new(), format);
        let written = [(); 2].map(|()| writer.write(&empty).is_ok());
        assert_eq!(written, [format != RecordFormat::PlayStrategy; 2]);
        let bytes = writer.finish().expect("memory can be written");
        let games = RecordReader::with_format(&bytes[..], "t", format).expect("memory can be read");
        let games: Vec<GameRecord> = games.map(|game| game.expect("a game")).collect();
        assert_eq!(
            games.len(),
            written.iter().filter(|&&is_written| is_written).count()
        );
        assert!(games.iter().all(|game| game.moves.is_empty()));
    }
}

#[test]
fn writers_refuse_what_could_not_be_read_back() {
    let record = data::games(data::TOURNAMENT).remove(0);
    let write = |format, record: &GameRecord| {
        let mut writer = RecordWriter::new(Vec::new(), format);
        let error = writer.write(record).expect_err("refused").to_string();
        assert_eq!(writer.finish().expect("memory can be written"), b"");
        error
    };
    assert_eq!(
        write(RecordFormat::PlayOk, &record),
        "records in the format PlayOK need kazans, which this record lacks"
    );
    assert_eq!(
        write(RecordFormat::PlayStrategy, &record),
        "records in the format PlayStrategy need the sides of the last stones, which this record lacks"
    );
    let unmarked = GameRecord {
        marks: Marks::NONE,
        ..record.clone()
    };
    assert_eq!(
        write(RecordFormat::Tgk, &unmarked),
        "records in the format TGK need tuzdik marks, which this record lacks"
    );
    let long = "x".repeat(MAX_LINE_BYTES);
    for (name, value, expected) in [
        ("A b", "c", "a name without white space"),
        ("", "c", "a name without white space"),
        ("A", "b\nc", "a value on one line"),
        ("A", &long, "at most 16 KiB"),
        ("Result", "1/2-1/2", "the result of the record"),
    ] {
        let tagged = GameRecord {
            tags: Tags::from_iter([(name, value)]),
            ..record.clone()
        };
        let message = write(RecordFormat::Tgk, &tagged);
        assert_eq!(
            message,
            format!("tag {name:?} cannot be written: expected {expected}")
        );
    }
    let game = GameRecord::from_game(&Game::new(Rules::STANDARD));
    assert_eq!(
        write(RecordFormat::PlayStrategy, &game),
        "records in the format PlayStrategy are the moves of a game, and this one has none"
    );
    let error = WriteError::from(io::Error::other("full"));
    assert_eq!(error.to_string(), "cannot write: full");
}
