//! What every implementation is asked to play.

use serde::Deserialize;

use crate::fen::Fen;
use crate::notation::MoveNotation;
use crate::pit::Pit;
use crate::record::read_records;
use crate::rules::{RepetitionRule, Rules};

/// A line of play from a position.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// What it is, for messages.
    pub(super) name: String,
    /// Where it begins; `None` for the start of the game.
    pub(super) position: Option<Fen>,
    /// The pits to play, as far as they are legal.
    pub(super) pits: Vec<Pit>,
}

/// Single moves for the delicate points of the rules.
const CORPUS: &str = include_str!("../../tests/data/rule_cases.toml");
/// Games of a championship.
const GAMES: &str = include_str!("../../tests/data/championship_games.kumalak");
/// A position to which these moves lead back: no stone is won on the way.
const CYCLE: (&str, [usize; 18]) = (
    "1S,1,1S,3,1S,1,1S/1,1S,6,1S 78 78 N 1",
    [7, 2, 8, 3, 3, 4, 1, 5, 4, 6, 9, 7, 5, 1, 2, 8, 6, 9],
);

/// The cases that can be set up under the rules.
pub(super) fn all(rules: &Rules) -> Vec<Case> {
    let mut cases: Vec<Case> = corpus(rules).collect();
    cases.extend(repetition(rules));
    cases.extend(recorded_games(rules));
    cases
}

/// The part of the corpus that is asked; what must come of it is worked out under the rules that are checked.
#[derive(Deserialize)]
struct Corpus {
    #[serde(rename = "move")]
    moves: Vec<MoveCase>,
}

#[derive(Deserialize)]
struct MoveCase {
    name: String,
    before: String,
    r#move: String,
}

/// The cases whose boards can stand under the rules.
fn corpus(rules: &Rules) -> impl Iterator<Item = Case> {
    let corpus: Corpus = toml::from_str(CORPUS).expect("the corpus is a part of the program");
    corpus.moves.into_iter().filter_map(|case| {
        Some(Case {
            name: format!("rule case {}", case.name),
            position: Some(Fen::parse(rules, &case.before).ok()?),
            pits: vec![case.r#move.parse::<MoveNotation>().ok()?.origin],
        })
    })
}

/// The cycle as often as it takes to draw; once if nothing is ever drawn.
fn repetition(rules: &Rules) -> Option<Case> {
    let (fen, cycle) = CYCLE;
    let rounds = match rules.repetition() {
        RepetitionRule::DrawAt(occurrences) => usize::from(occurrences) - 1,
        RepetitionRule::None => 1,
    };
    let pits = cycle.repeat(rounds).into_iter().map(Pit::from_number);
    Some(Case {
        name: "a position that comes back".to_owned(),
        position: Some(Fen::parse(rules, fen).ok()?),
        pits: pits.collect::<Option<_>>()?,
    })
}

/// The recorded games, for rules with the board of the standard game.
fn recorded_games(rules: &Rules) -> Vec<Case> {
    let [board, standard] = [rules, &Rules::STANDARD].map(|rules| (rules.pits(), rules.stones()));
    if board != standard {
        return Vec::new();
    }
    let records = read_records(GAMES.as_bytes(), "championship games").expect("the games are of our format");
    let cases = records.zip(1..).map(|(record, number)| Case {
        name: format!("championship game {number}"),
        position: None,
        pits: record
            .expect("the games have been read before")
            .moves
            .iter()
            .map(|played| played.notation.origin)
            .collect(),
    });
    cases.collect()
}
