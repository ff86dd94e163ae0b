//! FEN, diagrams and squares: round trips over every board width, and errors for everything else.

use kumalak_env::{
    BoardError, DiagramError, Fen, FenError, FenField, Pit, Position, Rules, Side, Square, SquareMove, stream,
};
use proptest::prelude::*;
use rand::RngExt;

const RULES: Rules = Rules::STANDARD;

/// A rule set of any width and a position of it after up to 80 random plies.
fn any_position() -> impl Strategy<Value = (Rules, Position)> {
    (2..=9_usize, 1..=14_usize, any::<u64>(), 0..80_usize).prop_map(|(pits, stones, seed, plies)| {
        let rules = Rules::new(pits, stones).expect("at most 252 stones");
        let mut random = stream(seed, 0);
        let mut position = Position::start(&rules);
        for _ in 0..plies {
            let moves = position.legal_moves(&rules);
            if moves.is_empty() {
                break;
            }
            position.play(
                &rules,
                moves
                    .nth(random.random_range(0..moves.len()))
                    .expect("a legal move"),
            );
        }
        (rules, position)
    })
}

/// Valid text with a few letters changed, inserted or removed.
fn mutated(text: String) -> impl Strategy<Value = String> {
    let letters = prop::sample::select("0123456789STtNX|,/- \n.+eх٣".chars().collect::<Vec<_>>());
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3, letters), 1..4);
    edits.prop_map(move |edits| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, kind, letter) in edits {
            match kind {
                0 if !text.is_empty() => {
                    let at = at.index(text.len());
                    text[at] = letter;
                }
                1 if !text.is_empty() => {
                    text.remove(at.index(text.len()));
                }
                _ => text.insert(at.index(text.len() + 1), letter),
            }
        }
        text.into_iter().collect()
    })
}

/// Whether the board says all there is to know: after the last stone has been taken it no longer shows whether a capture
/// or an atsyrau ended the game.
fn is_told_by_the_board(position: &Position) -> bool {
    !position.is_over()
        || Side::ALL
            .iter()
            .any(|&side| position.pits(side).iter().any(|&stones| stones > 0))
}

proptest! {
    #[test]
    fn fen_round_trips((rules, position) in any_position(), move_number in 1..=u32::MAX) {
        let text = position.to_fen(&rules, move_number);
        let fen = Fen::parse(&rules, &text).expect("a written FEN reads");
        prop_assert_eq!(fen.move_number, move_number);
        prop_assert_eq!(fen.position.board(), position.board());
        prop_assert_eq!(fen.position.outcome(&rules), position.outcome(&rules));
        prop_assert_eq!(fen.to_text(&rules), text);
        if is_told_by_the_board(&position) {
            prop_assert_eq!(fen.position, position);
        }
    }

    #[test]
    fn diagrams_round_trip((rules, position) in any_position()) {
        for text in [position.to_diagram(&rules), position.to_diagram_line(&rules)] {
            let read = Position::from_diagram(&rules, &text, position.turn()).expect("a written diagram reads");
            prop_assert_eq!(read.board(), position.board());
            if is_told_by_the_board(&position) {
                prop_assert_eq!(read, position);
            }
        }
    }

    #[test]
    fn squares_round_trip(pits in 2..=9_usize, origin in 0..9_usize, last in 0..9_usize, white in any::<bool>()) {
        let rules = Rules::new(pits, 1).expect("a valid board");
        let side = if white { Side::White } else { Side::Black };
        let square = |side, index: usize| Square { side, pit: Pit::ALL[index % pits] };
        let played = SquareMove { origin: square(side, origin), last: square(!side, last) };
        let text = played.to_text(&rules);
        prop_assert_eq!(SquareMove::parse(&rules, &text), Ok(played));
        prop_assert_eq!(Square::parse(&rules, &text[..2]), Ok(played.origin));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), pits in 2..=9_usize) {
        let rules = Rules::new(pits, 9).expect("a valid board");
        let _ = Fen::parse(&rules, &text);
        let _ = Position::from_diagram(&rules, &text, Side::White);
        let _ = SquareMove::parse(&rules, &text);
        let _ = Square::parse(&rules, &text);
    }

    /// What is read from a spoiled FEN is what stands there.
    #[test]
    fn a_spoiled_fen_is_refused_or_says_something_else(
        (rules, text) in any_position().prop_flat_map(|(rules, position)| {
            (Just(rules), mutated(position.to_fen(&rules, 7)))
        }),
    ) {
        if let Ok(fen) = Fen::parse(&rules, &text)
            && !fen.position.is_over()
        {
            let plain: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(fen.to_text(&rules), plain.join(" "));
        }
    }

    #[test]
    fn a_spoiled_diagram_keeps_all_stones_or_is_refused(
        (rules, text) in any_position().prop_flat_map(|(rules, position)| {
            (Just(rules), mutated(position.to_diagram(&rules)))
        }),
    ) {
        if let Ok(position) = Position::from_diagram(&rules, &text, Side::White) {
            let in_pits = Side::ALL.map(|side| position.pits(side).iter().map(|&stones| usize::from(stones)).sum::<usize>());
            let in_kazans = Side::ALL.map(|side| usize::from(position.kazan(side)));
            prop_assert_eq!(in_pits[0] + in_pits[1] + in_kazans[0] + in_kazans[1], rules.total_stones());
        }
    }
}

