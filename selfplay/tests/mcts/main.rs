//! Tests of the search.

mod budgets;
mod endings;
mod evaluators;
mod exact_play;
mod golden;
mod proofs;
mod properties;
mod pseudocode;
mod reuse;
mod solver;
mod support;
