use std::fmt;

use crate::arena::played_game::PlayedPair;
use crate::arena::stop_rule::StopRule;
use crate::arena::tally::Tally;
use crate::statistics::{EloEstimate, Pentanomial, ScoreEstimate, likelihood_of_superiority};

/// How a match stands, from the first player's side. Counts the pairs of which both games are finished.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MatchStanding {
    /// Results of their games.
    pub tally: Tally,
    /// Scores of the pairs.
    pub pairs: Pentanomial,
    /// Logarithm of the likelihood ratio, if the match is a sequential test.
    pub llr: Option<f64>,
}

impl MatchStanding {
    /// Counts one more pair.
    pub(crate) fn add(&mut self, pair: &PlayedPair, stop: &StopRule) {
        self.tally = self.tally + pair.tally();
        self.pairs.record(pair.score());
        self.llr = stop.sprt().map(|sprt| sprt.log_likelihood_ratio(&self.pairs));
    }
}

/// `+12 =1 -3  Elo +225.7 [+28.3, +423.0]  LOS 98.7 %  LLR 0.42`, for the line of a progress bar.
impl fmt::Display for MatchStanding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            wins,
            draws,
            losses,
            truncated,
        } = self.tally;
        write!(f, "+{wins} ={} -{losses}", draws + truncated)?;
        let score = ScoreEstimate::from_pairs(&self.pairs);
        if let Some((score, superiority)) = score.zip(likelihood_of_superiority(&self.pairs)) {
            write!(
                f,
                "  Elo {}  LOS {:.1} %",
                EloEstimate::from(score),
                100.0 * superiority
            )?;
        }
        match self.llr {
            Some(llr) => write!(f, "  LLR {llr:.2}"),
            None => Ok(()),
        }
    }
}
