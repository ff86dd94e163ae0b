//! `kumalak conformance`: the check of another program.

use crate::program::{kumalak, kumalak_reading};

const PROGRAM: &str = env!("CARGO_BIN_EXE_kumalak");

#[test]
fn the_program_keeps_its_own_rules() {
    for rules in ["standard", "bestemshe", "giveaway", "pits=4,stones=3,ply-cap=20"] {
        let report = kumalak(&["conformance", "--self", "--rules", rules, "--games", "20"]).success();
        assert!(report.ends_with("verdict   keeps the rules\n"), "{report}");
    }
}

#[test]
fn a_mistake_is_named_with_an_example() {
    let args = [
        "conformance",
        "--games",
        "30",
        "--",
        PROGRAM,
        "conformance",
        "serve",
    ];
    let run = kumalak(&[&args[..], &["--mistake", "last-pit-tuzdik"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    for words in [
        "It makes a tuzdik of the last pit; the last pit never becomes one (",
        "  first in  rule case three_pit9, ply 1\n  move      pit 9 in 2S,2,4S,5/8,10S 72 74 S 1\n",
        "tuzdiks=-,- result=ongoing\n  found ",
        "verdict   breaks a rule\n",
    ] {
        assert!(run.stdout.contains(words), "{words}\n{}", run.stdout);
    }
}

#[test]
fn other_rules_are_told_apart() {
    let run = kumalak(&[
        "conformance",
        "--",
        PROGRAM,
        "conformance",
        "serve",
        "--rules",
        "polish",
    ]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("lets the player who is stuck lose"),
        "{}",
        run.stdout
    );
}

#[test]
fn broken_programs_are_reported() {
    kumalak(&["conformance", "--", "no/such/engine"]).failure(1, &["cannot start no/such/engine"]);
    let run = kumalak(&["conformance", "--", PROGRAM, "perft", "1"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(
        run.stdout.contains("verdict   does not answer as it should"),
        "{}",
        run.stdout
    );
    let run = kumalak(&["conformance", "--time-limit", "1", "--", "sleep", "100"]);
    assert!(run.stdout.contains("within 1 s"), "{}", run.stdout);
}

#[test]
fn arguments_are_checked() {
    kumalak(&["conformance"]).failure(2, &["kumalak conformance --help"]);
    kumalak(&["conformance", "--self", "--", "cat"]).failure(2, &["--self"]);
    kumalak(&["conformance", "serve", "--mistake", "typo"]).failure(2, &["typo", "no-tuzdik"]);
}

#[test]
fn the_example_speaks_the_documented_lines() {
    let page = include_str!("../../../docs/rules.md");
    let block = page
        .split("```conformance\n")
        .nth(1)
        .expect("an example")
        .split("```")
        .next()
        .unwrap();
    let (commands, answers): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with("> "));
    let commands: String = commands.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let run = kumalak_reading(&["conformance", "serve"], &commands);
    assert_eq!(run.stdout.lines().collect::<Vec<_>>(), answers);
}