#[test]
fn start_positions_as_fen() {
    let row = "9S,9S,9S,9S,9S,9S,9S,9S,9S";
    assert_eq!(
        Position::start(&RULES).to_fen(&RULES, 1),
        format!("{row}/{row} 0 0 S 1")
    );
    let small = Rules::BESTEMSHE;
    assert_eq!(
        Position::start(&small).to_fen(&small, 1),
        "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1"
    );
}

fn fen_error(text: &str) -> String {
    Fen::parse(&RULES, text).expect_err(text).to_string()
}

#[test]
fn fen_errors_name_field_found_and_expected() {
    let row = "9S,9S,9S,9S,9S,9S,9S,9S,9S";
    let item = "stones such as 12S, a run of empty pits such as 3, or";
    let cases = [
        (String::new(), "expected 5 fields (rows, two scores, side to move, move number) and perhaps rules=, found 0".to_owned()),
        (format!("{row} 0 0 S 1"), format!("expected Black's row, a slash and White's row, found \"{row}\"")),
        (format!("{row}/{row}/{row} 0 0 S 1"), "expected Black's row, a slash and White's row, found \"9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9…\"".to_owned()),
        (format!("{row}/{row} 0 0 W 1"), "side to move: expected S (White) or N (Black), found \"W\"".to_owned()),
        (format!("{row}/{row} 0 0 S 0"), "move number: expected a number from 1, found \"0\"".to_owned()),
        (format!("{row}/{row} 0 0 S 4294967296"), "move number: expected a number from 1, found \"4294967296\"".to_owned()),
        (format!("{row}/{row} -1 0 S 1"), "White's score: expected a number of stones, found \"-1\"".to_owned()),
        (format!("{row}/{row} 0 +0 S 1"), "Black's score: expected a number of stones, found \"+0\"".to_owned()),
        (format!("{row}/{row} 00 0 S 1"), "White's score: expected a number of stones, found \"00\"".to_owned()),
        (format!("{row}/{row} 256 0 S 1"), "White's score: expected a number of stones, found \"256\"".to_owned()),
        (format!("{row}/{row} 1 0 S 1"), "pits and kazans must hold 162 stones together, got 163".to_owned()),
        (format!("9S,{row}/{row} 0 0 S 1"), "Black's row: expected 9 pits, found 10".to_owned()),
        (format!("{row}/9S,9S 0 0 S 1"), "White's row: expected 9 pits, found 2".to_owned()),
        (format!("{row}/9S,9S,0,9S,9S,9S,9S,9S,9S 0 0 S 1"), format!("White's row: expected {item} t for Black's tuzdik, found \"0\"")),
        (format!("{row}/0S,9S,9S,9S,9S,9S,9S,9S,9S 9 0 S 1"), format!("White's row: expected {item} t for Black's tuzdik, found \"0S\"")),
        (format!("{row}/T,9S,9S,9S,9S,9S,9S,9S,9S 9 0 S 1"), format!("White's row: expected {item} t for Black's tuzdik, found \"T\"")),
        (format!("t,9S,9S,9S,9S,9S,9S,9S,9S/{row} 9 0 S 1"), format!("Black's row: expected {item} T for White's tuzdik, found \"t\"")),
        (format!("{row}/1,1,9S,9S,9S,9S,9S,9S,9S 18 0 S 1"), "White's row: expected one number for each run of empty pits, found \"1\"".to_owned()),
        (format!("{row}/t,t,9S,9S,9S,9S,9S,9S,9S 18 0 S 1"), "White's row: expected one tuzdik at most, found \"t\"".to_owned()),
        (format!("T,9S,9S,9S,9S,9S,9S,9S,9S/{row} 9 0 S 1"), "pit 9 of Black cannot be a tuzdik under these rules".to_owned()),
    ];
    for (text, message) in cases {
        assert_eq!(fen_error(&text), message);
    }
}

