//! The program `kumalak` as its users meet it: arguments in; output, one line of error and an exit code out.

mod perft;
mod play;
mod program;
mod usage;
