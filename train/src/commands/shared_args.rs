//! Arguments that several commands have.

use clap::{Args, ValueEnum};
use kumalak_env::{Fen, Position, Rules, TuzdikRule};
use kumalak_train::ComputeDevice;

use crate::exit::UsageError;

/// `--rules`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RulesArgs {
    /// Rule set: a name, switches such as pits=5,stones=5, or both: server,ply-cap=500 [default: standard]
    #[arg(long, long_help = rules_help())]
    rules: Option<Rules>,
}

impl RulesArgs {
    /// The rules asked for, if any.
    pub(crate) const fn given(self) -> Option<Rules> {
        self.rules
    }

    /// The rules asked for, or the standard ones.
    pub(crate) fn rules(self) -> Rules {
        self.rules.unwrap_or_default()
    }
}

/// The names with the switches that they stand for.
fn rules_help() -> String {
    let mut help =
        "Rule set: a name, switches such as pits=5,stones=5, or both: server,ply-cap=500.\n\nNames:"
            .to_owned();
    for (name, rules) in Rules::PRESETS {
        let board = format!("2×{} pits of {} stones", rules.pits(), rules.stones());
        help += &format!("\n  {name:<20}{board}{}", differences(rules));
    }
    help += &format!(
        "\n\nSwitches, explained in docs/rules.md:\n  {}",
        Rules::KEYS.join(", ")
    );
    help
}

/// The switches, other than those of the board, in which rules differ from the standard game.
fn differences(rules: Rules) -> String {
    let switches = rules.switches();
    let switches = switches.iter().zip(Rules::STANDARD.switches());
    switches
        .filter(|((key, _), _)| !["pits", "stones"].contains(key))
        .filter(|(own, standard)| **own != *standard)
        .map(|((key, value), _)| format!(", {key}={value}"))
        .collect()
}

/// `--rules`, or `--pits` and `--stones`, and `--tuzdik`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Pits a side of a board with the standard rules, from 2 to 9
    #[arg(long, value_name = "N", requires = "stones", conflicts_with = "rules")]
    pits: Option<usize>,
    /// Stones in each of these pits, from 1 to 20
    #[arg(long, value_name = "N", requires = "pits")]
    stones: Option<usize>,
    /// Whether there are tuzdiks, in place of what the rules say
    #[arg(long, value_enum)]
    tuzdik: Option<TuzdikChoice>,
}

/// The values of `--tuzdik`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TuzdikChoice {
    /// Three stones make a tuzdik
    Compulsory,
    /// No tuzdik
    None,
}

impl BoardArgs {
    /// The rules asked for, if any.
    pub(crate) fn given(&self) -> Result<Option<Rules>, UsageError> {
        let rules = match self.pits.zip(self.stones) {
            Some((pits, stones)) => Rules::new(pits, stones)
                .map(Some)
                .map_err(|error| UsageError(format!("--pits {pits} --stones {stones}: {error}")))?,
            None => self.rules.given(),
        };
        let tuzdik = match self.tuzdik {
            None => return Ok(rules),
            Some(TuzdikChoice::Compulsory) => TuzdikRule::Compulsory,
            Some(TuzdikChoice::None) => TuzdikRule::None,
        };
        Ok(Some(rules.unwrap_or_default().with_tuzdik(tuzdik)))
    }

    /// The rules asked for, or the standard ones.
    pub(crate) fn rules(&self) -> Result<Rules, UsageError> {
        Ok(self.given()?.unwrap_or_default())
    }
}

/// `--rules` and `--fen`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Position to begin with, as PlayStrategy writes it, perhaps with rules=… as a last field [default: the start of the game]
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArgs {
    /// The rules and the position.
    pub(crate) fn resolve(&self) -> Result<(Rules, Position), UsageError> {
        position_of(self.rules.given(), self.fen.as_deref())
    }
}

/// The position of `--fen`, or the start of the game without it, and its rules: those asked for, or else those that the
/// FEN names, or else the standard ones.
pub(crate) fn position_of(asked: Option<Rules>, fen: Option<&str>) -> Result<(Rules, Position), UsageError> {
    let rules = asked.unwrap_or_default();
    let Some(text) = fen else {
        return Ok((rules, Position::start(&rules)));
    };
    let parsed = match asked {
        Some(rules) => Fen::parse(&rules, text).map(|fen| (rules, fen)),
        None => Fen::parse_with_rules(&rules, text),
    };
    let (rules, fen) =
        parsed.map_err(|error| UsageError(format!("invalid value '{text}' for '--fen <FEN>': {error}")))?;
    Ok((rules, fen.position))
}

/// `--device`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct DeviceArgs {
    /// Where networks run: cpu, cuda or cuda:N
    #[arg(long, default_value_t = ComputeDevice::Cpu)]
    pub(crate) device: ComputeDevice,
}
