//! Bad text is an error that names its line, and the games after it are read.

use std::io::{self, BufReader, Read};

use kumalak_env::record::{MAX_LINE_BYTES, RecordFormat, RecordReader, open_records, read_records};

/// What comes of each game: nothing, or a message.
fn messages(bytes: &[u8]) -> Vec<Result<(), String>> {
    let reader = read_records(bytes, "t").expect("the format is known");
    reader
        .map(|record| record.map(drop).map_err(|error| error.to_string()))
        .collect()
}

#[test]
fn an_unknown_format_is_an_error_at_once() {
    let error = |bytes: &[u8]| read_records(bytes, "t").expect_err("no format").to_string();
    let known = "expected game records (PlayOK, TGK, kumalak or PlayStrategy), found";
    assert_eq!(error(b""), format!("t: {known} the end of the text"));
    assert_eq!(error(b"\n\n e4 e5\n"), format!("t:3: {known} \"e4 e5\""));
    assert_eq!(
        error("# comment\n".repeat(300).as_bytes()),
        format!("t:1: {known} \"# comment\"")
    );
    let bytes = "t:1: expected UTF-8 text, found other bytes";
    assert_eq!(
        error(b"\xff\xfe\xfd"),
        "t:1: expected UTF-16 (little-endian) text, found other bytes"
    );
    assert_eq!(error(b"\x7fELF\xf0\n\0\n"), bytes);
    assert_eq!(error(b"\x7fELF\xf0\n\n/\n"), bytes);
}

#[test]
fn a_missing_file_is_an_error() {
    let error = open_records("no/such/file").expect_err("no file").to_string();
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
    let records = messages(b"kumalak-records 1\ngame\n76\n");
    assert_eq!(
        records,
        [Err(
            "t:3: ply 2: expected a line that begins with `end`, found the end of the text".to_owned()
        )]
    );
    let records = messages(b"kumalak-records 2\ngame\nend 1-0\n");
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
    let records = messages(format!("kumalak-records 1\ngame\n{moves}end *\ngame\nend *\n").as_bytes());
    assert_eq!(
        records[0],
        Err("t:16387: ply 65537: expected at most 65536 plies in one game".to_owned())
    );
    assert!(records[1].is_ok());
    let tags = "[A \"b\"]\n".repeat(200);
    let records = messages(format!("{tags}\n1. 76\n[A \"b\"]\n").as_bytes());
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
