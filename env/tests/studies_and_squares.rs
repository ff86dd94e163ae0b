//! Endings with exact values, and games in squares with their kazans.

use kumalak_env::{Fen, Pit, PitSet, Position, Rules, Side, SquareMove};

const RULES: Rules = Rules::STANDARD;

/// The lines of a data file without comments, as fields.
fn rows(text: &'static str, separator: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| line.split(separator).map(str::trim).collect())
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
