//! Rule sets as text: `bestemshe`, `standard,pits=5,stones=5,tuzdik=none`.

use std::fmt;
use std::str::FromStr;

use super::names::{NONE, NamedSwitch, number_or_none, read_number};
use super::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, Rules, RulesTextError, SameNumberTuzdik,
    TuzdikRule,
};
use crate::preset::nearest;

/// A switch in the text of a rule set.
struct Switch {
    key: &'static str,
    show: fn(&Rules) -> String,
    set: fn(&mut Rules, &str) -> Result<(), RulesTextError>,
}

/// The entry of a switch whose type reads and writes itself.
macro_rules! switch {
    ($key:expr, $field:ident) => {
        Switch {
            key: $key,
            show: |rules| rules.$field.to_string(),
            set: |rules, text| {
                rules.$field = text.parse()?;
                Ok(())
            },
        }
    };
}

/// Every switch, in the order in which it is written.
const SWITCHES: [Switch; 11] = [
    Switch {
        key: "pits",
        show: |rules| rules.pits.to_string(),
        set: |rules, text| {
            rules.pits = read_number("pits", "a number from 2 to 9", text, |pits| {
                (2..=9).contains(pits)
            })?;
            Ok(())
        },
    },
    Switch {
        key: "stones",
        show: |rules| rules.stones.to_string(),
        set: |rules, text| {
            let is_taken = |stones: &u8| (1..=20).contains(stones);
            rules.stones = read_number("stones", "a number from 1 to 20", text, is_taken)?;
            Ok(())
        },
    },
    switch!(TuzdikRule::KEY, tuzdik),
    switch!(LastPitTuzdik::KEY, last_pit_tuzdik),
    switch!(SameNumberTuzdik::KEY, same_number_tuzdik),
    switch!(MajorityRule::KEY, majority),
    switch!(AtsyrauRule::KEY, atsyrau),
    switch!(FirstStone::KEY, first_stone),
    switch!(Goal::KEY, goal),
    switch!("repetition", repetition),
    Switch {
        key: "ply-cap",
        show: |rules| {
            rules
                .ply_cap
                .map_or_else(|| NONE.to_owned(), |cap| cap.to_string())
        },
        set: |rules, text| {
            let expected = "a number of plies from 1 on, or none";
            rules.ply_cap = number_or_none("ply-cap", expected, text, |&plies| plies > 0)?;
            Ok(())
        },
    },
];

impl Rules {
    /// The keys of the switches in the text of a rule set, in the order in which they are written.
    pub const KEYS: [&'static str; SWITCHES.len()] = {
        let mut keys = [""; SWITCHES.len()];
        let mut index = 0;
        while index < keys.len() {
            keys[index] = SWITCHES[index].key;
            index += 1;
        }
        keys
    };

    /// Key and value of every switch, as in the text of a rule set.
    pub fn switches(&self) -> [(&'static str, String); SWITCHES.len()] {
        SWITCHES.map(|Switch { key, show, .. }| (key, show(self)))
    }
}

/// The name of the preset, or `standard` and the switches that differ from it: `standard,pits=5,ply-cap=200`. There is no
/// white space in it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Self::PRESETS.iter().find(|(_, rules)| rules == self) {
            return f.pad(name);
        }
        let mut text = "standard".to_owned();
        for (own, standard) in self.switches().into_iter().zip(Self::STANDARD.switches()) {
            if own != standard {
                text += &format!(",{}={}", own.0, own.1);
            }
        }
        f.pad(&text)
    }
}

/// Reads `PRESET`, `PRESET,key=value,…` or `key=value,…`, which begins with the standard game. White space may stand around
/// the items.
///
/// ```
/// use kumalak_env::Rules;
///
/// assert_eq!("bestemshe".parse(), Ok(Rules::BESTEMSHE));
/// assert_eq!("pits=5,stones=5,tuzdik=none".parse(), Ok(Rules::BESTEMSHE));
/// let error = "standard,majority=playon".parse::<Rules>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "majority: expected ends-game or play-on, found \"playon\"; did you mean play-on?"
/// );
/// ```
impl FromStr for Rules {
    type Err = RulesTextError;

    fn from_str(text: &str) -> Result<Self, RulesTextError> {
        let mut items = text.split(',').map(str::trim).peekable();
        let mut rules = match items.next_if(|item| !item.contains('=')) {
            Some(preset) => Self::preset(preset)?,
            None => Self::STANDARD,
        };
        let mut seen = Vec::new();
        for item in items {
            let (key, value) = item
                .split_once('=')
                .ok_or_else(|| RulesTextError::Item(item.to_owned()))?;
            let switch = find_switch(key.trim_end())?;
            if seen.contains(&switch.key) {
                return Err(RulesTextError::Twice(switch.key));
            }
            seen.push(switch.key);
            (switch.set)(&mut rules, value.trim_start())?;
        }
        Ok(rules.fitting()?)
    }
}

fn find_switch(key: &str) -> Result<&'static Switch, RulesTextError> {
    let found = SWITCHES.iter().find(|switch| switch.key == key);
    found.ok_or_else(|| RulesTextError::UnknownKey {
        key: key.to_owned(),
        nearest: nearest(key, Rules::KEYS),
    })
}
