//! Rule sets in JSON, TOML and the like are strings.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Rules;

/// The text of the rule set.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads the text of a rule set.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(RulesVisitor)
    }
}

struct RulesVisitor;

impl Visitor<'_> for RulesVisitor {
    type Value = Rules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rule set such as \"standard\" or \"pits=5,stones=5\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Rules, E> {
        text.parse().map_err(E::custom)
    }
}
