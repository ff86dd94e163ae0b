//! Monte Carlo tree search with random play to the end of the game in place of a network.

mod player;
mod playout;
mod spec;
mod tree;

pub use player::RolloutPlayer;
pub use spec::RolloutSpec;
pub use tree::TriedMove;
