//! Tests of the search.

mod exact_play;
mod golden;
mod properties;
mod pseudocode;
mod solver;
mod support;
