//! How many threads libtorch uses.

/// Lets libtorch use this many threads inside one operation, in the whole process.
///
/// Small networks run fastest with one, beside as many actor threads as there are cores: with two, an operation of some
/// microseconds waits for the other thread longer than it works. One thread also keeps sums in one order, so that results do
/// not depend on the machine's number of cores. Call it once, before any network is used.
pub fn set_libtorch_threads(threads: usize) {
    tch::set_num_threads(i32::try_from(threads.max(1)).unwrap_or(i32::MAX));
}
