//! Games of a network against itself, as training samples.
//!
//! Every game has a number, and with it a random stream of its own. The games are dealt out to *lanes*: a lane is a fixed
//! range of game numbers that one thread plays in lock-step, some of them at once, with one evaluator call for each step
//! of their searches. A game whose search is done plays its move and begins the next search at once, so that the batches
//! stay full. Threads take lanes as they become free. What happens in a lane depends on nothing outside it, so the
//! games do not depend on the number of threads.

mod early_end;
mod game;
mod lane;
mod opening;
mod playout_cap;
mod settings;
mod targets;
mod temperature;
mod threads;

pub use early_end::{GameEnd, Resignation, ResignationTest, SelfPlayAdjudication};
pub use game::SelfPlayGame;
pub use opening::{RandomOpening, Restarts};
pub use playout_cap::PlayoutCap;
pub use settings::SelfPlaySettings;
pub use temperature::Temperature;
pub use threads::{SelfPlay, SelfPlayError, self_play};
