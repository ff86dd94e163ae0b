use thiserror::Error;

use super::{GameRecord, Tags};
use crate::fen::{Fen, FenError, RULES_FIELD};
use crate::number;
use crate::position::Position;
use crate::rules::{Rules, RulesTextError};
use crate::side::Side;

/// The tag with the rules of a game.
pub(super) const RULES_TAG: &str = "Rules";

/// The tag with the position in which a game begins.
pub(super) const FEN_TAG: &str = "FEN";

/// The value of a tag that says nothing.
const UNKNOWN: &str = "?";

/// Under which rules a recorded game was played, and from which position.
///
/// The tag `Rules` holds the text of a rule set, the tag `FEN` a position with the number of the first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameSetup {
    /// The rules.
    pub rules: Rules,
    /// The position before the first move, and the number of this move.
    pub start: Fen,
}

/// Tags that do not say how a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The tag `Rules` holds no rule set.
    #[error("tag {RULES_TAG}: {0}")]
    Rules(#[from] RulesTextError),
    /// The tag `FEN` holds no position of the rules.
    #[error("tag {FEN_TAG}: {0}")]
    Fen(#[from] FenError),
}

impl GameSetup {
    /// The standard position of the rules, with the first move.
    pub fn start_of(rules: Rules) -> Self {
        Self {
            rules,
            start: Fen {
                position: Position::start(&rules),
                move_number: 1,
            },
        }
    }

    /// What the tags say. `otherwise` are the rules if there is no tag `Rules` and the tag `FEN` has none with it.
    ///
    /// # Errors
    /// If a tag does not read, or the two contradict each other. The value `?` says nothing.
    pub fn from_tags(tags: &Tags, otherwise: &Rules) -> Result<Self, SetupError> {
        let told = |name| tags.get(name).filter(|&value| value != UNKNOWN);
        let rules = told(RULES_TAG).map(str::parse::<Rules>).transpose()?;
        let Some(fen) = told(FEN_TAG) else {
            return Ok(Self::start_of(rules.unwrap_or(*otherwise)));
        };
        let (rules, start) = match rules {
            Some(rules) => (rules, Fen::parse(&rules, fen)?),
            None => Fen::parse_with_rules(otherwise, fen)?,
        };
        Ok(Self { rules, start })
    }

    /// The tags that say this, as far as it is not the standard game from its start.
    pub(super) fn to_tags(self) -> Tags {
        let mut tags = Tags::new();
        if self.rules != Rules::STANDARD {
            tags.push(RULES_TAG, self.rules.to_string());
        }
        if self.start != Self::start_of(self.rules).start {
            tags.push(FEN_TAG, self.start.to_text(&self.rules));
        }
        tags
    }
}

impl GameRecord {
    /// Under which rules the game was played, and from which position. `otherwise` are the rules if the record has none.
    ///
    /// # Errors
    /// If the tags `Rules` and `FEN` do not read.
    pub fn setup(&self, otherwise: &Rules) -> Result<GameSetup, SetupError> {
        GameSetup::from_tags(&self.tags, otherwise)
    }

    /// The same record with a tag that says `rules`, unless its tags name rules already or the standard game is meant.
    #[must_use]
    pub fn with_rules(mut self, rules: &Rules) -> Self {
        let fen_has_rules = self
            .tags
            .get(FEN_TAG)
            .is_some_and(|fen| fen.contains(RULES_FIELD));
        let is_told = self.tags.get(RULES_TAG).is_some_and(|value| value != UNKNOWN) || fen_has_rules;
        if !is_told && *rules != Rules::STANDARD {
            self.tags.set(RULES_TAG, rules.to_string());
        }
        self
    }
}

/// Plies before the first move, as move numbers count them: 0 at the start of a game, 1 if Black begins it. They follow from
/// the tag `FEN`, whatever the rules.
pub(super) fn plies_before(tags: &Tags) -> usize {
    let fields = tags.get(FEN_TAG).unwrap_or_default().split_ascii_whitespace();
    let [turn, move_number] = fields.skip(3).take(2).collect::<Vec<_>>()[..] else {
        return 0;
    };
    let side = if turn == "N" { Side::Black } else { Side::White };
    let moves: u32 = number::parse(move_number).unwrap_or(1).max(1);
    (moves as usize - 1) * 2 + side.index()
}
