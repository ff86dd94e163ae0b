//! Rules as they stand in a checkpoint: every switch by name, so that another program can read them.

use kumalak_env::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, RepetitionRule, Rules, RulesError,
    SameNumberTuzdik, TuzdikRule,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The switches of [`Rules`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFields {
    pits: usize,
    stones: usize,
    #[serde(with = "TuzdikName")]
    tuzdik: TuzdikRule,
    #[serde(with = "LastPitName")]
    last_pit_tuzdik: LastPitTuzdik,
    #[serde(with = "SameNumberName")]
    same_number_tuzdik: SameNumberTuzdik,
    #[serde(with = "MajorityName")]
    majority: MajorityRule,
    #[serde(with = "AtsyrauName")]
    atsyrau: AtsyrauRule,
    #[serde(with = "FirstStoneName")]
    first_stone: FirstStone,
    #[serde(with = "GoalName")]
    goal: Goal,
    /// Occurrences at which a repetition is a draw; none for never.
    repetition_draw: Option<u8>,
    ply_cap: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TuzdikRule", rename_all = "snake_case")]
enum TuzdikName {
    Compulsory,
    None,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LastPitTuzdik", rename_all = "snake_case")]
enum LastPitName {
    Forbidden,
    Allowed,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SameNumberTuzdik", rename_all = "snake_case")]
enum SameNumberName {
    Forbidden,
    Allowed,
    OppositeForbidden,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MajorityRule", rename_all = "snake_case")]
enum MajorityName {
    EndsGame,
    PlayToTheEnd,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AtsyrauRule", rename_all = "snake_case")]
enum AtsyrauName {
    OwnerTakesRest,
    StuckPlayerLoses,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FirstStone", rename_all = "snake_case")]
enum FirstStoneName {
    PitOfOrigin,
    NextPit,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Goal", rename_all = "snake_case")]
enum GoalName {
    MostStones,
    Giveaway,
}

pub(super) fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    RulesFields::from(*rules).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
    let fields = RulesFields::deserialize(deserializer)?;
    Rules::try_from(fields).map_err(D::Error::custom)
}

impl From<Rules> for RulesFields {
    fn from(rules: Rules) -> Self {
        Self {
            pits: rules.pits(),
            stones: rules.stones(),
            tuzdik: rules.tuzdik(),
            last_pit_tuzdik: rules.last_pit_tuzdik(),
            same_number_tuzdik: rules.same_number_tuzdik(),
            majority: rules.majority(),
            atsyrau: rules.atsyrau(),
            first_stone: rules.first_stone(),
            goal: rules.goal(),
            repetition_draw: match rules.repetition() {
                RepetitionRule::DrawAt(occurrences) => Some(occurrences),
                RepetitionRule::None => None,
            },
            ply_cap: rules.ply_cap(),
        }
    }
}

impl TryFrom<RulesFields> for Rules {
    type Error = RulesError;

    fn try_from(fields: RulesFields) -> Result<Self, RulesError> {
        let repetition = fields
            .repetition_draw
            .map_or(RepetitionRule::None, RepetitionRule::DrawAt);
        Ok(Self::new(fields.pits, fields.stones)?
            .with_tuzdik(fields.tuzdik)
            .with_last_pit_tuzdik(fields.last_pit_tuzdik)
            .with_same_number_tuzdik(fields.same_number_tuzdik)
            .with_majority(fields.majority)
            .with_atsyrau(fields.atsyrau)
            .with_first_stone(fields.first_stone)
            .with_goal(fields.goal)
            .with_repetition(repetition)?
            .with_ply_cap(fields.ply_cap))
    }
}
