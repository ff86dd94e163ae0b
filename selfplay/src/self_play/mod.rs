//! Games of a network against itself, as training samples.
//!
//! Every game has a number, and with it a random stream of its own. The games are dealt out to *lanes*: a lane is a fixed
//! range of game numbers that one thread plays in lock-step, some of them at once, with one evaluator call for each step
//! of their searches. Threads take lanes as they become free. What happens in a lane depends on nothing outside it, so the
//! games do not depend on the number of threads.

mod game;
mod lane;
mod settings;
mod temperature;
mod threads;

pub use game::SelfPlayGame;
pub use settings::{RandomOpening, SelfPlaySettings};
pub use temperature::Temperature;
pub use threads::{SelfPlayError, self_play};
