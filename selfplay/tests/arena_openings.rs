//! Where the games of a match begin.

use std::collections::HashSet;

use kumalak_env::record::{GameRecord, RecordFormat, RecordWriter};
use kumalak_env::{Game, Pit, Position, Rules, stream};
use kumalak_selfplay::{
    AlphaBeta, AlphaBetaSettings, ArenaSettings, Balance, GameCollection, MatchReport, OpeningBook, Openings,
    Player, PlyRange, RandomPlayer, SearchDepth, play_match,
};
use rand::RngExt;

fn play(openings: Openings, pairs: usize, seed: u64) -> MatchReport {
    let settings = ArenaSettings {
        pairs,
        seed,
        openings,
        ..ArenaSettings::default()
    };
    let player = || [Box::new(RandomPlayer) as Box<dyn Player>];
    play_match(&settings, &mut player(), &mut player(), &(), &|_| {}).unwrap()
}

fn openings(report: &MatchReport) -> Vec<(Position, Vec<Pit>)> {
    let pairs = report.games.chunks_exact(2);
    pairs
        .map(|games| {
            assert_eq!(games[0].opening(), games[1].opening());
            assert_eq!(games[0].game.start(), games[1].game.start());
            (*games[0].game.start(), games[0].opening().to_vec())
        })
        .collect()
}

fn book(text: &str) -> Result<OpeningBook, String> {
    OpeningBook::parse(text, "my.book", &Rules::STANDARD).map_err(|error| error.to_string())
}

const START: &str = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
const LATER: &str = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4";

#[test]
fn a_bound_on_the_balance_is_kept() {
    let bound = |stones| Openings::Random {
        plies: 6,
        balance: Balance::within(stones),
    };
    let report = play(bound(8), 30, 1);
    let mut search = AlphaBeta::new(AlphaBetaSettings::to_depth(SearchDepth::new(4).unwrap()));
    let mut lopsided = 0;
    for (_, moves) in openings(&report) {
        assert_eq!(moves.len(), 6);
        let mut game = Game::new(Rules::STANDARD);
        for pit in moves {
            game.play(pit);
        }
        let score = search.search(&game).unwrap().score.hundredths();
        assert!(score.abs() <= 800, "{score}");
    }
    for (_, moves) in openings(&play(Openings::random(6), 30, 1)) {
        let mut game = Game::new(Rules::STANDARD);
        for pit in moves {
            game.play(pit);
        }
        lopsided += usize::from(search.search(&game).unwrap().score.hundredths().abs() > 800);
    }
    assert!(
        lopsided > 3,
        "without the bound {lopsided} of 30 openings are beyond it"
    );
    assert_eq!(report.openings, "6 random plies, balanced within 8 stones");
}

#[test]
fn every_opening_of_a_book_is_played_once_a_round() {
    let text = format!("# A comment.\n\n76 98 22\n7\n{START}; 76 98\n{LATER}\n{LATER}; 1 1\n");
    let book = book(&text).unwrap();
    assert_eq!(book.len(), 5);
    let report = play(Openings::Book(book.clone()), 10, 3);
    let played = openings(&report);
    let distinct: HashSet<_> = played.iter().cloned().collect();
    assert_eq!(distinct.len(), 5);
    let first_round: HashSet<_> = played[..5].iter().cloned().collect();
    assert_eq!(first_round.len(), 5);
    assert_ne!(played[..5], played[5..], "each round is shuffled anew");
    assert_eq!(report.openings, "book my.book (5 openings)");
    assert_eq!(openings(&play(Openings::Book(book), 10, 3)), played);
    assert_eq!(report.warning(), None);
}

#[test]
fn a_book_of_records_is_read_too() {
    let book = book("[White \"A\"]\n\n1. 76(10) 87(2) 2. 99 91 *\n").unwrap();
    let report = play(Openings::Book(book), 2, 0);
    assert_eq!(openings(&report)[0].1.len(), 4);
}

#[test]
fn a_wrong_book_says_where_and_what() {
    let message = |text: &str| book(text).unwrap_err();
    assert_eq!(message("# nothing\n"), "my.book holds no opening");
    assert_eq!(
        message("76 98\n76 0\n"),
        "my.book:2: ply 2: expected a move such as 7, 76 or 68X, found \"0\""
    );
    assert_eq!(
        message("76 98\n75\n"),
        "my.book:2: ply 1: 75 is written, but pit 7 gives 76"
    );
    assert!(
        message("5 5 5 5 5\n").starts_with("my.book:1: ply 5: move 5: "),
        "{}",
        message("5 5 5 5 5\n")
    );
    let short = message("9S,9S/9S 0 0 S 1; 7\n");
    assert!(short.starts_with("my.book:1: "), "{short}");
    let over = message("2,1S,6/9 81 80 S 40\n");
    assert!(over.starts_with("my.book:1: "), "{over}");
    let foreign = message("hello there\n");
    assert!(foreign.contains("expected game records"), "{foreign}");
    let missing = OpeningBook::open("no/such/file".as_ref(), &Rules::STANDARD)
        .unwrap_err()
        .to_string();
    assert!(missing.starts_with("cannot read no/such/file: "), "{missing}");
}

