//! What several tests share.

use kumalak_env::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, RepetitionRule, Rules, SameNumberTuzdik,
    TuzdikRule,
};

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
