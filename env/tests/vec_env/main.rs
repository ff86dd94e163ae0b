//! The vectorized environment.

mod agreement;
#[path = "../common/mod.rs"]
mod common;
mod interface;