#[test]
fn tuzdiks_of_the_same_number_are_refused() {
    let text = "9S,9S,9S,9S,9S,9S,T,9S,9S/9S,9S,t,9S,9S,9S,9S,9S,9S 9 9 S 1";
    let error = Fen::parse(&RULES, text).expect_err("the same number");
    assert!(
        matches!(error, FenError::Board(BoardError::ForbiddenTuzdik { .. })),
        "{error}"
    );
    let opposite = "9S,9S,T,9S,9S,9S,9S,9S,9S/9S,9S,t,9S,9S,9S,9S,9S,9S 9 9 S 1";
    assert!(Fen::parse(&RULES, opposite).is_ok());
    let none = "5S,5S,T,5S,5S/5S,5S,5S,5S,5S 5 0 S 1";
    assert!(Fen::parse(&Rules::BESTEMSHE, none).is_err());
}

#[test]
fn fields_of_errors_can_be_matched() {
    let error = Fen::parse(&Rules::BESTEMSHE, "5S,5S,5S,5S,x/5S,5S,5S,5S,5S 0 0 S 1").expect_err("x");
    assert!(matches!(
        error,
        FenError::Field {
            field: FenField::Row(Side::Black),
            ..
        }
    ));
}

#[test]
fn a_finished_fen_is_settled() {
    let stuck = "1S,8/9 80 81 S 1";
    let position = Position::from_fen(&RULES, stuck).expect("a position");
    assert!(position.is_over());
    assert_eq!(position.to_fen(&RULES, 1), "9/9 80 82 S 1");
}

#[test]
fn printed_diagrams_read_in_both_layouts() {
    let line = "24 1 1 5 7 6 18 6 - X 1 2 20 7 19 X 1 2 - 42";
    let rows = "24  1 1 5 7 6 18 6 - х\r\n  1 2 20 7 19 Х 1 2 0  42\r\n";
    let position = Position::from_diagram(&RULES, line, Side::White).expect("a diagram");
    assert_eq!(Position::from_diagram(&RULES, rows, Side::White), Ok(position));
    assert_eq!(position.kazan(Side::White), 42);
    assert_eq!(position.tuzdik(Side::White), Pit::from_number(1));
    assert_eq!(position.tuzdik(Side::Black), Pit::from_number(6));
    assert_eq!(position.to_diagram_line(&RULES), line);
    let printed =
        " 24 |   1   1   5   7   6  18   6   -   X |    \n    |   1   2  20   7  19   X   1   2   - |  42";
    assert_eq!(position.to_diagram(&RULES), printed);
}

#[test]
fn diagram_errors_name_the_pit() {
    let error = |text: &str| Position::from_diagram(&RULES, text, Side::White).expect_err(text);
    assert_eq!(error(""), DiagramError::Lines(0));
    assert_eq!(
        error("1\n2\n3").to_string(),
        "expected a diagram of one line or two, found 3 lines"
    );
    assert_eq!(
        error("0 9 9 9 9 9 9 9 9 9\n9 9 9 9 9 9 9 9 9").to_string(),
        "line 2 of the diagram: expected 10 numbers, found 9"
    );
    assert_eq!(
        error("0 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 -").to_string(),
        "White's kazan: expected a number of stones, found \"-\""
    );
    assert_eq!(
        error("0 9 y 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 0").to_string(),
        "Black's pit 8: expected a number of stones, - for an empty pit or X for a tuzdik, found \"y\""
    );
    assert_eq!(
        error("0 9 9 9 9 9 9 9 9 9 X X 9 9 9 9 9 9 9 18").to_string(),
        "White's row: expected one tuzdik at most, found pits 1 and 2"
    );
    assert!(matches!(
        error("1 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 0"),
        DiagramError::Board(_)
    ));
}

#[test]
fn square_errors_name_the_board() {
    assert_eq!(
        SquareMove::parse(&RULES, "j1a1")
            .expect_err("no such square")
            .to_string(),
        "expected a move of two squares from a1 to i2, found \"j1a1\""
    );
    assert_eq!(
        Square::parse(&Rules::BESTEMSHE, "f1")
            .expect_err("no such square")
            .to_string(),
        "expected a square from a1 to e2, found \"f1\""
    );
    assert!(SquareMove::parse(&RULES, "аa11").is_err());
}
