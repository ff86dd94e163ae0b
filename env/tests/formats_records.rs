//! Readers and writers of records: every format holds the recorded games, in every encoding, and bad text is an error
//! that names its line while the games after it are read.

mod data;

use std::io::{self, BufReader, Read};

use kumalak_env::record::{
    GameRecord, MAX_LINE_BYTES, Marks, RecordFormat, RecordReader, RecordWriter, Tags, WriteError,
    read_records,
};
use kumalak_env::{Ending, Outcome, Rules, Side};

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
fn contents(
    record: &GameRecord,
) -> (
    Vec<(String, String)>,
    Vec<String>,
    Option<Outcome>,
    Option<Ending>,
    Marks,
) {
    let tags = record.tags.iter().filter(|&(name, _)| name != "Result");
    (
        tags.map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        record.moves.iter().map(ToString::to_string).collect(),
        record.result,
        record.ending,
        record.marks,
    )
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
fn an_unknown_format_is_an_error_at_once() {
    let error = |bytes: &[u8]| read_records(bytes, "t").err().expect("no format").to_string();
    let known = "expected game records (PlayOK, TGK, kumalak or PlayStrategy), found";
    assert_eq!(error(b""), format!("t: {known} the end of the text"));
    assert_eq!(error(b"\n\n e4 e5\n"), format!("t:3: {known} \"e4 e5\""));
    assert_eq!(
        error("# comment\n".repeat(300).as_bytes()),
        format!("t:1: {known} \"# comment\"")
    );
}

#[test]
fn a_missing_file_is_an_error() {
    let error = kumalak_env::record::open_records("no/such/file")
        .err()
        .expect("no file")
        .to_string();
    assert!(error.starts_with("no/such/file: cannot read: "), "{error}");
}

/// What comes of a game between two good ones: the message, after checking that the other two are read.
fn error_between(format: RecordFormat, good: &str, bad: &str) -> String {
    let head = if format == RecordFormat::Kumalak {
        "kumalak-records 1\n"
    } else {
        ""
    };
    let text = format!("{head}{good}{bad}{good}");
    let reader = RecordReader::with_format(text.as_bytes(), "t", format).expect("memory can be read");
    let records: Vec<_> = reader.collect();
    let [Ok(_), Err(error), Ok(_)] = &records[..] else {
        panic!("{bad:?}: {records:?}");
    };
    error.to_string()
}

#[test]
fn a_bad_playok_game_costs_itself_alone() {
    let good = "[White \"?\"]\n[Result \"1-0\"]\n\n1. 76(10) 98(10) 1-0\n\n";
    let cases = [
        (
            "[White \"?\"]\n\n1. 76 98 3. 66 1-0\n\n",
            "t:8: ply 3: expected move number 2, found 3",
        ),
        (
            "[White \"?\"]\n\n1. 76 2. 66 1-0\n\n",
            "t:8: ply 2: expected move number 1, found 2",
        ),
        (
            "[White \"?\"]\n\n1. 76 98\n66 87 1-0\n\n",
            "t:9: ply 3: expected a move number such as 12., or a result, found \"66\"",
        ),
        (
            "[White \"?\"]\n\n1. 76 07 1-0\n\n",
            "t:8: ply 2: expected Black's move, such as 76, 68X or 76(10), or a result, found \"07\"",
        ),
        (
            "[White \"?\"]\n\n1. 76(1000) 1-0\n\n",
            "t:8: ply 1: expected White's move, such as 76, 68X or 76(10), found \"76(1000)\"",
        ),
        (
            "[White \"?\"]\n\n1. 76(-4) 1-0\n\n",
            "t:8: ply 1: expected White's move, such as 76, 68X or 76(10), found \"76(-4)\"",
        ),
        (
            "[White \"?\"]\n\n99999999999999999999. 76 1-0\n\n",
            "t:8: ply 1: expected a move number such as 12., or a result, found \"99999999999999999999.\"",
        ),
        (
            "[White \"?\"]\n\n1. 76 98 2. 1-0\n\n",
            "t:8: ply 3: expected White's move, such as 76, 68X or 76(10), found \"1-0\"",
        ),
        (
            "[White \"?\"]\n\n1. 76 98 1-0 {won}\n\n",
            "t:8: ply 3: expected {zero} or the next game after the result, found \"{won}\"",
        ),
        (
            "[Result \"0-1\"]\n\n1. 76 98 1-0\n\n",
            "t:8: ply 3: expected one result, found 0-1 and 1-0",
        ),
        (
            "[Result \"2-0\"]\n\n1. 76 98 1-0\n\n",
            "t:6: expected a result (1-0, 1/2-1/2, 0-1, or * for none), found \"2-0\"",
        ),
        (
            "[White ?]\n[Black \"?\"]\n\n1. 76 98 1-0\n\n",
            "t:6: expected a tag such as [White \"?\"], found \"[White ?]\"",
        ),
        (
            "[White \"?\"]\n[Black \"\n\n1. 76 98 1-0\n\n",
            "t:7: expected a tag such as [White \"?\"], found \"[Black \\\"\"",
        ),
        (
            "[White \"?\"]\n\n1. 76 98\n\n",
            "t:10: ply 3: expected the result after the moves, found the end of the text",
        ),
        (
            "[White \"?\"]\n\n",
            "t:8: expected the result after the moves, found the end of the text",
        ),
    ];
    for (bad, message) in cases {
        assert_eq!(error_between(RecordFormat::PlayOk, good, bad), message);
    }
}

#[test]
fn a_bad_tgk_game_costs_itself_alone() {
    let good = "[White \"?\"]\n[Result \"1-0\"]\n\n1. 76 98\n";
    let cases = [
        (
            "[White \"?\"]\n\n1. 76 98\n3. 66 87\n",
            "t:8: ply 3: expected move number 2, found 3",
        ),
        (
            "[White \"?\"]\n\n1. 76 98\n2. 66 87 12\n",
            "t:8: ply 5: expected a move number such as 12., or a result, found \"12\"",
        ),
        (
            "[White \"?\"]\n\n1. 76 98\n2. 66y\n",
            "t:8: ply 3: expected White's move, such as 76, 68X or 76(10), found \"66y\"",
        ),
        (
            "[White \"?\"]\n\n1. 76 98\n2.\n",
            "t:9: ply 3: expected White's move, such as 76, 68X or 76(10), found the end of the text",
        ),
    ];
    for (bad, message) in cases {
        assert_eq!(error_between(RecordFormat::Tgk, good, bad), message);
    }
}

#[test]
fn a_bad_game_of_ours_costs_itself_alone() {
    let good = "game tuzdiks\ntag A b\n76 98\nend 1-0\n";
    let cases = [
        (
            "game tuzdik\n76\nend 1-0\n",
            "t:6: expected tuzdiks, kazans or atsyrau after `game`, found \"tuzdik\"",
        ),
        (
            "games\n76\nend 1-0\n",
            "t:6: expected a line that begins with `game`, found \"games\"",
        ),
        (
            "game\n76 9\nend 1-0\n",
            "t:7: ply 2: expected a move such as 76, 68X or 76(10), found \"9\"",
        ),
        (
            "game\n76\ntag A b\nend 1-0\n",
            "t:8: ply 2: expected `tag` before the moves, moves, or `end` after them, found \"tag A b\"",
        ),
        (
            "game\ntag  x\nend 1-0\n",
            "t:7: ply 1: expected a name after `tag`, found \"tag  x\"",
        ),
        (
            "game\n76\nend 1:0\n",
            "t:8: ply 2: expected a result (1-0, 1/2-1/2, 0-1, or * for none), found \"1:0\"",
        ),
        (
            "game\n76\nend 1-0 mate\n",
            "t:8: ply 2: expected majority, atsyrau, repetition, resignation, agreement or time forfeit, found \"mate\"",
        ),
        (
            "game\n76\n",
            "t:8: ply 2: expected `tag` before the moves, moves, or `end` after them, found \"game tuzdiks\"",
        ),
        (
            "game\ntag Result 0-1\nend 1-0\n",
            "t:8: ply 1: expected one result, found 0-1 and 1-0",
        ),
    ];
    for (bad, message) in cases {
        assert_eq!(error_between(RecordFormat::Kumalak, good, bad), message);
    }
    let (_, records) = read(b"kumalak-records 1\ngame\n76\n");
    assert_eq!(
        records,
        [Err(
            "t:3: ply 2: expected a line that begins with `end`, found the end of the text".to_owned()
        )]
    );
    let (_, records) = read(b"kumalak-records 2\ngame\nend 1-0\n");
    assert_eq!(
        records[0],
        Err("t:1: expected a line that begins with `game`, found \"kumalak-records 2\"".to_owned())
    );
}

#[test]
fn a_bad_square_list_costs_itself_alone() {
    assert_eq!(
        error_between(RecordFormat::PlayStrategy, "g1d2\n", "g1d2 g1a1\n"),
        "t:2: ply 2: expected Black's move in squares, such as c2f1, found \"g1a1\""
    );
}

#[test]
fn bytes_that_are_no_text_cost_one_game() {
    let good = "[White \"?\"]\n\n1. 76 98 1-0\n\n";
    let mut bytes = format!("{good}{good}{good}").into_bytes();
    let in_second_game = good.len() + good.find("98").expect("a move");
    bytes[in_second_game] = 0xff;
    let reader =
        RecordReader::with_format(&bytes[..], "t", RecordFormat::PlayOk).expect("memory can be read");
    let found: Vec<_> = reader
        .map(|record| record.map_err(|error| error.to_string()).map(|_| ()))
        .collect();
    assert_eq!(
        found,
        [
            Ok(()),
            Err("t:7: expected UTF-8 text, found other bytes".to_owned()),
            Ok(())
        ]
    );
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
fn an_endless_line_is_an_error_and_is_not_stored() {
    let good = "[White \"?\"]\n\n1. 76 98 1-0\n\n";
    let head = format!("{good}[White \"");
    let endless = io::repeat(b'a').take(64 << 20);
    let tail = format!("\"]\n\n1. 76 98 1-0\n\n{good}");
    let source = BufReader::new(head.as_bytes().chain(endless).chain(tail.as_bytes()));
    let reader = RecordReader::with_format(source, "t", RecordFormat::PlayOk).expect("memory can be read");
    let found: Vec<_> = reader
        .map(|record| record.map_err(|error| error.to_string()).map(|_| ()))
        .collect();
    let message = format!("t:5: expected lines of at most {MAX_LINE_BYTES} bytes, found a longer one");
    assert_eq!(found, [Ok(()), Err(message), Ok(())]);
}

#[test]
fn an_endless_game_is_an_error() {
    let moves = "76 98 66 87\n".repeat(20_000);
    let (_, records) = read(format!("kumalak-records 1\ngame\n{moves}end *\ngame\nend *\n").as_bytes());
    assert_eq!(
        records[0],
        Err("t:16387: ply 65537: expected at most 65536 plies in one game".to_owned())
    );
    assert!(records[1].is_ok());
    let tags = "[A \"b\"]\n".repeat(200);
    let (_, records) = read(format!("{tags}\n1. 76\n[A \"b\"]\n").as_bytes());
    assert_eq!(
        records[0],
        Err("t:129: expected at most 128 tags in one game".to_owned())
    );
    assert!(records[1].is_ok());
}

/// A source that fails after its first bytes.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer) {
            Ok(0) => Err(io::Error::other("the disk is gone")),
            other => other,
        }
    }
}

#[test]
fn a_failing_source_is_reported_once_and_ends_the_reader() {
    for text in [
        "[White \"?\"]\n\n1. 76 98 1-0\n\n[White",
        "[White \"?\"]\n\n1. 76 98 1-0\n\n[W\n[X",
    ] {
        let source = BufReader::new(Failing(text.as_bytes()));
        let records: Vec<_> = read_records(source, "t").expect("a format").collect();
        assert!(records[0].is_ok());
        let last = records
            .last()
            .expect("an error")
            .as_ref()
            .expect_err("the failure");
        assert!(
            last.to_string().ends_with("cannot read: the disk is gone"),
            "{last}"
        );
        let failures = records.iter().filter(|record| {
            record
                .as_ref()
                .is_err_and(|error| error.to_string().contains("disk"))
        });
        assert_eq!(failures.count(), 1);
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
    let error = WriteError::from(io::Error::other("full"));
    assert_eq!(error.to_string(), "cannot write: full");
}
