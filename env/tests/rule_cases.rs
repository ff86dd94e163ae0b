//! The corpus of rule cases, run by every implementation: positions, games, the reference, the vectorized environment.

use kumalak_env::reference::ReferenceGame;
use kumalak_env::{
    Autoreset, Board, Ending, Game, GameStatus, MoveNotation, Outcome, Pit, Position, Rules, SimdLevel,
    VecEnv,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    #[serde(rename = "move")]
    moves: Vec<MoveCase>,
    illegal: Vec<IllegalCase>,
    repetition: Vec<RepetitionCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveCase {
    name: String,
    rules: Rules,
    before: String,
    r#move: String,
    after: String,
    ending: Option<String>,
    result: Option<String>,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IllegalCase {
    name: String,
    rules: Rules,
    position: String,
    pit: usize,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RepetitionCase {
    name: String,
    rules: Rules,
    before: String,
    moves: String,
    ending: Option<String>,
    result: Option<String>,
    about: String,
}

/// What a case may look at after its moves.
#[derive(PartialEq, Eq, Debug)]
struct Observed {
    board: Board,
    ending: Option<String>,
    result: Option<String>,
}

impl Observed {
    fn new(board: Board, status: GameStatus) -> Self {
        Self {
            board,
            ending: status.ending().as_ref().map(Ending::to_string),
            result: status.outcome().as_ref().map(Outcome::to_string),
        }
    }
}

/// An implementation under test: plays moves from a position, and says what came of it or that a move was refused.
type Implementation = fn(&Rules, &Position, &[Pit]) -> Option<Observed>;

const IMPLEMENTATIONS: [(&str, Implementation); 5] = [
    ("Game", by_game),
    ("reference", by_reference),
    ("VecEnv, baseline", |rules, before, pits| {
        by_vec_env(SimdLevel::Baseline, rules, before, pits)
    }),
    ("VecEnv, AVX2", |rules, before, pits| {
        by_vec_env(SimdLevel::Avx2, rules, before, pits)
    }),
    ("VecEnv, AVX-512", |rules, before, pits| {
        by_vec_env(SimdLevel::Avx512, rules, before, pits)
    }),
];

fn by_game(rules: &Rules, before: &Position, pits: &[Pit]) -> Option<Observed> {
    let mut game = Game::from_position(*rules, *before);
    for &pit in pits {
        game.try_play(pit).ok()?;
    }
    Some(Observed::new(game.position().board(), game.status()))
}

fn by_reference(rules: &Rules, before: &Position, pits: &[Pit]) -> Option<Observed> {
    let mut game = ReferenceGame::from_board(*rules, &before.board());
    for &pit in pits {
        if !game.legal_pits().contains(&pit.number()) {
            return None;
        }
        game.play(pit.number());
    }
    Some(Observed::new(game.board(), game.status()))
}

fn by_vec_env(level: SimdLevel, rules: &Rules, before: &Position, pits: &[Pit]) -> Option<Observed> {
    let level = if level.is_available() {
        level
    } else {
        SimdLevel::Baseline
    };
    let env = VecEnv::new(*rules, 3, 0)
        .unwrap()
        .with_autoreset(Autoreset::Disabled);
    let mut env = env.with_simd_level(level).unwrap();
    env.set_position(1, before).ok()?;
    for &pit in pits {
        let mut actions = [0; 3];
        env.sample_actions(&mut actions).unwrap();
        actions[1] = pit.index() as u8;
        env.step(&actions).ok()?;
    }
    Some(Observed::new(
        env.position(1).unwrap().board(),
        env.status(1).unwrap(),
    ))
}

fn corpus() -> Corpus {
    toml::from_str(include_str!("data/rule_cases.toml")).expect("the corpus reads")
}

fn position(rules: &Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn moves_lead_where_they_must() {
    let cases = corpus().moves;
    for case in &cases {
        let rules = &case.rules;
        let notation: MoveNotation = case.r#move.parse().expect(&case.name);
        let before = position(rules, &case.before);
        let mut after = before;
        assert_eq!(
            after.play(rules, notation.origin).notation(),
            notation,
            "{}",
            case.name
        );
        assert_eq!(
            after.to_fen(rules, 1),
            case.after,
            "{}: {}",
            case.name,
            case.about
        );
        assert_eq!(before.to_fen(rules, 1), case.before, "{}", case.name);
        let expected = Observed {
            board: after.board(),
            ending: case.ending.clone(),
            result: case.result.clone(),
        };
        for (implementation, play) in IMPLEMENTATIONS {
            let name = format!("{implementation}, {}: {}", case.name, case.about);
            assert_eq!(
                play(rules, &before, &[notation.origin]).as_ref(),
                Some(&expected),
                "{name}"
            );
        }
    }
    assert_eq!(cases.len(), 44);
}

#[test]
fn mirrored_moves_lead_to_the_mirror_image() {
    for case in corpus().moves {
        let notation: MoveNotation = case.r#move.parse().expect(&case.name);
        let mut position = position(&case.rules, &case.before);
        let mut mirrored = position.mirrored();
        assert_eq!(
            mirrored.play(&case.rules, notation.origin).notation(),
            notation,
            "{}",
            case.name
        );
        position.play(&case.rules, notation.origin);
        assert_eq!(mirrored, position.mirrored(), "{}", case.name);
    }
}

#[test]
fn illegal_moves_are_refused() {
    let cases = corpus().illegal;
    for case in &cases {
        let position = position(&case.rules, &case.position);
        let pit = Pit::from_number(case.pit).expect("a pit");
        assert!(
            position.check_legal(&case.rules, pit).is_err(),
            "{}: {}",
            case.name,
            case.about
        );
        for (implementation, play) in IMPLEMENTATIONS {
            let observed = play(&case.rules, &position, &[pit]);
            assert_eq!(observed, None, "{implementation}, {}: {}", case.name, case.about);
        }
    }
    assert_eq!(cases.len(), 5);
}

#[test]
fn repetitions_are_counted() {
    let cases = corpus().repetition;
    for case in &cases {
        let before = position(&case.rules, &case.before);
        let notations = case
            .moves
            .split(' ')
            .map(|written| written.parse::<MoveNotation>().expect(written));
        let pits: Vec<Pit> = notations.map(|notation| notation.origin).collect();
        for (implementation, play) in IMPLEMENTATIONS {
            let name = format!("{implementation}, {}: {}", case.name, case.about);
            let observed = play(&case.rules, &before, &pits).expect(&name);
            assert_eq!(
                (observed.ending, observed.result),
                (case.ending.clone(), case.result.clone()),
                "{name}"
            );
        }
    }
    assert_eq!(cases.len(), 4);
}
