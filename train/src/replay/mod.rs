//! Samples of self-play on disk and in memory.
//!
//! A *chunk* is a file with the samples of some games, written once and never changed. A folder of chunks only grows: that
//! is the store. The *window* is what training draws from: the newest positions, memory-mapped.

mod chunk;
mod folder;
mod mapped;
mod record_check;
mod statistics;
mod window;
mod window_size;

pub use chunk::{ReplayChunkError, read_replay_chunk, read_replay_count, write_replay_chunk};
pub use folder::{ReplayChunk, ReplayFolder};
pub use statistics::ReplayStatistics;
pub use window::ReplayWindow;
pub use window_size::WindowSize;

/// What the names of chunks end with.
pub(crate) const REPLAY_EXTENSION: &str = "zst";
