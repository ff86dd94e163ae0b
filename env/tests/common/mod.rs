//! What several tests share. Each test file uses a part of it.
#![allow(dead_code)]

use kumalak_env::{
    AtsyrauRule, Board, FirstStone, GameRng, Goal, LastPitTuzdik, MAX_PITS, MajorityRule, Pit, PitSet,
    Position, RepetitionRule, Rules, SameNumberTuzdik, Side, TuzdikRule, stream,
};
use proptest::prelude::*;
use rand::RngExt;

/// One of the rule sets of [`rule_sets`].
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    let rules: Vec<Rules> = rule_sets().into_iter().map(|(_, rules)| rules).collect();
    prop::sample::select(rules)
}

/// Any rule set at all.
pub(crate) fn every_rules() -> impl Strategy<Value = Rules> {
    fn value<T: Copy + std::fmt::Debug>(values: &'static [T]) -> impl Strategy<Value = T> {
        prop::sample::select(values)
    }
    let board = (2..=9usize, 1..=20usize)
        .prop_filter_map("the board holds too many stones", |(pits, stones)| {
            Rules::new(pits, stones).ok()
        });
    let board = prop_oneof![
        prop::sample::select(Rules::PRESETS.map(|(_, rules)| rules).to_vec()),
        board
    ];
    let tuzdik = (
        value(TuzdikRule::ALL),
        value(LastPitTuzdik::ALL),
        value(SameNumberTuzdik::ALL),
    );
    let ends = (
        value(MajorityRule::ALL),
        value(AtsyrauRule::ALL),
        value(FirstStone::ALL),
        value(Goal::ALL),
    );
    let limits = (
        prop_oneof![
            Just(RepetitionRule::None),
            (2..=255u8).prop_map(RepetitionRule::DrawAt)
        ],
        prop::option::of(1..=u32::MAX),
    );
    (board, prop::option::of((tuzdik, ends, limits))).prop_map(|(board, switches)| {
        let Some(((tuzdik, last_pit, same_number), (majority, atsyrau, first_stone, goal), limits)) =
            switches
        else {
            return board;
        };
        board
            .with_tuzdik(tuzdik)
            .with_last_pit_tuzdik(last_pit)
            .with_same_number_tuzdik(same_number)
            .with_majority(majority)
            .with_atsyrau(atsyrau)
            .with_first_stone(first_stone)
            .with_goal(goal)
            .with_repetition(limits.0)
            .expect("a valid rule")
            .with_ply_cap(limits.1)
    })
}

/// An unfinished position of a rule set, reachable or not.
pub(crate) fn any_position(rules: Rules) -> impl Strategy<Value = Position> {
    any::<u64>().prop_map(move |seed| random_position(&rules, &mut stream(seed, 0)))
}

/// An unfinished position of a rule set, reachable or not.
pub(crate) fn random_position(rules: &Rules, generator: &mut GameRng) -> Position {
    loop {
        let board = random_board(rules, generator);
        let position = Position::from_board(rules, &board).expect("the board is one of the rule set");
        if !position.is_over() {
            return position;
        }
    }
}

/// A board of a rule set, reachable or not: from evenly spread stones to all stones in one pit.
pub(crate) fn random_board(rules: &Rules, generator: &mut GameRng) -> Board {
    let mut board = Board {
        pits: [[0; MAX_PITS]; 2],
        kazans: [0; 2],
        tuzdiks: random_tuzdiks(rules, generator),
        turn: Side::ALL[generator.random_range(0..2)],
    };
    // Few cells make tall pits.
    let cells = generator.random_range(1..=12);
    let mut places: Vec<(usize, usize)> = Vec::new();
    while places.len() < cells {
        let (side, pit) = (
            generator.random_range(0..2),
            generator.random_range(0..=rules.pits()),
        );
        let is_tuzdik = board.tuzdiks[1 - side].is_some_and(|tuzdik| tuzdik.index() == pit);
        if !is_tuzdik {
            places.push((side, pit));
        }
    }
    for _ in 0..rules.total_stones() {
        let (side, pit) = places[generator.random_range(0..cells)];
        if pit == rules.pits() {
            board.kazans[side] += 1;
        } else {
            board.pits[side][pit] += 1;
        }
    }
    board
}

