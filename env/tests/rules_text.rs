//! Rule sets as text.

mod common;

use std::collections::HashSet;

use common::every_rules;
use kumalak_env::{
    FirstStone, Goal, MajorityRule, RepetitionRule, Rules, RulesTextError, SameNumberTuzdik, TuzdikRule,
};
use proptest::prelude::*;

fn error(text: &str) -> String {
    text.parse::<Rules>().expect_err(text).to_string()
}

#[test]
fn presets_have_their_names_and_are_all_different() {
    let mut seen = HashSet::new();
    for (name, rules) in Rules::PRESETS {
        assert_eq!(rules.to_string(), name);
        assert_eq!(name.parse(), Ok(rules));
        assert_eq!(Rules::preset(name), Ok(rules));
        assert!(seen.insert(rules), "{name}");
    }
}

#[test]
fn the_text_is_the_standard_game_and_what_differs() {
    let small = Rules::new(5, 5).expect("a valid board");
    let cases = [
        (small, "standard,pits=5,stones=5"),
        (small.with_tuzdik(TuzdikRule::None), "bestemshe"),
        (
            Rules::QOZDATU.with_ply_cap(Some(200)),
            "standard,pits=7,stones=7,tuzdik=none,ply-cap=200",
        ),
        (
            Rules::GIVEAWAY.with_first_stone(FirstStone::NextPit),
            "standard,first-stone=next,goal=giveaway",
        ),
        (
            Rules::SERVER.with_same_number_tuzdik(SameNumberTuzdik::OppositeForbidden),
            "standard,same-number=opposite-forbidden,repetition=none",
        ),
    ];
    for (rules, text) in cases {
        assert_eq!(rules.to_string(), text);
        assert_eq!(text.parse(), Ok(rules));
    }
}

#[test]
fn a_preset_is_changed_by_switches_in_any_order() {
    let expected = Rules::BESTEMSHE
        .with_majority(MajorityRule::PlayToTheEnd)
        .with_repetition(RepetitionRule::DrawAt(5))
        .expect("a valid rule");
    for text in [
        "bestemshe,majority=play-on,repetition=5",
        "bestemshe,repetition=5,majority=play-on",
        " bestemshe , repetition = 5, majority =play-on ",
        "stones=5,tuzdik=none,pits=5,majority=play-on,repetition=5",
    ] {
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }
    // Alone, the second of these would be too many stones.
    let wide = Rules::new(6, 20).expect("a valid board");
    assert_eq!("stones=20,pits=6".parse(), Ok(wide));
    assert_eq!("giveaway,goal=most-stones".parse(), Ok(Rules::STANDARD));
    assert_eq!("server,repetition=3".parse(), Ok(Rules::STANDARD));
    assert_eq!(Rules::STANDARD.with_goal(Goal::Giveaway), Rules::GIVEAWAY);
}

#[test]
fn errors_name_key_and_value_and_the_nearest_known_ones() {
    let names = "standard, bestemshe, qozdatu, giveaway, old-sowing, russ-1984, kazakh-club, polish, server, \
                 last-pit-tuzdik, same-number-tuzdik";
    assert_eq!(
        error("chess"),
        format!("no rule set is called \"chess\": expected {names}")
    );
    assert_eq!(
        error("bestemshi,pits=4"),
        format!("no rule set is called \"bestemshi\": expected {names}; did you mean bestemshe?")
    );
    assert_eq!(error(""), format!("no rule set is called \"\": expected {names}"));
    assert_eq!(
        error("standard,pit=5"),
        "no switch of the rules is called \"pit\": expected pits, stones, tuzdik, last-pit, same-number, majority, atsyrau, \
         first-stone, goal, repetition, ply-cap; did you mean pits?"
    );
    let cases = [
        ("pits=1", "pits: expected a number from 2 to 9, found \"1\""),
        ("pits=+5", "pits: expected a number from 2 to 9, found \"+5\""),
        (
            "stones=21",
            "stones: expected a number from 1 to 20, found \"21\"",
        ),
        (
            "stones=300",
            "stones: expected a number from 1 to 20, found \"300\"",
        ),
        ("stones=20", "the board may hold at most 254 stones, got 360"),
        (
            "repetition=1",
            "repetition: expected a number from 2 to 255, or none, found \"1\"",
        ),
        (
            "ply-cap=0",
            "ply-cap: expected a number of plies from 1 on, or none, found \"0\"",
        ),
        (
            "ply-cap=4294967296",
            "ply-cap: expected a number of plies from 1 on, or none, found \"4294967296\"",
        ),
        (
            "same-number=opposite",
            "same-number: expected forbidden or allowed or opposite-forbidden, found \"opposite\"; \
             did you mean opposite-forbidden?",
        ),
        ("tuzdik=", "tuzdik: expected compulsory or none, found \"\""),
        (
            "standard,bestemshe",
            "expected key=value, such as pits=5, found \"bestemshe\"",
        ),
        ("standard,", "expected key=value, such as pits=5, found \"\""),
        ("pits=5,stones=5,pits=5", "pits is given twice"),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message, "{text}");
    }
    assert!(matches!(
        "pits=5,pits=6".parse::<Rules>(),
        Err(RulesTextError::Twice("pits"))
    ));
}

#[test]
fn serde_sees_a_string() {
    let rules = Rules::BESTEMSHE.with_ply_cap(Some(100));
    let json = serde_json::to_string(&rules).expect("a string");
    assert_eq!(json, "\"standard,pits=5,stones=5,tuzdik=none,ply-cap=100\"");
    assert_eq!(serde_json::from_str::<Rules>(&json).expect("a rule set"), rules);
    let error = serde_json::from_str::<Rules>("7")
        .expect_err("a number")
        .to_string();
    assert!(error.contains("a rule set such as \"standard\""), "{error}");
    let error = serde_json::from_str::<Rules>("\"pits=99\"")
        .expect_err("too wide")
        .to_string();
    assert!(error.contains("pits: expected a number from 2 to 9"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_rule_set_is_read_back(rules in every_rules()) {
        let text = rules.to_string();
        prop_assert_eq!(text.parse(), Ok(rules), "{}", text);
        prop_assert!(!text.contains(char::is_whitespace), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        if let Ok(rules) = text.parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }

    #[test]
    fn text_that_looks_right_is_read_or_refused(
        items in prop::collection::vec(("[a-z-]{1,8}|pits|stones|tuzdik|ply-cap|goal", "[a-z0-9-]{0,6}"), 0..5),
    ) {
        let items: Vec<String> = items.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if let Ok(rules) = items.join(",").parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }
}
