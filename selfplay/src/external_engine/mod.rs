//! Programs outside that play: how they are started, asked and understood is described in a file.

mod description;
mod error;
mod fields;
mod move_format;
mod player;
mod process;
mod process_group;
mod reply;
mod request;
mod toml_error;

pub use description::{
    EngineDescription, EngineLimits, EngineStderr, MoveExchange, ProcessDescription, TextStep,
};
pub use error::EngineError;
pub use move_format::MoveFormat;
pub use player::ExternalEngine;
