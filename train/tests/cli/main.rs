//! The program `kumalak` as its users meet it: arguments in; output, one line of error and an exit code out.

mod analyze;
mod analyze_games;
mod arena;
mod checkpoints;
mod closed_output;
mod conformance;
mod engine;
mod engines;
mod external_engines;
mod match_starts;
mod matches;
mod perft;
mod play;
mod program;
mod random_play;
mod replay;
mod replay_collections;
mod selfplay;
mod selfplay_targets;
mod solve;
mod tournaments;
mod usage;
