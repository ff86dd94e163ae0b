//! Settings: every shipped file loads, and every mistake is one line that says where and what.

use std::path::{Path, PathBuf};

use kumalak_env::Rules;
use kumalak_train::{ConfigOverride, TrainConfig};

fn configs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs")
}

fn parse(text: &str) -> Result<TrainConfig, String> {
    TrainConfig::parse(text, "a.toml", &[]).map_err(|error| error.to_string())
}

fn parse_with(text: &str, options: &[&str]) -> Result<TrainConfig, String> {
    let options: Vec<ConfigOverride> = options.iter().map(|option| option.parse().unwrap()).collect();
    TrainConfig::parse(text, "a.toml", &options).map_err(|error| error.to_string())
}

#[test]
fn every_shipped_file_loads_and_survives_being_written() {
    for name in ["smoke", "quick", "cpu", "gpu"] {
        let path = configs().join(name).with_extension("toml");
        let config = TrainConfig::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parse(&config.to_toml()).unwrap(), config, "{name}");
    }
}

#[test]
fn every_shipped_file_names_and_explains_every_setting() {
    let defaults: toml::Table = TrainConfig::default().to_toml().parse().unwrap();
    for name in ["smoke", "quick", "cpu", "gpu"] {
        let text = std::fs::read_to_string(configs().join(name).with_extension("toml")).unwrap();
        let table: toml::Table = text.parse().unwrap();
        assert_has_keys(&table, &defaults, name);
        let mut previous = "";
        for line in text.lines() {
            let is_setting = !line.trim_start().starts_with(['#', '[']) && line.contains('=');
            let explained = line.contains('#') || previous.trim_start().starts_with('#');
            assert!(!is_setting || explained, "{name}.toml does not explain {line:?}");
            previous = line;
        }
    }
}

/// A choice such as `schedule` may differ from its default in its inner keys.
fn assert_has_keys(table: &toml::Table, defaults: &toml::Table, place: &str) {
    const CHOICES: [&str; 3] = ["schedule", "selection", "window"];
    for (key, value) in defaults {
        let found = table
            .get(key)
            .unwrap_or_else(|| panic!("{place} does not set {key}"));
        if let (toml::Value::Table(inner), false) = (value, CHOICES.contains(&key.as_str())) {
            assert_has_keys(found.as_table().unwrap(), inner, &format!("{place}.{key}"));
        }
    }
}

#[test]
fn an_empty_file_means_the_defaults() {
    assert_eq!(parse("").unwrap(), TrainConfig::default());
}

#[test]
fn an_unknown_key_is_named_with_its_place_and_the_nearest_known_key() {
    assert_eq!(
        parse("[training]\nsteps = 3\nbatchsize = 4\n").unwrap_err(),
        "a.toml:3: unknown key `batchsize` in [training]; the nearest known key is `batch_size`"
    );
    assert_eq!(
        parse("[trainning]\nsteps = 3\n").unwrap_err(),
        "a.toml:1: unknown key `trainning`; the nearest known key is `training`"
    );
    assert_eq!(
        parse("[training]\niterations = 4\n").unwrap_err(),
        "a.toml:2: unknown key `iterations` in [training]; it belongs in [limits]"
    );
}

#[test]
fn a_key_like_no_other_is_answered_with_those_that_there_are() {
    const SECTIONS: &str = "run, limits, rules, network, iteration, self_play, training, evaluation";
    for option in ["foo.bar=3", "foo=3"] {
        assert_eq!(
            parse_with("", &[option]).unwrap_err(),
            format!("--set {option}: unknown key `foo`; known here are {SECTIONS}")
        );
    }
    assert_eq!(
        parse_with("", &["run.foo=3"]).unwrap_err(),
        "--set run.foo=3: unknown key `foo` in [run]; known here are seed, threads, device, keep_checkpoint_every"
    );
    assert_eq!(
        parse("[run]\nseed = 1\n[foo]\nbar = 3\n").unwrap_err(),
        format!("a.toml:3: unknown key `foo`; known here are {SECTIONS}")
    );
    let inner = "[self_play.restarts]\nshare = 0.5\n[self_play.serach]\nsimulations = 3\n";
    assert_eq!(
        parse(inner).unwrap_err(),
        "a.toml:3: unknown key `serach` in [self_play]; the nearest known key is `search`"
    );
    assert_eq!(
        parse_with("", &["self_play.serach.simulations=3"]).unwrap_err(),
        "--set self_play.serach.simulations=3: unknown key `serach` in [self_play]; the nearest known key is `search`"
    );
    assert_eq!(
        parse_with("", &["batch_size=3"]).unwrap_err(),
        "--set batch_size=3: unknown key `batch_size`; it belongs in [training]"
    );
}

#[test]
fn values_for_sections_and_choices_are_asked_for_in_plain_words() {
    assert_eq!(
        parse_with("", &["self_play.search=0"]).unwrap_err(),
        "--set self_play.search=0: invalid type: integer `0`, expected a section"
    );
    assert_eq!(
        parse_with("", &["self_play.resignation=0"]).unwrap_err(),
        "--set self_play.resignation=0: expected the name of a choice, or a table with its name"
    );
    assert_eq!(
        parse_with("", &["self_play.resignation=nevver"]).unwrap_err(),
        "--set self_play.resignation=\"nevver\": unknown variant `nevver`, expected `never` or `below`"
    );
}

