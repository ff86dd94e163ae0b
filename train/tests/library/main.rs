//! Tests of the library through its public interface, in one program, since linking libtorch takes long.

mod atomic_file;
mod checkpoint;
mod common;
mod evaluator;
mod golden_checkpoint;
mod loss;
mod network;
mod optimizer;
mod schedule;
