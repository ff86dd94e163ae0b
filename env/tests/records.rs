//! Every recorded game replays, and every corruption of a record is found where it was made.

mod data;

use std::collections::BTreeMap;

use kumalak_env::record::{GameRecord, Marks, ReplayError, ReplayProblem, read_records};
use kumalak_env::{Ending, Game, Outcome, Pit, RepetitionRule, Rules, TuzdikRule, stream};
use rand::RngExt;

const RULES: Rules = Rules::STANDARD;

/// Plies, endings and results of a file in which every game must replay.
fn replay_all(name: &str) -> (usize, BTreeMap<&'static str, usize>, [usize; 3]) {
    let mut plies = 0;
    let mut endings = BTreeMap::new();
    let mut results = [0; 3];
    for record in data::games(name) {
        let replayed = record.replay(&RULES).unwrap_or_else(|error| panic!("{error}"));
        plies += replayed.plies();
        *endings
            .entry(replayed.ending.map_or("open", Ending::name))
            .or_default() += 1;
        let column = match replayed.outcome.expect("every game has a result") {
            Outcome::WhiteWins => 0,
            Outcome::Draw => 1,
            Outcome::BlackWins => 2,
        };
        results[column] += 1;
    }
    (plies, endings, results)
}

#[test]
fn server_games_replay() {
    let (plies, endings, results) = replay_all(data::SERVER);
    assert_eq!(plies, 183_101);
    assert_eq!(
        endings,
        [("atsyrau", 426), ("majority", 323), ("open", 914)].into()
    );
    assert_eq!(results, [872, 78, 713]);
}

#[test]
fn tournament_games_replay() {
    let (plies, endings, results) = replay_all(data::TOURNAMENT);
    assert_eq!(plies, 25_688);
    assert_eq!(endings, [("majority", 5), ("open", 366)].into());
    assert_eq!(results, [200, 26, 145]);
}

#[test]
fn championship_games_replay_with_their_diagrams() {
    let (plies, endings, results) = replay_all(data::CHAMPIONSHIP);
    assert_eq!(plies, 323);
    assert_eq!(endings, [("open", 6)].into());
    assert_eq!(results, [4, 2, 0]);
    let diagrams = data::games(data::CHAMPIONSHIP)
        .iter()
        .map(|record| {
            record
                .tags
                .iter()
                .filter(|(name, _)| name.starts_with("Diagram"))
                .count()
        })
        .sum::<usize>();
    assert_eq!(diagrams, 13);
}

/// One ply of each server game, a different one from game to game.
fn sampled_plies() -> impl Iterator<Item = (GameRecord, usize)> {
    let games = data::games(data::SERVER).into_iter().enumerate();
    games
        .filter(|(_, record)| !record.moves.is_empty())
        .map(|(index, record)| {
            let ply = index * 31 % record.moves.len();
            (record, ply)
        })
}

/// The error of a corrupted record, which must name the ply with this index.
fn error_at(record: &GameRecord, index: usize) -> ReplayError {
    let error = record.replay(&RULES).expect_err("the corruption is found");
    assert_eq!(error.ply, Some(index + 1), "{error}");
    assert_eq!(error.place.line, record.moves[index].line, "{error}");
    error
}

#[test]
fn a_wrong_last_pit_is_found() {
    for (mut record, index) in sampled_plies() {
        let last = &mut record.moves[index].notation.last;
        *last = Pit::ALL[(last.index() + 1 + index % 8) % 9];
        assert!(matches!(
            error_at(&record, index).problem,
            ReplayProblem::LastPit { .. }
        ));
    }
}

#[test]
fn a_missing_and_a_needless_tuzdik_mark_are_found() {
    for (mut record, index) in sampled_plies() {
        let mark = &mut record.moves[index].notation.makes_tuzdik;
        *mark = !*mark;
        let found = *mark;
        assert_eq!(
            error_at(&record, index).problem,
            ReplayProblem::TuzdikMark { found }
        );
    }
}

