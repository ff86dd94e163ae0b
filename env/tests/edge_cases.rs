//! Single moves, endings, openings and shortest games with everything that must follow from them.

use kumalak_env::{Fen, MoveNotation, Pit, PitSet, Position, Rules, Side, SquareMove};

const RULES: Rules = Rules::STANDARD;

/// The lines of a data file without comments, as fields.
fn rows(text: &'static str, separator: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| line.split(separator).map(str::trim).collect())
}

fn name<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[test]
fn delicate_moves_have_exact_successors() {
    let mut count = 0;
    for row in rows(include_str!("data/edge_cases.txt"), "|") {
        let [case, before, notation, after, ending, result] = row[..] else {
            panic!("six fields, got {row:?}");
        };
        let mut position = Position::from_fen(&RULES, before).expect(case);
        let notation: MoveNotation = notation.parse().expect(case);
        let sowing = position.try_play(&RULES, notation.origin).expect(case);
        assert_eq!(sowing.notation(), notation, "{case}");
        assert_eq!(position.to_fen(&RULES, 1), after, "{case}");
        assert_eq!(name(position.ending()), ending, "{case}");
        assert_eq!(name(position.outcome(&RULES)), result, "{case}");
        assert_eq!(position, Position::from_fen(&RULES, after).expect(case), "{case}");
        count += 1;
    }
    assert_eq!(count, 21);
}

#[test]
fn studies_are_positions_with_the_moves_they_judge() {
    let rank = |value: &str| ["loss", "draw", "win"].iter().position(|&known| known == value);
    let mut count = 0;
    for row in rows(include_str!("data/studies.txt"), "|") {
        let [study, fen, _published, exact, moves] = row[..] else {
            panic!("five fields, got {row:?}");
        };
        let fen = Fen::parse(&RULES, fen).expect(study);
        assert!(!fen.position.is_over(), "{study}");
        count += 1;
        if moves == "-" {
            continue;
        }
        let judged: Vec<(Pit, &str)> = moves
            .split(' ')
            .map(|judged| {
                let (pit, value) = judged.split_once(':').expect(study);
                (Pit::from_number(pit.parse().expect(study)).expect(study), value)
            })
            .collect();
        let pits: PitSet = judged.iter().map(|&(pit, _)| pit).collect();
        assert_eq!(pits, fen.position.legal_moves(&RULES), "{study}");
        assert_eq!(
            judged.iter().map(|&(_, value)| rank(value)).max(),
            Some(rank(exact)),
            "{study}"
        );
    }
    assert_eq!(count, 16);
}

#[test]
fn games_in_squares_end_with_the_kazans_of_the_server() {
    for row in rows(include_str!("data/square_games.txt"), ";") {
        let [moves, kazans] = row[..] else {
            panic!("two fields, got {row:?}");
        };
        let mut position = Position::start(&RULES);
        for token in moves.split(' ') {
            let played = SquareMove::parse(&RULES, token).expect(token);
            assert_eq!(played.origin.side, position.turn());
            let sowing = position.play(&RULES, played.origin.pit);
            assert_eq!(sowing.squares(), played);
            assert_eq!(sowing.squares().to_text(&RULES), token);
        }
        let [white, black] = Side::ALL.map(|side| position.kazan(side));
        assert_eq!(format!("{white}-{black}"), kazans);
    }
}
