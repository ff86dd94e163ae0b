//! What matches say about the strength of players.

mod elo;
mod inverse;
mod likelihood;
mod normal;
mod normalized_elo;
mod pairing;
mod pentanomial;
mod ratings;
mod score;
mod sprt;
mod sprt_syntax;
mod superiority;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use normalized_elo::NormalizedElo;
pub use pairing::PairingResult;
pub use pentanomial::{PairScore, Pentanomial};
pub use ratings::{Rating, RatingAnchor, RatingError, RatingMethod, Ratings};
pub use score::ScoreEstimate;
pub use sprt::{EloScale, Sprt, SprtDecision, SprtReport};
pub use sprt_syntax::SprtSyntaxError;
pub use superiority::likelihood_of_superiority;
