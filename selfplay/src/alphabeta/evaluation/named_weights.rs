use super::EvaluationWeights;

/// Weights of the evaluation that users can choose by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NamedWeights {
    /// [`EvaluationWeights::FITTED`], called `fitted`.
    #[default]
    Fitted,
    /// [`EvaluationWeights::HAND_MADE`], called `handmade`.
    HandMade,
}

impl NamedWeights {
    /// The weights with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Fitted, Self::HandMade]
            .into_iter()
            .find(|weights| weights.name() == name)
    }

    /// As users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fitted => "fitted",
            Self::HandMade => "handmade",
        }
    }

    /// The weights.
    pub const fn weights(self) -> EvaluationWeights {
        match self {
            Self::Fitted => EvaluationWeights::FITTED,
            Self::HandMade => EvaluationWeights::HAND_MADE,
        }
    }
}
