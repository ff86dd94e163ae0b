use kumalak_env::Rules;
use kumalak_selfplay::{EngineDescription, ExternalEngine};

use crate::support::{description, example};

const LEAST: &str = "[process]\ncommand = 'engine'\n[move]\nsend = 'go {{ fen }}'\nreply = '(?<move>.)'\n";

fn error_of(text: &str) -> String {
    match EngineDescription::parse(text, "x.toml") {
        Err(error) => error.to_string(),
        Ok(description) => ExternalEngine::new("x", description, "x.toml", &Rules::STANDARD)
            .unwrap_err()
            .to_string(),
    }
}

#[test]
fn a_short_description_has_defaults() {
    let description = EngineDescription::parse(LEAST, "x.toml").unwrap();
    assert_eq!(description.rules, Rules::STANDARD);
    assert_eq!(
        (description.exchange.first_pit, description.limits.move_ms),
        (1, 1000)
    );
    assert!(description.start.is_empty() && description.quit.is_empty());
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (old, new, words) in [
        (
            "command",
            "comand",
            &[
                "x.toml:2",
                "unknown key `comand`",
                "nearest known key is `command`",
            ][..],
        ),
        ("[move]", "[mov]", &["x.toml:3", "unknown key `mov`", "`move`"]),
        ("reply = '(?<move>.)'", "", &["x.toml:3", "missing key `reply`"]),
        ("(?<move>.)", "(", &["x.toml: move, reply", "unclosed group"]),
        ("(?<move>.)", "(.)", &["move, reply", "a group named `move`"]),
        (
            "{{ fen }}",
            "{{ fne }}",
            &["move, send", "no field `fne`", "nearest is `fen`"],
        ),
        (
            "{{ fen }}",
            "{{ white.pit }}",
            &["no field `white.pit`", "`white.pits`"],
        ),
        ("{{ fen }}", "{{ fen", &["move, send", "expected"]),
        ("{{ fen }}", "{{ fen | uper }}", &["move, send", "uper"]),
        (
            "[move]",
            "[move]\nfirst_pit = 2",
            &["first_pit", "expected 0 or 1"],
        ),
        (
            "[move]",
            "[move]\nformat = 'index'",
            &["x.toml:4", "index", "two-digit"],
        ),
        (
            "[process]",
            "rules = 'nonsense'\n[process]",
            &["x.toml:1", "nonsense"],
        ),
        (
            "[process]",
            "rules = 'bestemshe'\n[process]",
            &["rules bestemshe, not for standard"],
        ),
        ("[move]", "[[start]]\nexpect = '['\n[move]", &["start 1, expect"]),
        (
            "go {{ fen }}",
            "{% if ply > 1000 %}go{% endif %}",
            &["x.toml: move, send", "comes out empty"],
        ),
        (
            "[move]",
            "[limits]\nmove_ms = 0\n[move]",
            &["x.toml: limits, move_ms", "at least 1"],
        ),
        (
            "[move]",
            "[limits]\nmove_ms = -5\n[move]",
            &["x.toml:4", "`-5`", "whole number, not negative"],
        ),
        (
            "[move]",
            "folder = '/no/such'\n[move]",
            &["x.toml: process, folder", "/no/such is no folder"],
        ),
    ] {
        let text = LEAST.replace(old, new);
        assert_ne!(text, LEAST);
        let error = error_of(&text);
        assert_eq!(error.lines().count(), 1, "{error}");
        for word in words {
            assert!(error.contains(word), "{word:?} is missing in {error}");
        }
    }
}

#[test]
fn what_the_arbiter_alone_must_know_does_not_matter() {
    let rules: Rules = "server,ply-cap=300".parse().unwrap();
    assert!(ExternalEngine::new("x", description("squares"), "x.toml", &rules).is_ok());
}

#[test]
fn paths_are_relative_to_the_file() {
    let description = EngineDescription::load(&example("pit-index.toml")).unwrap();
    let command = description.process.command;
    assert!(
        command.is_absolute() && command.ends_with("configs/engines/my-engine"),
        "{command:?}"
    );
    let error = EngineDescription::load(&example("absent.toml")).unwrap_err();
    assert!(error.to_string().contains("absent.toml"), "{error}");
}

#[test]
fn texts_have_to_work_without_a_clock_and_with_one() {
    let refused = |send: &str| {
        let mut wrong = description("pit-index");
        wrong.exchange.send = send.to_owned();
        let made = ExternalEngine::new("x", wrong, "x.toml", &Rules::STANDARD);
        made.map(drop).map_err(|error| error.to_string())
    };
    let sum = refused("{{ time.remaining_ms + 5 }}").unwrap_err();
    assert!(sum.starts_with("x.toml: move, send: without a clock: "), "{sum}");
    let only_without = "{% if time.increment_ms is not none %}{{ [] + 5 }}{% else %}go{% endif %}";
    let clock = refused(only_without).unwrap_err();
    assert!(clock.starts_with("x.toml: move, send: with a clock: "), "{clock}");
    refused("{{ (time.remaining_ms or 0) + 5 }}").unwrap();
}
