//! Rules as the text that stands in a checkpoint.

use kumalak_env::Rules;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

const PRESETS: [(&str, Rules); 3] = [
    ("standard", Rules::STANDARD),
    ("bestemshe", Rules::BESTEMSHE),
    ("qozdatu", Rules::QOZDATU),
];

pub(super) fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    let text = describe(rules);
    match parse(&text) {
        Some(parsed) if parsed == *rules => serializer.serialize_str(&text),
        _ => Err(S::Error::custom(format!("rules without a text: {text}"))),
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| D::Error::custom(format!("unknown rules {text:?}")))
}

/// The name of a preset, `PITSxSTONES` for a small board with the standard switches, or the fields of other rules.
pub(super) fn describe(rules: &Rules) -> String {
    let preset = PRESETS.into_iter().find(|(_, preset)| preset == rules);
    match preset {
        Some((name, _)) => name.to_owned(),
        None if Rules::new(rules.pits(), rules.stones()) == Ok(*rules) => {
            format!("{}x{}", rules.pits(), rules.stones())
        }
        None => format!("{rules:?}"),
    }
}

fn parse(text: &str) -> Option<Rules> {
    if let Some((_, rules)) = PRESETS.into_iter().find(|(name, _)| *name == text) {
        return Some(rules);
    }
    let (pits, stones) = text.split_once('x')?;
    Rules::new(pits.parse().ok()?, stones.parse().ok()?).ok()
}
