//! Search, players, self-play and the arena for Toguz Kumalak.

mod evaluator;
mod monitor;
mod player;
mod sample;
mod value;

pub use evaluator::{Evaluations, Evaluator, EvaluatorError, UniformEvaluator};
pub use monitor::{Counter, Monitor};
pub use player::{Player, PlayerError};
pub use sample::Sample;
pub use value::{MoverValue, WhiteValue};
