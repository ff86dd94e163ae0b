//! Monte Carlo tree search guided by an evaluator, over many games at once.
//!
//! The search is that of `AlphaZero` (D. Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play", 2018). A *simulation* walks down from the root by `select`, adds one position to
//! the tree, values it, and carries the value back up by `backup`. [`BatchSearch`] runs the simulations of all games
//! in lock-step, so that each step asks the evaluator once for all of them.

mod backup;
mod evaluation;
mod leaf_value;
mod node;
mod noise;
mod result;
mod search;
mod select;
mod settings;
mod tree;

pub use evaluation::Evaluation;
pub(crate) use evaluation::evaluate_all;
pub use leaf_value::LeafValue;
pub(crate) use leaf_value::final_margin;
pub use noise::{NoiseSample, RootNoise};
pub use result::SearchResult;
pub use search::{BatchSearch, SearchError, SearchRoot};
pub use settings::{Fpu, SearchSettings};
