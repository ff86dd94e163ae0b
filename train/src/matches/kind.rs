use serde::{Deserialize, Serialize};

/// Which command a plan belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MatchKind {
    /// `kumalak arena`
    Arena,
    /// `kumalak tournament`
    Tournament,
    /// `kumalak ladder`
    Ladder,
}

impl MatchKind {
    /// The command.
    pub(crate) const fn command(self) -> &'static str {
        match self {
            Self::Arena => "arena",
            Self::Tournament => "tournament",
            Self::Ladder => "ladder",
        }
    }

    /// What the command plays.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Arena => "a match of two players",
            Self::Tournament => "a tournament",
            Self::Ladder => "a ladder",
        }
    }
}
