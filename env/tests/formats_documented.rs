//! The examples of `docs/formats.md` are what it says they are.

use kumalak_env::record::{RecordFormat, read_records};
use kumalak_env::{Fen, Position, Rules, Side};

const RULES: Rules = Rules::STANDARD;

/// The fenced blocks with this name.
fn examples(name: &str) -> Vec<String> {
    let page = include_str!("../../docs/formats.md");
    let fence = format!("\n```{name}\n");
    let blocks: Vec<String> = page
        .split(&fence)
        .skip(1)
        .map(|block| block.split("```").next().unwrap_or_default().to_owned())
        .collect();
    assert!(!blocks.is_empty(), "no example of {name}");
    blocks
}

#[test]
fn records_are_detected_and_replay() {
    let formats = [
        ("playok", RecordFormat::PlayOk, 2),
        ("tgk", RecordFormat::Tgk, 1),
        ("kumalak", RecordFormat::Kumalak, 3),
        ("playstrategy", RecordFormat::PlayStrategy, 2),
    ];
    for (name, format, games) in formats {
        for example in examples(name) {
            let reader = read_records(example.as_bytes(), name).expect("the format is known");
            assert_eq!(reader.format(), format);
            let records: Vec<_> = reader.map(|record| record.expect("the game reads")).collect();
            assert_eq!(records.len(), games);
            for record in records {
                record.replay(&RULES).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

#[test]
fn positions_read() {
    for line in examples("fen").iter().flat_map(|example| example.lines()) {
        assert_eq!(Fen::parse(&RULES, line).expect(line).to_text(&RULES), line);
    }
    for line in examples("fen-with-rules")
        .iter()
        .flat_map(|example| example.lines())
    {
        let (rules, fen) = Fen::parse_with_rules(&RULES, line).expect(line);
        assert_eq!(fen.to_text_with_rules(&rules), line);
    }
    let diagrams: Vec<Position> = examples("diagram")
        .iter()
        .map(|text| Position::from_diagram(&RULES, text, Side::White).expect(text))
        .collect();
    assert_eq!(diagrams[0], diagrams[1]);
}
