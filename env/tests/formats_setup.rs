//! Positions and records that say which game is played and where it begins.

mod common;

use common::{any_rules, every_rules, random_pit, random_position};
use kumalak_env::record::{
    GameRecord, GameSetup, Marks, RecordFormat, RecordReader, RecordWriter, Tags, WriteError, read_records,
};
use kumalak_env::{Fen, FenError, Game, Position, RepetitionRule, Rules, Side, stream};
use proptest::prelude::*;

const RULES: Rules = Rules::STANDARD;
const BESTEMSHE_START: &str = "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1";

fn write(format: RecordFormat, record: &GameRecord) -> Result<String, WriteError> {
    let mut writer = RecordWriter::new(Vec::new(), format);
    writer.write(record)?;
    Ok(String::from_utf8(writer.finish()?).expect("records are text"))
}

fn read(format: RecordFormat, text: &str) -> GameRecord {
    let mut reader = RecordReader::with_format(text.as_bytes(), "t", format).expect("memory can be read");
    let record = reader
        .next()
        .expect("a game")
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(reader.next().is_none(), "{text}");
    record
}

fn endless(rules: Rules) -> Rules {
    rules
        .with_repetition(RepetitionRule::None)
        .expect("a valid rule")
        .with_ply_cap(None)
}

/// A random game of at most 80 plies that only the board ends; it begins anywhere or at the start.
fn random_game(rules: Rules, seed: u64) -> Game {
    let mut random = stream(seed, 0);
    let rules = endless(rules);
    let start = match seed % 3 {
        0 => Position::start(&rules),
        _ => random_position(&rules, &mut random),
    };
    let mut game = Game::from_position(rules, start);
    while !game.is_over() && game.moves().len() < 80 {
        game.play(random_pit(game.legal_moves(), &mut random));
    }
    game
}

/// The record without what depends on the text, the tag `Result`, and what the format does not hold.
fn held(format: RecordFormat, mut record: GameRecord) -> GameRecord {
    record.place.source = "t".into();
    record.place.line = 0;
    record.tags = record.tags.iter().filter(|&(name, _)| name != "Result").collect();
    for played in &mut record.moves {
        played.line = 0;
        played.last_side = None;
        if format == RecordFormat::Tgk {
            played.kazan = None;
        }
    }
    if format == RecordFormat::Tgk {
        record.marks = Marks::TUZDIKS;
    }
    if format != RecordFormat::Kumalak {
        let is_atsyrau = format == RecordFormat::PlayOk;
        record.ending = record
            .ending
            .filter(|ending| is_atsyrau && ending.name() == "atsyrau");
    }
    record
}

proptest! {
    #[test]
    fn games_of_any_rules_and_start_are_written_and_read_back(rules in any_rules(), seed in any::<u64>()) {
        let game = random_game(rules, seed);
        let record = GameRecord::from_game(&game);
        for format in [RecordFormat::Kumalak, RecordFormat::PlayOk, RecordFormat::Tgk] {
            let text = write(format, &record).expect("the format holds it");
            let read = read(format, &text);
            // The standard rules are those that the caller would have, so the others must come from the record.
            let replayed = read.replay(&RULES).unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert_eq!(&replayed.game, &game);
            prop_assert_eq!(held(format, read), held(format, record.clone()));
        }
        let listed = write(RecordFormat::PlayStrategy, &record);
        let is_plain = *game.rules() == RULES && *game.start() == Position::start(&RULES);
        prop_assert_eq!(listed.is_ok(), is_plain);
    }

    #[test]
    fn a_fen_carries_any_rules(rules in every_rules(), seed in any::<u64>(), number in 1..u32::MAX) {
        let position = random_position(&rules, &mut stream(seed, 0));
        let fen = Fen { position, move_number: number };
        let text = fen.to_text_with_rules(&rules);
        prop_assert_eq!(Fen::parse_with_rules(&RULES, &text), Ok((rules, fen)));
        prop_assert_eq!(Fen::parse(&rules, &text), Ok(fen));
        prop_assert_eq!(Fen::parse(&rules, &fen.to_text(&rules)), Ok(fen));
    }

    #[test]
    fn any_field_after_a_fen_is_read_or_refused(field in "(rules=)?[a-z0-9=,-]{0,30}") {
        let text = format!("{BESTEMSHE_START} {field}");
        if let Ok((rules, fen)) = Fen::parse_with_rules(&Rules::BESTEMSHE, &text) {
            prop_assert_eq!(Fen::parse_with_rules(&RULES, &fen.to_text_with_rules(&rules)), Ok((rules, fen)));
        }
    }

    #[test]
    fn any_tags_are_a_setup_or_refused(rules in "\\PC{0,30}|bestemshe|pits=[0-9]", fen in "\\PC{0,60}") {
        let tags: Tags = [("Rules", rules), ("FEN", fen)].into_iter().collect();
        let _ = GameSetup::from_tags(&tags, &RULES);
        for text in [
            format!("[Rules \"bestemshe\"]\n[FEN \"{}\"]\n\n1... 45 2. 12\n", tags.get("FEN").unwrap_or_default()),
            format!("[Result \"*\"]\n[FEN \"9/9 0 0 N {}\"]\n\n9... 45 *\n", tags.get("Rules").unwrap_or_default()),
        ] {
            for record in read_records(text.as_bytes(), "t").expect("there are tags") {
                let _ = record.map(|record| record.replay(&RULES));
            }
        }
    }
}