#[test]
fn an_option_out_of_range_is_named_in_place_of_the_file() {
    assert_eq!(
        parse_with(
            "[training]\nbatch_size = 8\n",
            &["run.seed=2", "training.batch_size=0"]
        )
        .unwrap_err(),
        "--set training.batch_size=0: training.batch_size must be from 1 to 1048576, got 0"
    );
    let table = "self_play.resignation={below={value=0.5,moves=1,played_out=0.1}}";
    let message = parse_with("", &[table]).unwrap_err();
    assert!(message.starts_with("--set self_play.resignation="), "{message}");
    let message = parse_with("[training]\nbatch_size = 0\n", &["run.seed=2"]).unwrap_err();
    assert!(message.starts_with("a.toml: training.batch_size"), "{message}");
}

#[test]
fn a_value_of_the_wrong_kind_is_named_with_its_place() {
    assert_eq!(
        parse("[training]\n\nbatch_size = \"many\"\n").unwrap_err(),
        "a.toml:3: batch_size: invalid type: string \"many\", expected a whole number, not negative"
    );
    let message = parse("[training\n").unwrap_err();
    assert!(message.starts_with("a.toml:1: "), "{message}");
    assert!(!message.contains('\n'), "{message}");
}

#[test]
fn a_value_out_of_range_is_named_with_the_allowed_range() {
    assert_eq!(
        parse("[training]\nbatch_size = 0\n").unwrap_err(),
        "a.toml: training.batch_size must be from 1 to 1048576, got 0"
    );
    assert_eq!(
        parse("[limits]\nminutes = -1.0\n").unwrap_err(),
        "a.toml: limits.minutes must be at least 0 (0 means no limit), got -1"
    );
}

#[test]
fn an_option_of_the_command_line_replaces_a_setting() {
    let config = parse_with(
        "[training]\nbatch_size = 8\n",
        &["training.batch_size=16", "run.seed=5"],
    )
    .unwrap();
    assert_eq!((config.training.batch_size, config.run.seed), (16, 5));
    let config = parse_with("", &["rules.name=bestemshe"]).unwrap();
    assert_eq!(config.rules.rules().pits(), 5);
}

#[test]
fn a_wrong_option_is_named() {
    assert_eq!(
        parse_with("", &["training.batchsize=16"]).unwrap_err(),
        "--set training.batchsize=16: unknown key `batchsize` in [training]; the nearest known key is `batch_size`"
    );
    assert_eq!(
        parse_with("", &["training.batch_size=many"]).unwrap_err(),
        "--set training.batch_size=\"many\": invalid type: string \"many\", expected a whole number, not negative"
    );
    let message = "training.steps"
        .parse::<ConfigOverride>()
        .unwrap_err()
        .to_string();
    assert_eq!(
        message,
        "--set training.steps: expected SECTION.KEY=VALUE, such as training.batch_size=512"
    );
}

#[test]
fn a_missing_file_is_named() {
    let message = TrainConfig::load(Path::new("no/such.toml"), &[])
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("cannot read no/such.toml: "), "{message}");
}

#[test]
fn the_rules_are_any_text_of_a_rule_set() {
    let rules = |text: &str| parse(text).map(|config| config.rules.rules());
    assert_eq!(rules(""), Ok(Rules::STANDARD));
    assert_eq!(rules("[rules]\nname = \"qozdatu\""), Ok(Rules::QOZDATU));
    let small = Rules::new(5, 4).unwrap().with_ply_cap(Some(300));
    let text = "[rules]\nname = \"pits=5,stones=4\"\nply_cap = 300";
    assert_eq!(rules(text), Ok(small));
    assert_eq!(
        rules("[rules]\nname = \"pits=5,stones=4,ply-cap=300\""),
        Ok(small)
    );
    let config = parse(text).unwrap();
    assert_eq!(config.rules.board_rules(), small.with_ply_cap(None));
    assert_eq!(parse(&config.to_toml()).unwrap(), config);
    let set = parse_with("", &["rules.name=pits=5,stones=4,ply-cap=300"]).unwrap();
    assert_eq!(set.rules.rules(), small);
}

#[test]
fn wrong_rules_name_the_switch_and_the_nearest_value() {
    assert_eq!(
        parse("[rules]\nname = \"standard,majority=playon\"").unwrap_err(),
        "a.toml:2: name: majority: expected ends-game or play-on, found \"playon\"; did you mean play-on?"
    );
    let error = parse("[rules]\nname = \"bestemshi\"").unwrap_err();
    assert!(error.ends_with("did you mean bestemshe?"), "{error}");
    let error = parse("[rules]\nname = \"server,ply-cap=100\"\nply_cap = 200").unwrap_err();
    assert_eq!(
        error,
        "a.toml: rules.ply_cap must be 0 or the ply-cap of rules.name, got 200"
    );
}
