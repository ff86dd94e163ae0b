//! Programs outside as players: descriptions, the two examples, and every way to misbehave.

mod descriptions;
mod examples;
mod fake;
mod misbehaviour;
mod processes;
mod support;
