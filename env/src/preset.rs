use thiserror::Error;

use crate::rules::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, RepetitionRule, Rules, SameNumberTuzdik,
    TuzdikRule,
};

/// A name that no rule set has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "no rule set is called {name:?}: expected {}{}",
    Rules::PRESETS.map(|(known, _)| known).join(", "),
    did_you_mean(*.nearest)
)]
pub struct UnknownPreset {
    /// The name asked for.
    pub name: String,
    /// The known name that looks most like it, if any does.
    pub nearest: Option<&'static str>,
}

impl Rules {
    /// Bestemshe: 2×5 pits of 5 stones, no tuzdik.
    pub const BESTEMSHE: Self = small_without_tuzdik(5, 5);

    /// Qozdatu: 2×7 pits of 7 stones, no tuzdik.
    pub const QOZDATU: Self = small_without_tuzdik(7, 7);

    /// Toguz Poddavki: more stones lose, and winning stones is compulsory.
    pub const GIVEAWAY: Self = Self::STANDARD.with_goal(Goal::Giveaway);

    /// The first stone falls in the next pit, as the game is said to have been played before 1949.
    pub const OLD_SOWING: Self = Self::STANDARD.with_first_stone(FirstStone::NextPit);

    /// The opponent's tuzdik bars the pit that faces it, as Russ (1984) has it.
    pub const RUSS_1984: Self = Self::STANDARD.with_same_number_tuzdik(SameNumberTuzdik::OppositeForbidden);

    /// A majority does not end the game, which is played on for an exact score, as in Kazakh clubs.
    pub const KAZAKH_CLUB: Self = Self::STANDARD.with_majority(MajorityRule::PlayToTheEnd);

    /// A player who cannot move loses, as Polish texts have it.
    pub const POLISH: Self = Self::STANDARD.with_atsyrau(AtsyrauRule::StuckPlayerLoses);

    /// A repetition is no draw, as on servers.
    pub const SERVER: Self = match Self::STANDARD.with_repetition(RepetitionRule::None) {
        Ok(rules) => rules,
        Err(_) => unreachable!(),
    };

    /// The last pit may become a tuzdik, as in some programs.
    pub const LAST_PIT_TUZDIK: Self = Self::STANDARD.with_last_pit_tuzdik(LastPitTuzdik::Allowed);

    /// Both tuzdiks may have the same number, as in some programs.
    pub const SAME_NUMBER_TUZDIK: Self = Self::STANDARD.with_same_number_tuzdik(SameNumberTuzdik::Allowed);

    /// The rule sets that have a name.
    pub const PRESETS: [(&'static str, Self); 11] = [
        ("standard", Self::STANDARD),
        ("bestemshe", Self::BESTEMSHE),
        ("qozdatu", Self::QOZDATU),
        ("giveaway", Self::GIVEAWAY),
        ("old-sowing", Self::OLD_SOWING),
        ("russ-1984", Self::RUSS_1984),
        ("kazakh-club", Self::KAZAKH_CLUB),
        ("polish", Self::POLISH),
        ("server", Self::SERVER),
        ("last-pit-tuzdik", Self::LAST_PIT_TUZDIK),
        ("same-number-tuzdik", Self::SAME_NUMBER_TUZDIK),
    ];

    /// The rule set with this name.
    ///
    /// # Errors
    /// If there is none; the message lists the names.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        Self::PRESETS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, rules)| rules)
            .ok_or_else(|| UnknownPreset {
                name: name.to_owned(),
                nearest: nearest(name, Self::PRESETS.iter().map(|&(known, _)| known)),
            })
    }
}

const fn small_without_tuzdik(pits: usize, stones: usize) -> Rules {
    match Rules::new(pits, stones) {
        Ok(rules) => rules.with_tuzdik(TuzdikRule::None),
        Err(_) => unreachable!(),
    }
}

/// The known text that looks most like `found`, if one does at all.
pub(crate) fn nearest(found: &str, known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    /// Jaro–Winkler similarity below which two words have no more in common than any two.
    const ALIKE: f64 = 0.7;
    known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(found, known), known))
        .filter(|&(similarity, _)| similarity >= ALIKE)
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, known)| known)
}

/// `; did you mean standard?`, or nothing.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean {nearest}?"))
}
