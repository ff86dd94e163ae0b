use kumalak_env::Rules;
use kumalak_selfplay::PlayerSpec;
use kumalak_train::ComputeDevice;

/// What `setoption` changes.
#[derive(Clone, Debug)]
pub(super) struct EngineOptions {
    pub(super) player: PlayerSpec,
    pub(super) rules: Rules,
    pub(super) seed: u64,
    /// Where networks run; the command line alone sets it.
    pub(super) device: ComputeDevice,
}

/// The names of the options.
const NAMES: &str = "player, rules and seed";

impl EngineOptions {
    /// One line for each option.
    pub(super) fn lines(&self) -> Vec<String> {
        vec![
            format!("option name player type string default {}", self.player),
            format!("option name rules type string default {}", self.rules),
            format!(
                "option name seed type spin default {} min 0 max {}",
                self.seed,
                u64::MAX
            ),
        ]
    }

    /// The options after a change.
    ///
    /// # Errors
    /// Says in one line what was expected.
    pub(super) fn with(&self, name: &str, value: &str) -> Result<Self, String> {
        let mut changed = self.clone();
        match name.to_lowercase().as_str() {
            "player" => changed.player = value.parse().map_err(|error| format!("player: {error}"))?,
            "rules" => changed.rules = value.parse().map_err(|error| format!("rules: {error}"))?,
            "seed" => {
                let seed = value.parse();
                changed.seed = seed.map_err(|_| format!("seed: expected a whole number, got {value:?}"))?;
            }
            _ => return Err(format!("unknown option {name:?}; the options are {NAMES}")),
        }
        Ok(changed)
    }
}
