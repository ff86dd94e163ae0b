//! The vectorized environment.

mod agreement;
#[path = "../common/mod.rs"]
mod common;
mod encodings;
mod interface;
mod states;
