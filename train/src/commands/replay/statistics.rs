//! What a collection of records holds.

use std::fmt;

use kumalak_env::record::ReplayedGame;
use kumalak_env::{Ending, Outcome};

use super::games::Reading;

/// Results, in the order of the table.
const OUTCOMES: [Outcome; 3] = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];
/// Counts of games that replay, and of those that do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ReplayStatistics {
    games: u64,
    faults: u64,
    /// Sound games that were not counted; `None` if all of them were meant to be.
    filtered_out: Option<u64>,
    plies: usize,
    longest: usize,
    /// By [`OUTCOMES`], then games without a result.
    outcomes: [u64; OUTCOMES.len() + 1],
    /// By [`Ending::ALL`], then games of which the ending is not known.
    endings: [u64; Ending::ALL.len() + 1],
}

impl ReplayStatistics {
    /// Counts a game that agrees with the rules.
    pub(super) fn count(&mut self, game: &ReplayedGame) {
        self.games += 1;
        self.plies += game.plies();
        self.longest = self.longest.max(game.plies());
        let outcome = OUTCOMES.iter().position(|&outcome| Some(outcome) == game.outcome);
        self.outcomes[outcome.unwrap_or(OUTCOMES.len())] += 1;
        let ending = Ending::ALL.iter().position(|&ending| Some(ending) == game.ending);
        self.endings[ending.unwrap_or(Ending::ALL.len())] += 1;
    }

    /// Games that were counted.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// Adds what became of the other games.
    pub(super) fn finish(&mut self, reading: &Reading, is_filtered: bool) {
        self.faults = reading.faults;
        self.filtered_out = is_filtered.then_some(reading.filtered_out);
    }
}

/// A small table that ends with a line feed; its counts are those of games without a fault.
impl fmt::Display for ReplayStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.plies as f64 / self.games.max(1) as f64;
        writeln!(f, "games     {}", self.games)?;
        writeln!(f, "faults    {}", self.faults)?;
        if let Some(games) = self.filtered_out {
            writeln!(f, "left out  {games}")?;
        }
        writeln!(
            f,
            "plies     {} (mean {mean:.1}, longest {})",
            self.plies, self.longest
        )?;
        let outcomes = OUTCOMES.map(|outcome| outcome.to_string());
        writeln!(f, "results   {}", counted(&outcomes, "open", &self.outcomes))?;
        let endings = Ending::ALL.map(|ending| ending.to_string());
        writeln!(
            f,
            "endings   {}",
            counted(&endings, "not recorded", &self.endings)
        )
    }
}

/// `1-0 12, 0-1 9, open 1`: every count that is not zero.
fn counted(names: &[String], other: &str, counts: &[u64]) -> String {
    let names = names.iter().map(String::as_str).chain([other]);
    let filled = names.zip(counts).filter(|&(_, &count)| count > 0);
    let texts: Vec<String> = filled.map(|(name, count)| format!("{name} {count}")).collect();
    if texts.is_empty() {
        "none".to_owned()
    } else {
        texts.join(", ")
    }
}