/// Tuzdiks that a rule set allows.
fn random_tuzdiks(rules: &Rules, generator: &mut GameRng) -> [Option<Pit>; 2] {
    loop {
        let tuzdiks = [0; 2].map(|_| Pit::from_number(generator.random_range(0..=rules.pits())));
        if tuzdiks_allowed(rules, tuzdiks) {
            return tuzdiks;
        }
    }
}

fn tuzdiks_allowed(rules: &Rules, tuzdiks: [Option<Pit>; 2]) -> bool {
    let numbers: Vec<usize> = tuzdiks.into_iter().flatten().map(Pit::number).collect();
    if rules.tuzdik() == TuzdikRule::None {
        return numbers.is_empty();
    }
    if rules.last_pit_tuzdik() == LastPitTuzdik::Forbidden && numbers.contains(&rules.pits()) {
        return false;
    }
    match (&numbers[..], rules.same_number_tuzdik()) {
        ([white, black], SameNumberTuzdik::Forbidden) => white != black,
        ([white, black], SameNumberTuzdik::OppositeForbidden) => white + black != rules.pits() + 1,
        _ => true,
    }
}

/// A pit of a set, each with the same probability.
pub(crate) fn random_pit(pits: PitSet, generator: &mut GameRng) -> Pit {
    pits.nth(generator.random_range(0..pits.len()))
        .expect("the set has that many pits")
}

/// The standard game, each switch by itself, the named variants, small boards, and mixtures.
pub(crate) fn rule_sets() -> Vec<(&'static str, Rules)> {
    let standard = Rules::STANDARD;
    let small = |pits, stones| Rules::new(pits, stones).unwrap();
    let without_repetition = |rules: Rules| rules.with_repetition(RepetitionRule::None).unwrap();
    vec![
        ("standard", standard),
        ("no tuzdik", standard.with_tuzdik(TuzdikRule::None)),
        (
            "last pit allowed",
            standard.with_last_pit_tuzdik(LastPitTuzdik::Allowed),
        ),
        (
            "same number allowed",
            standard.with_same_number_tuzdik(SameNumberTuzdik::Allowed),
        ),
        (
            "opposite forbidden",
            standard.with_same_number_tuzdik(SameNumberTuzdik::OppositeForbidden),
        ),
        (
            "play to the end",
            standard.with_majority(MajorityRule::PlayToTheEnd),
        ),
        (
            "stuck player loses",
            standard.with_atsyrau(AtsyrauRule::StuckPlayerLoses),
        ),
        (
            "first stone moves",
            standard.with_first_stone(FirstStone::NextPit),
        ),
        ("giveaway", standard.with_goal(Goal::Giveaway)),
        ("ply cap", standard.with_ply_cap(Some(90))),
        (
            "two occurrences",
            standard.with_repetition(RepetitionRule::DrawAt(2)).unwrap(),
        ),
        ("Bestemshe", Rules::BESTEMSHE),
        ("Qozdatu", Rules::QOZDATU),
        ("2x2", small(2, 2).with_tuzdik(TuzdikRule::None)),
        ("2x2 with tuzdik", small(2, 3)),
        ("3x3", small(3, 3)),
        (
            "4x2 without end",
            without_repetition(small(4, 2).with_tuzdik(TuzdikRule::None)).with_ply_cap(Some(200)),
        ),
        (
            "6x20",
            small(6, 20).with_same_number_tuzdik(SameNumberTuzdik::OppositeForbidden),
        ),
        ("8x15", small(8, 15).with_majority(MajorityRule::PlayToTheEnd)),
        (
            "small giveaway",
            small(5, 5)
                .with_goal(Goal::Giveaway)
                .with_atsyrau(AtsyrauRule::StuckPlayerLoses)
                .with_last_pit_tuzdik(LastPitTuzdik::Allowed)
                .with_same_number_tuzdik(SameNumberTuzdik::Allowed),
        ),
        (
            "small first stone",
            small(5, 4)
                .with_first_stone(FirstStone::NextPit)
                .with_tuzdik(TuzdikRule::None)
                .with_repetition(RepetitionRule::DrawAt(5))
                .unwrap(),
        ),
    ]
}
