//! Monte Carlo tree search guided by an evaluator, over many games at once.
//!
//! The search is that of `AlphaZero` (D. Silver et al., "A general reinforcement learning algorithm that masters chess,
//! shogi, and Go through self-play", 2018). A *simulation* walks down from the root by `puct`, adds one position to
//! the tree, values it, and carries the value back up by `backup`; or it is that of Gumbel `AlphaZero` (I. Danihelka et
//! al., 2022), see [`Selection`]. [`BatchSearch`] runs the simulations of all games
//! in lock-step, so that each step asks the evaluator once for all of them.

mod backup;
mod bounds;
mod cache;
mod ending;
mod evaluation;
mod gumbel;
mod halving;
mod leaf_value;
mod node;
mod noise;
mod outlook;
mod puct;
mod report;
mod result;
mod reuse;
mod search;
mod selection;
mod settings;
mod slots;
mod tree;

pub use bounds::{Solver, ValueBounds};
pub use evaluation::Evaluation;
pub(crate) use evaluation::{Answer, evaluate_all};
pub use leaf_value::LeafValue;
pub(crate) use leaf_value::final_margin;
pub use noise::{NoiseSample, RootNoise};
pub use result::SearchResult;
pub use search::{BatchSearch, SearchError, SearchProgress, SearchRoot};
pub use selection::{Fpu, GumbelSettings, PuctSettings, QScale, Selection};
pub use settings::{SearchSettings, TreeReuse};
pub(crate) use slots::SlotSearch;
