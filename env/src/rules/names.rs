//! The text of every value of every switch.

use std::fmt;
use std::str::FromStr;

use super::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, RepetitionRule, RulesTextError,
    SameNumberTuzdik, TuzdikRule,
};
use crate::number;
use crate::preset::nearest;

/// A switch of which the values have names.
pub(super) trait NamedSwitch: Copy + PartialEq + 'static {
    /// Name of the switch in the text of a rule set.
    const KEY: &'static str;
    /// Every value with its name, the standard one first.
    const NAMES: &'static [(&'static str, Self)];

    fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|&&(_, value)| value == self);
        named.expect("every value has a name").0
    }

    fn from_name(text: &str) -> Result<Self, RulesTextError> {
        let names = || Self::NAMES.iter().map(|&(name, _)| name);
        match Self::NAMES.iter().find(|&&(name, _)| name == text) {
            Some(&(_, value)) => Ok(value),
            None => Err(RulesTextError::Value {
                key: Self::KEY,
                expected: names().collect::<Vec<_>>().join(" or "),
                found: text.to_owned(),
                nearest: nearest(text, names()),
            }),
        }
    }
}

/// Names the values of switches, which then are read and written by these names.
macro_rules! named_switches {
    ($($switch:ident $key:literal { $($value:ident => $name:literal),+ $(,)? })+) => {$(
        impl NamedSwitch for $switch {
            const KEY: &'static str = $key;
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$value)),+];
        }

        impl $switch {
            /// Every value, the standard one first.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
        }

        #[doc = concat!("The value as it stands after `", $key, "=` in the text of a rule set.")]
        impl fmt::Display for $switch {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        #[doc = concat!("Reads the value as it stands after `", $key, "=` in the text of a rule set.")]
        impl FromStr for $switch {
            type Err = RulesTextError;

            fn from_str(text: &str) -> Result<Self, RulesTextError> {
                Self::from_name(text)
            }
        }
    )+};
}

named_switches! {
    TuzdikRule "tuzdik" { Compulsory => "compulsory", None => "none" }
    LastPitTuzdik "last-pit" { Forbidden => "forbidden", Allowed => "allowed" }
    SameNumberTuzdik "same-number" {
        Forbidden => "forbidden",
        Allowed => "allowed",
        OppositeForbidden => "opposite-forbidden",
    }
    MajorityRule "majority" { EndsGame => "ends-game", PlayToTheEnd => "play-on" }
    AtsyrauRule "atsyrau" { OwnerTakesRest => "owner-takes-rest", StuckPlayerLoses => "stuck-player-loses" }
    FirstStone "first-stone" { PitOfOrigin => "origin", NextPit => "next" }
    Goal "goal" { MostStones => "most-stones", Giveaway => "giveaway" }
}

/// The value as it stands after `repetition=` in the text of a rule set: a number of occurrences, or `none`.
impl fmt::Display for RepetitionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DrawAt(occurrences) => occurrences.fmt(f),
            Self::None => f.pad(NONE),
        }
    }
}

/// Reads the value as it stands after `repetition=` in the text of a rule set.
impl FromStr for RepetitionRule {
    type Err = RulesTextError;

    fn from_str(text: &str) -> Result<Self, RulesTextError> {
        let occurrences = number_or_none("repetition", "a number from 2 to 255, or none", text, |&n| n >= 2)?;
        Ok(occurrences.map_or(Self::None, Self::DrawAt))
    }
}

/// What stands for the absence of a limit.
pub(super) const NONE: &str = "none";

/// Reads a number that the switch takes; `None` for the word `none`.
pub(super) fn number_or_none<N: FromStr>(
    key: &'static str,
    expected: &'static str,
    text: &str,
    is_taken: impl Fn(&N) -> bool,
) -> Result<Option<N>, RulesTextError> {
    if text == NONE {
        return Ok(None);
    }
    read_number(key, expected, text, is_taken).map(Some)
}

/// Reads a number that the switch takes.
pub(super) fn read_number<N: FromStr>(
    key: &'static str,
    expected: &'static str,
    text: &str,
    is_taken: impl Fn(&N) -> bool,
) -> Result<N, RulesTextError> {
    number::parse(text)
        .filter(is_taken)
        .ok_or_else(|| RulesTextError::Value {
            key,
            expected: expected.to_owned(),
            found: text.to_owned(),
            nearest: None,
        })
}