#[test]
fn positions_of_real_games_are_played_on() {
    let folder = std::env::temp_dir().join(format!("kumalak-openings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.kumalak");
    let mut writer = RecordWriter::new(std::fs::File::create(&path).unwrap(), RecordFormat::Kumalak);
    for number in 0..20 {
        let mut game = Game::new(Rules::STANDARD);
        let mut rng = stream(5, number);
        while !game.is_over() {
            let legal = game.legal_moves();
            game.play(legal.nth(rng.random_range(0..legal.len())).unwrap());
        }
        writer.write(&GameRecord::from_game(&game)).unwrap();
    }
    writer.finish().unwrap();
    let plies: PlyRange = "8-14".parse().unwrap();
    let games = GameCollection::open(&path, &Rules::STANDARD, plies).unwrap();
    assert_eq!(games.len(), 20);
    let report = play(
        Openings::Games {
            games: games.clone(),
            plies,
            balance: Balance::Any,
        },
        40,
        2,
    );
    let lengths: HashSet<usize> = openings(&report).iter().map(|(_, moves)| moves.len()).collect();
    assert!(
        lengths.iter().all(|length| (8..=14).contains(length)),
        "{lengths:?}"
    );
    assert!(lengths.len() > 3);
    assert!(
        report.openings.starts_with("positions after 8-14 plies of "),
        "{}",
        report.openings
    );
    let endless = GameCollection::open(&path, &Rules::STANDARD, PlyRange::new(5000, 5000).unwrap());
    let message = endless.unwrap_err().to_string();
    assert!(
        message.ends_with("holds no game of more than 5000 plies"),
        "{message}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ranges_of_plies_are_read() {
    assert_eq!("8".parse::<PlyRange>().unwrap(), PlyRange::new(8, 8).unwrap());
    assert_eq!("8-20".parse::<PlyRange>().unwrap().to_string(), "8-20");
    for text in ["", "20-8", "-8", "8-", "a-b"] {
        assert!(text.parse::<PlyRange>().is_err(), "{text}");
    }
}

#[test]
fn players_that_repeat_games_are_warned_of() {
    let settings = ArenaSettings {
        pairs: 6,
        openings: Openings::Book(book("76 98\n").unwrap()),
        ..ArenaSettings::default()
    };
    let player = |text: &str| {
        [text
            .parse::<kumalak_selfplay::PlayerSpec>()
            .unwrap()
            .build_builtin()
            .unwrap()]
    };
    let report = play_match(
        &settings,
        &mut player("alphabeta:depth=1"),
        &mut player("alphabeta:depth=2"),
        &(),
        &|_| {},
    )
    .unwrap();
    assert_eq!(report.distinct_games, 2);
    let warning = report.warning().unwrap();
    assert!(warning.starts_with("10 of 12 games repeat others"), "{warning}");
    assert!(report.to_string().contains("\n  warning: 10 of 12"), "{report}");
}

/// The record of a game that goes on with the first legal move for three plies.
fn record_of_three_plies(mut game: Game) -> String {
    for _ in 0..3 {
        let pit = game.legal_moves().nth(0).unwrap();
        game.play(pit);
    }
    let mut writer = RecordWriter::new(Vec::new(), RecordFormat::Kumalak);
    writer.write(&GameRecord::from_game(&game)).unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

#[test]
fn records_of_games_that_began_elsewhere_begin_there_as_openings() {
    let later = Position::from_fen(&Rules::STANDARD, LATER).unwrap();
    let text = record_of_three_plies(Game::from_position(Rules::STANDARD, later));
    let from_book = play(Openings::Book(book(&text).unwrap()), 2, 0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("later.kumalak");
    std::fs::write(&path, &text).unwrap();
    let plies: PlyRange = "1-2".parse().unwrap();
    let games = GameCollection::open(&path, &Rules::STANDARD, plies).unwrap();
    let from_games = Openings::Games {
        games,
        plies,
        balance: Balance::Any,
    };
    for (start, moves) in openings(&from_book)
        .into_iter()
        .chain(openings(&play(from_games, 4, 0)))
    {
        assert_eq!(start, later);
        let mut game = Game::from_position(Rules::STANDARD, later);
        for pit in moves {
            assert_eq!(Some(pit), game.legal_moves().nth(0));
            game.play(pit);
        }
    }
}

#[test]
fn records_of_other_rules_are_no_openings() {
    let text = record_of_three_plies(Game::new(Rules::BESTEMSHE));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bestemshe.kumalak");
    std::fs::write(&path, &text).unwrap();
    let plies: PlyRange = "1-2".parse().unwrap();
    let games = GameCollection::open(&path, &Rules::STANDARD, plies).unwrap_err();
    for message in [book(&text).unwrap_err(), games.to_string()] {
        assert!(
            message.contains("played by the rules bestemshe, the match is played by standard"),
            "{message}"
        );
    }
    // A ply cap is no rule of the board.
    let capped = "standard,ply-cap=900".parse().unwrap();
    let text = record_of_three_plies(Game::new(capped));
    assert!(text.contains("ply-cap=900"), "{text}");
    assert!(book(&text).is_ok());
}
