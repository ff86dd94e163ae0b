use crate::statistics::{Pentanomial, Sprt, SprtDecision};

/// When a match ends.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum StopRule {
    /// When all pairs are played.
    #[default]
    AllPairs,
    /// When the test is decided, and at the latest when all pairs are played. The pairs are judged in their order, so that
    /// the match ends with the same pair whatever the number of threads.
    Sprt(Sprt),
}

impl StopRule {
    /// Whether the match is decided.
    pub(crate) fn is_decided(&self, pairs: &Pentanomial) -> bool {
        match self {
            Self::AllPairs => false,
            Self::Sprt(sprt) => sprt.decision(pairs) != SprtDecision::Continue,
        }
    }

    /// The test, if there is one.
    pub const fn sprt(&self) -> Option<&Sprt> {
        match self {
            Self::AllPairs => None,
            Self::Sprt(sprt) => Some(sprt),
        }
    }
}
