//! Alpha-beta search to a fixed depth: the baseline that needs no network.

mod depth;
mod evaluation;
mod ordering;
mod player;
mod score;
mod search;
mod table;
mod tree;
mod window;

pub use depth::SearchDepth;
pub use evaluation::evaluate;
pub use player::AlphaBetaPlayer;
pub use score::Score;
pub use search::{AlphaBeta, AlphaBetaResult};
