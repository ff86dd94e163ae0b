use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kumalak_env::Rules;
use serde::{Deserialize, Serialize};

use super::error::EngineError;
use super::move_format::MoveFormat;
use super::toml_error::located;

/// How a program outside is started, asked for moves and understood; a file such as `configs/engines/pit-index.toml`.
///
/// `docs/protocol.md` describes every key. Texts that are sent are [MiniJinja](https://docs.rs/minijinja) templates over the
/// position, the moves and the time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineDescription {
    /// The rules that the program plays by. Repetition and ply cap do not matter: they are up to the arbiter.
    #[serde(default = "standard_rules")]
    pub rules: Rules,
    /// The program.
    pub process: ProcessDescription,
    /// What is said once when the program has started.
    #[serde(default)]
    pub start: Vec<TextStep>,
    /// What is said before the first move of each game, and whenever the game is another one.
    #[serde(default)]
    pub new_game: Vec<TextStep>,
    /// How a move is asked for and understood.
    #[serde(rename = "move")]
    pub exchange: MoveExchange,
    /// How long everything may take.
    #[serde(default)]
    pub limits: EngineLimits,
    /// What tells the program to end. Its input is closed after that in any case.
    #[serde(default)]
    pub quit: String,
}

/// The program that plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessDescription {
    /// The program: a path, which is relative to the folder of the description, or without any slash a name that is looked
    /// up in `PATH`.
    pub command: PathBuf,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Its working folder, relative to the folder of the description; ours if it is not given.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// Environment variables that it gets besides ours.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// What happens to its error output.
    #[serde(default)]
    pub stderr: EngineStderr,
}

/// What happens to the error output of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineStderr {
    /// Nobody sees it.
    #[default]
    Discard,
    /// It appears among our own.
    Show,
}

/// A text that is sent, and the answer to wait for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextStep {
    /// A template; nothing is sent if it is not given.
    #[serde(default)]
    pub send: String,
    /// A regular expression for the line to wait for; without it nothing is waited for.
    #[serde(default)]
    pub expect: Option<String>,
}

/// How a move is asked for and understood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveExchange {
    /// A template for the text that asks for a move; it may have several lines.
    pub send: String,
    /// A regular expression for the line with the move, which is the group named `move`. Other lines are skipped.
    pub reply: String,
    /// How the move is written.
    #[serde(default)]
    pub format: MoveFormat,
    /// The number of the first pit if `format` is `pit`: 0 or 1.
    #[serde(default = "one")]
    pub first_pit: u32,
    /// A regular expression for a line in which the program claims that the game is over. It is only asked while the
    /// game goes on, so that such a claim loses.
    #[serde(default)]
    pub claims_end: Option<String>,
}

/// How long a program may take, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineLimits {
    /// Time for a move where the match sets none.
    pub move_ms: u64,
    /// How much longer than granted a move may take before the program counts as hung.
    pub patience_ms: u64,
    /// For each expected line of `start` and `new_game`.
    pub start_ms: u64,
    /// For ending by itself.
    pub quit_ms: u64,
}

/// Limits that suit most programs.
impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            move_ms: 1000,
            patience_ms: 2000,
            start_ms: 10_000,
            quit_ms: 500,
        }
    }
}

impl EngineLimits {
    /// Time for a move where the match sets none.
    pub const fn move_time(&self) -> Duration {
        Duration::from_millis(self.move_ms)
    }

    pub(super) const fn patience(&self) -> Duration {
        Duration::from_millis(self.patience_ms)
    }

    pub(super) const fn start(&self) -> Duration {
        Duration::from_millis(self.start_ms)
    }

    pub(super) const fn quit(&self) -> Duration {
        Duration::from_millis(self.quit_ms)
    }
}

const fn standard_rules() -> Rules {
    Rules::STANDARD
}

const fn one() -> u32 {
    1
}

impl EngineDescription {
    /// Reads a file. Paths in it that are relative to its folder become absolute.
    ///
    /// # Errors
    /// Names the file, the line and what is wrong; for an unknown key the nearest known one.
    pub fn load(path: &Path) -> Result<Self, EngineError> {
        let io_error = |source| EngineError::Io {
            path: path.to_owned(),
            source,
        };
        let text = fs::read_to_string(path).map_err(io_error)?;
        let mut description = Self::parse(&text, &path.display().to_string())?;
        let file = std::path::absolute(path).map_err(io_error)?;
        let folder = file.parent().unwrap_or(Path::new("/"));
        let process = &mut description.process;
        if process.command.components().count() > 1 {
            process.command = folder.join(&process.command);
        }
        process.folder = process.folder.take().map(|inner| folder.join(inner));
        Ok(description)
    }

    /// Reads TOML; `place` names it in errors.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn parse(text: &str, place: &str) -> Result<Self, EngineError> {
        toml::from_str(text).map_err(|error| located(&error, text, place))
    }

    /// Looks at what TOML alone cannot tell.
    pub(super) fn check(&self, place: &str) -> Result<(), EngineError> {
        let wrong = |key: &str, reason: String| {
            Err(EngineError::Value {
                place: place.to_owned(),
                key: key.to_owned(),
                reason,
            })
        };
        match &self.process.folder {
            Some(folder) if !folder.is_dir() => {
                wrong("process, folder", format!("{} is no folder", folder.display()))
            }
            _ if self.limits.move_ms == 0 => {
                wrong("limits, move_ms", "expected at least 1, got 0".to_owned())
            }
            _ => Ok(()),
        }
    }
}
