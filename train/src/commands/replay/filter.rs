//! Which games of a collection are meant.

use clap::{Args, ValueEnum};
use kumalak_env::record::{DateSpan, GameRecord, ReplayedGame};
use kumalak_env::{Ending, Outcome, Side};

use crate::exit::UsageError;

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
    /// Checks that a game can meet all conditions.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        let is_above =
            |least: Option<usize>, most: Option<usize>| least.zip(most).filter(|(least, most)| least > most);
        let ratings = is_above(self.min_rating.map(usize::from), self.max_rating.map(usize::from));
        let plies = is_above(self.min_plies, self.max_plies);
        for (name, range) in [("rating", ratings), ("plies", plies)] {
            if let Some((least, most)) = range {
                return Err(UsageError(format!(
                    "no game can meet --min-{name} {least} and --max-{name} {most}"
                )));
            }
        }
        match self.since.zip(self.until) {
            Some((since, until)) if until.is_before(&since) => Err(UsageError(
                "no game can meet --since and --until: the one is after the other".to_owned(),
            )),
            _ => Ok(()),
        }
    }

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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use kumalak_env::Rules;
    use kumalak_env::record::read_records;

    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        filter: FilterArgs,
    }

    /// A strong game, one that says little, and a resigned one of another month.
    const GAMES: &str = "\
kumalak-records 1

game
tag Date 2025.03.02
tag WhiteElo 1800
tag BlackElo 1500
76 76 99
end 1-0

game
tag Date 2024.??.??
76
end *

game
tag Date 30.04.2025
tag WhiteElo 1200
tag BlackElo 1900
98 98
end 0-1 resignation
";

    /// The games that these options keep, by their numbers.
    fn kept(options: &str) -> Vec<usize> {
        let line = std::iter::once("replay").chain(options.split_whitespace());
        let filter = CommandLine::try_parse_from(line).unwrap().filter;
        let games = read_records(GAMES.as_bytes(), "t").unwrap().map(Result::unwrap);
        let kept = (1..).zip(games).filter(|(_, record)| {
            let game = record.replay(&Rules::STANDARD).unwrap();
            filter.accepts(record, &game)
        });
        kept.map(|(number, _)| number).collect()
    }

    #[test]
    fn each_option_keeps_what_certainly_meets_it() {
        let cases: [(&str, &[usize]); 16] = [
            ("", &[1, 2, 3]),
            ("--min-rating 1300", &[1]),
            ("--min-rating 1200", &[1, 3]),
            ("--max-rating 1800", &[1]),
            ("--min-plies 2", &[1, 3]),
            ("--max-plies 2", &[2, 3]),
            ("--ending resignation", &[3]),
            ("--ending unknown", &[1, 2]),
            ("--ending unknown,resignation", &[1, 2, 3]),
            ("--ending time-forfeit", &[]),
            ("--result 1-0,0-1", &[1, 3]),
            ("--result open", &[2]),
            ("--since 2025", &[1, 3]),
            ("--until 2025-03", &[1, 2]),
            ("--since 2024-02", &[1, 3]),
            ("--since 2025 --until 2025.03.31 --result white", &[1]),
        ];
        for (options, expected) in cases {
            assert_eq!(kept(options), expected, "{options}");
        }
    }

    #[test]
    fn what_no_game_can_meet_is_refused() {
        let check = |options: &str| {
            let line = std::iter::once("replay").chain(options.split_whitespace());
            CommandLine::try_parse_from(line).unwrap().filter.check()
        };
        for (options, words) in [
            (
                "--min-plies 100 --max-plies 50",
                "--min-plies 100 and --max-plies 50",
            ),
            (
                "--min-rating 1900 --max-rating 1500",
                "--min-rating 1900 and --max-rating 1500",
            ),
            ("--since 2025 --until 2020", "--since and --until"),
        ] {
            let message = check(options).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        }
        for options in [
            "",
            "--min-plies 50 --max-plies 50",
            "--since 2025-06 --until 2025",
            "--since 2025 --until 2025",
        ] {
            assert!(check(options).is_ok(), "{options}");
        }
    }

    #[test]
    fn wrong_values_are_refused() {
        for options in [
            ["--ending", "mate"],
            ["--result", "2-0"],
            ["--until", "soon"],
            ["--min-rating", "-1"],
        ] {
            assert!(
                CommandLine::try_parse_from(["replay", options[0], options[1]]).is_err(),
                "{options:?}"
            );
        }
    }
}