#[test]
fn a_fen_of_other_rules_is_refused() {
    let text = format!("{BESTEMSHE_START} rules=bestemshe");
    assert_eq!(
        Fen::parse(&RULES, &text).expect_err("other rules").to_string(),
        "expected a position of the rules standard, found one of bestemshe"
    );
    let error = |field: &str| {
        let parsed = Fen::parse_with_rules(&RULES, &format!("{BESTEMSHE_START} {field}"));
        parsed.expect_err(field).to_string()
    };
    assert_eq!(
        error("rules=pits=77"),
        "rules=pits: expected a number from 2 to 9, found \"77\""
    );
    assert!(matches!(
        Fen::parse_with_rules(&RULES, &format!("{BESTEMSHE_START} 7")),
        Err(FenError::FieldCount(6))
    ));
    assert!(error("rule=bestemshe").starts_with("expected 5 fields"));
    assert!(error("rules=qozdatu").starts_with("Black's row: expected 7 pits, found 5"));
}

#[test]
fn a_game_that_black_begins_is_numbered_as_in_chess() {
    let fen = "4S,4S,4S,4S,6S/1S,5S,6S,6S,6S 4 0 N 3";
    let (rules, start) =
        Fen::parse_with_rules(&RULES, &format!("{fen} rules=bestemshe")).expect("a position");
    let mut game = Game::from_position(rules, start.position);
    for _ in 0..4 {
        game.play(game.legal_moves().nth(0).expect("a legal move"));
    }
    let mut record = GameRecord::from_game(&game);
    assert_eq!(record.tags.get("FEN"), Some(&*fen.replace(" 3", " 1")));
    record.tags.set("FEN", fen);
    let text = write(RecordFormat::Tgk, &record).expect("the format holds it");
    assert!(text.contains("\n3... "), "{text}");
    assert!(text.contains("\n4. ") && text.contains("\n5. "), "{text}");
    let read = read(RecordFormat::Tgk, &text);
    assert_eq!(read.setup(&RULES).expect("a setup"), GameSetup { rules, start });
    assert_eq!(
        read.replay(&RULES).expect("the game replays").game.moves(),
        game.moves()
    );

    let error = |moves: &str| {
        let text = format!("[Rules \"bestemshe\"]\n[FEN \"{fen}\"]\n\n{moves}\n");
        let mut reader = RecordReader::with_format(text.as_bytes(), "t", RecordFormat::Tgk).expect("memory");
        let record = reader.next().expect("a game");
        record.expect_err(moves).to_string()
    };
    assert_eq!(error("1... 12"), "t:4: ply 1: expected move number 3, found 1");
    assert_eq!(
        error("3. 12"),
        "t:4: ply 1: expected a move number such as 12..., or a result, found \"3.\""
    );
    assert_eq!(
        error("12"),
        "t:4: ply 1: expected a move number such as 12..., or a result, found \"12\""
    );
    assert_eq!(
        error("3... 1"),
        "t:4: ply 1: expected Black's move, such as 76, 68X or 76(10), found \"1\""
    );
}

#[test]
fn broken_setups_are_errors_of_their_game() {
    let replay = |tags: &str| {
        let text = format!("kumalak-records 1\ngame\n{tags}\nend *\n");
        let record = read_records(text.as_bytes(), "t").expect("our format").next();
        let record = record.expect("a game").expect("the game reads");
        let written = write(RecordFormat::Kumalak, &record);
        let replayed = record.replay(&RULES);
        assert_eq!(written.is_ok(), replayed.is_ok());
        replayed
            .map(|game| *game.game.start())
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        replay("tag Rules bestemshi")
            .expect_err("no rules")
            .split(':')
            .nth(2),
        Some(" tag Rules")
    );
    assert_eq!(
        replay("tag FEN 9/9 0 0 S 1").expect_err("no position"),
        "t:2: tag FEN: pits and kazans must hold 162 stones together, got 0"
    );
    assert_eq!(
        replay(&format!(
            "tag Rules qozdatu\ntag FEN {BESTEMSHE_START} rules=bestemshe"
        ))
        .expect_err("two rules"),
        "t:2: tag FEN: expected a position of the rules qozdatu, found one of bestemshe"
    );
    let bestemshe = Ok(Position::start(&Rules::BESTEMSHE));
    assert_eq!(
        replay(&format!("tag FEN {BESTEMSHE_START} rules=bestemshe")),
        bestemshe
    );
    assert_eq!(replay("tag Rules bestemshe\ntag FEN ?"), bestemshe);
    assert_eq!(replay("tag Rules ?\ntag FEN ?"), Ok(Position::start(&RULES)));
}

#[test]
fn rules_of_the_caller_are_written_once() {
    let mut game = Game::new(Rules::BESTEMSHE);
    game.play(game.legal_moves().nth(0).expect("a legal move"));
    game.resign(Side::White);
    let mut record = GameRecord::from_game(&game);
    assert_eq!(record.tags.iter().collect::<Vec<_>>(), [("Rules", "bestemshe")]);
    record.tags = Tags::new();
    let complete = record.completed(&Rules::BESTEMSHE).expect("the game replays");
    assert_eq!(complete.tags.get("Rules"), Some("bestemshe"));
    assert_eq!(complete.clone().with_rules(&Rules::QOZDATU).tags, complete.tags);
    let carried: Tags = [("FEN", format!("{BESTEMSHE_START} rules=bestemshe"))]
        .into_iter()
        .collect();
    record.tags = carried.clone();
    assert_eq!(record.with_rules(&Rules::QOZDATU).tags, carried);
}