#[test]
fn a_wrong_a_missing_and_a_needless_kazan_are_found() {
    let mut seen = [0; 3];
    for (mut record, index) in sampled_plies() {
        let kazan = &mut record.moves[index].kazan;
        let (case, wrong) = match *kazan {
            Some(_) if index % 2 == 0 => (0, None),
            Some(kazan) => (1, Some(kazan + 1)),
            None => (2, Some(10)),
        };
        seen[case] += 1;
        let expected = std::mem::replace(kazan, wrong);
        assert_eq!(
            error_at(&record, index).problem,
            ReplayProblem::Kazan {
                expected,
                found: wrong
            }
        );
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn an_empty_pit_is_found() {
    let mut count = 0;
    for (mut record, index) in sampled_plies().filter(|&(_, index)| index > 1) {
        let before: GameRecord = GameRecord {
            moves: record.moves[..index].to_vec(),
            result: None,
            ending: None,
            ..record.clone()
        };
        let position = *before
            .replay(&RULES)
            .expect("the beginning replays")
            .game
            .position();
        let legal = position.legal_moves(&RULES);
        if let Some(empty) = Pit::ALL.into_iter().find(|&pit| !legal.contains(pit)) {
            record.moves[index].notation.origin = empty;
            assert!(matches!(
                error_at(&record, index).problem,
                ReplayProblem::IllegalMove { .. }
            ));
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn a_move_after_the_end_is_found() {
    let ended = data::games(data::SERVER)
        .into_iter()
        .filter(|record| record.ending.is_some());
    for mut record in ended {
        let plies = record.moves.len();
        record.moves.push(record.moves[0]);
        let error = error_at(&record, plies);
        assert!(error.to_string().contains("the game is over"), "{error}");
    }
}

#[test]
fn a_wrong_ending_and_a_wrong_result_are_found() {
    for record in data::games(data::SERVER) {
        let replayed = record.replay(&RULES).expect("the game replays");
        let toggled = GameRecord {
            ending: match record.ending {
                Some(_) => None,
                None => Some(Ending::Atsyrau),
            },
            ..record.clone()
        };
        let error = toggled.replay(&RULES).expect_err("the ending is found");
        assert!(matches!(error.problem, ReplayProblem::Ending { .. }), "{error}");
        assert_eq!((error.ply, &error.place), (None, &record.place));
        if replayed.ending.is_some() {
            let result = match record.result {
                Some(Outcome::Draw) => Some(Outcome::WhiteWins),
                _ => Some(Outcome::Draw),
            };
            let wrong = GameRecord { result, ..record };
            let error = wrong.replay(&RULES).expect_err("the result is found");
            assert!(matches!(error.problem, ReplayProblem::Result { .. }), "{error}");
        }
    }
}

/// The error of a championship game of which one tag was changed.
fn error_of_tag(name: &str, value: &str) -> String {
    let mut record = data::games(data::CHAMPIONSHIP).remove(0);
    record.tags = record.tags.iter().filter(|&(other, _)| other != name).collect();
    record.tags.push(name, value);
    record
        .replay(&RULES)
        .expect_err("the tag is found")
        .problem
        .to_string()
}

#[test]
fn wrong_tags_are_found() {
    assert_eq!(
        error_of_tag("Count", "51-42"),
        "tag Count: expected 51-43, found \"51-42\""
    );
    assert_eq!(
        error_of_tag("Plies", "45"),
        "tag Plies: expected 44, found \"45\""
    );
    assert_eq!(
        error_of_tag("Diagram20", "24 1 1 5 7 6 18 6 - X 1 2 20 7 19 X 1 3 - 41"),
        "tag Diagram20: expected 24 1 1 5 7 6 18 6 - X 1 2 20 7 19 X 1 2 - 42, \
         found \"24 1 1 5 7 6 18 6 - X 1 2 20 7 19 X 1 3 - 41\""
    );
    assert_eq!(
        error_of_tag("Diagram45", "24 1 1"),
        "tag Diagram45: expected no diagram after the last ply, 44, found \"24 1 1\""
    );
    assert_eq!(
        error_of_tag("Diagram40", "24 1 1"),
        "tag Diagram40: expected a diagram (line 1 of the diagram: expected 20 numbers, found 3), found \"24 1 1\""
    );
    let start = "0 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 0";
    assert_eq!(
        error_of_tag("Diagram1", start).split(',').next(),
        Some("tag Diagram1: expected 0 9 9 9 - 10 10 10 10 10 9 9 9 9 9 9 1 10 10 10")
    );
}

#[test]
fn an_unknown_value_of_a_tag_is_no_claim() {
    let mut record = data::games(data::CHAMPIONSHIP).remove(0);
    record.tags = [("Count", "?"), ("Plies", "?"), ("DiagramOfTheHall", "big")]
        .into_iter()
        .collect();
    assert!(record.replay(&RULES).is_ok());
}

/// Replays one game in this library's format: how the outcome and the ending read, or the error.
fn replay_text(game: &str) -> String {
    let text = format!("kumalak-records 1\n{game}");
    let record = read_records(text.as_bytes(), "t")
        .expect("the format is known")
        .next();
    let record = record.expect("there is a game").expect("the game reads");
    match record.replay(&RULES) {
        Ok(replayed) => format!("{:?} {:?}", replayed.outcome, replayed.ending),
        Err(error) => error.to_string(),
    }
}

#[test]
fn endings_off_the_board_need_a_result_that_fits() {
    assert_eq!(
        replay_text("game\n76\nend 0-1 resignation\n"),
        "Some(BlackWins) Some(Resignation)"
    );
    assert_eq!(
        replay_text("game\n76\nend 1-0 time forfeit\n"),
        "Some(WhiteWins) Some(TimeForfeit)"
    );
    assert_eq!(
        replay_text("game\n76\nend 1/2-1/2 agreement\n"),
        "Some(Draw) Some(Agreement)"
    );
    assert_eq!(replay_text("game\n76\nend *\n"), "None None");
    assert_eq!(
        replay_text("game\n76\nend 1-0 agreement\n"),
        "t:2: expected 1/2-1/2 as the result, found 1-0"
    );
    assert_eq!(
        replay_text("game\n76\nend 1/2-1/2 resignation\n"),
        "t:2: expected 1-0 or 0-1 as the result, found 1/2-1/2"
    );
    assert_eq!(
        replay_text("game\n76\nend 1-0 majority\n"),
        "t:2: expected the ending none, found majority"
    );
}

#[test]
fn messages_name_source_line_and_ply() {
    assert_eq!(
        replay_text("game\n76 98\n66 99\nend 1-0\n"),
        "t:4: ply 4: expected the last stone of pit 9 in pit 1 of White, found pit 9"
    );
    assert_eq!(
        replay_text("game kazans\n76\nend 1-0\n"),
        "t:3: ply 1: expected kazan (10), found no kazan"
    );
    assert_eq!(
        replay_text("game\n76 98X\nend 1-0\n"),
        "t:3: ply 2: expected no X, since the move makes no tuzdik"
    );
    assert_eq!(
        replay_text("game\n76 67\nend 1-0\n"),
        "t:3: ply 2: move 67: pit 6 of Black is empty"
    );
}

#[test]
fn neither_repetition_nor_ply_cap_ends_a_replay() {
    let small = Rules::new(2, 2)
        .expect("a valid board")
        .with_tuzdik(TuzdikRule::None);
    let rules = small
        .with_repetition(RepetitionRule::DrawAt(2))
        .expect("a valid rule")
        .with_ply_cap(Some(3));
    let endless = small.with_repetition(RepetitionRule::None).expect("a valid rule");
    let mut repeated = 0;
    for index in 0..100 {
        let mut random = stream(7, index);
        let mut game = Game::new(endless);
        let mut most = 1;
        while !game.is_over() && game.moves().len() < 40 {
            let moves = game.legal_moves();
            game.play(
                moves
                    .nth(random.random_range(0..moves.len()))
                    .expect("a legal move"),
            );
            most = most.max(game.occurrences());
        }
        let record = GameRecord::from_game(&game);
        let replayed = record.replay(&rules).expect("the game replays");
        assert_eq!(replayed.game, game);
        repeated += usize::from(most > 1 && game.moves().len() > 3);
    }
    assert!(repeated > 10, "{repeated}");
}

#[test]
fn a_completed_record_has_every_mark() {
    for record in data::games(data::TOURNAMENT) {
        let complete = record.completed(&RULES).expect("the game replays");
        assert_eq!(complete.marks, Marks::ALL);
        complete.replay(&RULES).expect("the complete record replays");
        assert_eq!((&complete.tags, complete.result), (&record.tags, record.result));
        let notations = |record: &GameRecord| {
            record
                .moves
                .iter()
                .map(|played| played.notation)
                .collect::<Vec<_>>()
        };
        assert_eq!(notations(&complete), notations(&record));
    }
    for mut record in data::games(data::SERVER) {
        let original = record.clone();
        record.marks = Marks::NONE;
        record.ending = None;
        for played in &mut record.moves {
            played.kazan = None;
            played.notation.makes_tuzdik = false;
        }
        let complete = record.completed(&RULES).expect("the game replays");
        let written = complete.moves.iter().map(ToString::to_string);
        assert!(written.eq(original.moves.iter().map(ToString::to_string)));
        assert!(original.ending.is_none() || complete.ending == original.ending);
    }
}
