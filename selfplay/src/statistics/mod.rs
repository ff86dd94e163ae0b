//! What a match says about the strength of two players.

mod elo;
mod pentanomial;
mod score;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use pentanomial::{PairScore, Pentanomial};
pub use score::ScoreEstimate;
