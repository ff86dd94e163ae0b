//! The arguments that name a rule set, a position of it, and where networks run.

use clap::{Args, ValueEnum};
use kumalak_env::{Position, Rules};
use kumalak_train::ComputeDevice;

use crate::exit::UsageError;

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

/// `--rules` and `--fen`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Position to begin with, as PlayStrategy writes it [default: the start of the game]
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArgs {
    /// The rules and the position.
    pub(crate) fn resolve(&self) -> Result<(Rules, Position), UsageError> {
        let rules = self.rules.rules.rules();
        let position = position_of(&rules, self.fen.as_deref())?;
        Ok((rules, position))
    }
}

/// The position of `--fen`, or the start of the game without it.
pub(crate) fn position_of(rules: &Rules, fen: Option<&str>) -> Result<Position, UsageError> {
    let Some(fen) = fen else {
        return Ok(Position::start(rules));
    };
    Position::from_fen(rules, fen)
        .map_err(|error| UsageError(format!("invalid value '{fen}' for '--fen <FEN>': {error}")))
}

/// `--device`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct DeviceArgs {
    /// Where networks run: cpu, cuda or cuda:N
    #[arg(long, default_value_t = ComputeDevice::Cpu)]
    pub(crate) device: ComputeDevice,
}
