//! Arguments that several commands have.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use kumalak_env::{Position, Rules, TuzdikRule};
use kumalak_train::ComputeDevice;

use crate::exit::UsageError;

/// `--rules`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RulesArgs {
    /// Rule set
    #[arg(
        long,
        default_value = "standard",
        value_parser = PossibleValuesParser::new(presets()).try_map(|name| Rules::preset(&name))
    )]
    pub(crate) rules: Rules,
}

/// The rule sets that have a name, each with a description.
fn presets() -> impl Iterator<Item = PossibleValue> {
    Rules::PRESETS.into_iter().map(|(name, rules)| {
        let tuzdik = match rules.tuzdik() {
            TuzdikRule::Compulsory => "",
            TuzdikRule::None => ", no tuzdik",
        };
        let board = format!("2×{} pits of {} stones{tuzdik}", rules.pits(), rules.stones());
        PossibleValue::new(name).help(board)
    })
}

/// `--rules` and `--fen`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Position to begin with, as PlayStrategy writes it [default: the start of the game]
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArgs {
    /// The rules and the position.
    pub(crate) fn resolve(&self) -> Result<(Rules, Position), UsageError> {
        let rules = self.rules.rules;
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
