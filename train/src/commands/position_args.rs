//! The arguments that name a rule set and a position of it.

use clap::{Args, ValueEnum};
use kumalak_env::Rules;

/// The rule sets that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RuleSet {
    /// Toguz Kumalak: 2×9 pits of 9 stones
    Standard,
    /// 2×5 pits of 5 stones, no tuzdik
    Bestemshe,
    /// 2×7 pits of 7 stones, no tuzdik
    Qozdatu,
}

impl RuleSet {
    /// The rules themselves.
    pub(crate) const fn rules(self) -> Rules {
        match self {
            Self::Standard => Rules::STANDARD,
            Self::Bestemshe => Rules::BESTEMSHE,
            Self::Qozdatu => Rules::QOZDATU,
        }
    }
}

/// `--rules`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RulesArgs {
    /// Rule set
    #[arg(long, value_enum, default_value_t = RuleSet::Standard)]
    pub(crate) rules: RuleSet,
}
