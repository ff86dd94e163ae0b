//! Which games of a collection are meant.

use clap::{Args, ValueEnum};
use kumalak_env::record::{DateSpan, GameRecord, ReplayedGame};
use kumalak_env::{Ending, Outcome, Side};

/// Conditions, all of which a game must meet. A game that does not say what a condition asks for does not meet it.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which games")]
pub(super) struct FilterArgs {
    /// Both players are rated, and at least so high
    #[arg(long, value_name = "N")]
    min_rating: Option<u16>,
    /// Both players are rated, and at most so high
    #[arg(long, value_name = "N")]
    max_rating: Option<u16>,
    /// At least so many plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// At most so many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// One of these endings, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    ending: Vec<EndingChoice>,
    /// One of these results, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    result: Vec<ResultChoice>,
    /// Certainly not played before this date, such as 2025, 2025-03 or 2025-03-30
    #[arg(long, value_name = "DATE")]
    since: Option<DateSpan>,
    /// Certainly not played after this date
    #[arg(long, value_name = "DATE")]
    until: Option<DateSpan>,
}

/// The values of `--ending`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EndingChoice {
    Majority,
    Atsyrau,
    Repetition,
    Resignation,
    Agreement,
    TimeForfeit,
    /// The record does not say, and the board has not ended
    Unknown,
}

impl EndingChoice {
    const fn ending(self) -> Option<Ending> {
        match self {
            Self::Majority => Some(Ending::Majority),
            Self::Atsyrau => Some(Ending::Atsyrau),
            Self::Repetition => Some(Ending::Repetition),
            Self::Resignation => Some(Ending::Resignation),
            Self::Agreement => Some(Ending::Agreement),
            Self::TimeForfeit => Some(Ending::TimeForfeit),
            Self::Unknown => None,
        }
    }
}

/// The values of `--result`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ResultChoice {
    /// White won
    #[value(name = "1-0", alias = "white")]
    White,
    /// A draw
    #[value(name = "1/2-1/2", alias = "draw")]
    Draw,
    /// Black won
    #[value(name = "0-1", alias = "black")]
    Black,
    /// No result
    #[value(name = "open", alias = "*")]
    Open,
}

impl ResultChoice {
    const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::White => Some(Outcome::WhiteWins),
            Self::Draw => Some(Outcome::Draw),
            Self::Black => Some(Outcome::BlackWins),
            Self::Open => None,
        }
    }
}

impl FilterArgs {
    /// Whether a game meets all conditions.
    pub(super) fn accepts(&self, record: &GameRecord, game: &ReplayedGame) -> bool {
        self.accepts_ratings(record)
            && self.accepts_date(record)
            && self.min_plies.is_none_or(|least| game.plies() >= least)
            && self.max_plies.is_none_or(|most| game.plies() <= most)
            && is_among(&self.ending, |choice| choice.ending() == game.ending)
            && is_among(&self.result, |choice| choice.outcome() == game.outcome)
    }

    /// Whether there is no condition.
    pub(super) const fn is_empty(&self) -> bool {
        matches!(
            self,
            Self {
                min_rating: None,
                max_rating: None,
                min_plies: None,
                max_plies: None,
                ending,
                result,
                since: None,
                until: None,
            } if ending.is_empty() && result.is_empty()
        )
    }

    fn accepts_ratings(&self, record: &GameRecord) -> bool {
        if self.min_rating.is_none() && self.max_rating.is_none() {
            return true;
        }
        let range = self.min_rating.unwrap_or(0)..=self.max_rating.unwrap_or(u16::MAX);
        let ratings = Side::ALL.map(|side| record.rating(side));
        ratings
            .iter()
            .all(|rating| rating.is_some_and(|rating| range.contains(&rating)))
    }

    fn accepts_date(&self, record: &GameRecord) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        record
            .date()
            .is_some_and(|date| date.lies_within(self.since, self.until))
    }
}

fn is_among<T: Copy>(choices: &[T], is_meant: impl Fn(T) -> bool) -> bool {
    choices.is_empty() || choices.iter().any(|&choice| is_meant(choice))
}
