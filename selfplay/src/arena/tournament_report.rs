use std::fmt;

use serde::Serialize;

use crate::arena::forfeits::Forfeit;
use crate::arena::report::MatchReport;
use crate::statistics::{
    PairingResult, Pentanomial, Rating, RatingAnchor, RatingError, RatingMethod, Ratings,
};

/// What came of a tournament: the players by rating, and what they scored against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TournamentReport {
    /// How the ratings were found.
    pub method: RatingMethod,
    /// The players, the strongest first.
    pub players: Vec<RankedPlayer>,
    /// Half points that a player (row, by rank) took from another (column), and the number of their games; `None` if they did not
    /// meet: `[N, N]`.
    pub crosstable: Vec<Vec<Option<Encounter>>>,
    /// Number of games in all matches.
    pub games: usize,
    /// Number of different ones, those of each match counted apart.
    pub distinct_games: usize,
    /// The games that were lost on time or by faults, by player and reason, the most frequent first.
    pub forfeits: Vec<Forfeit>,
    /// Matches in which players repeated games, with the warning.
    pub warnings: Vec<String>,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RankedPlayer {
    /// Name of the player.
    pub name: String,
    /// Number of the player in the tournament, from 0.
    pub number: usize,
    /// The rating and its 95 % interval, against the anchor.
    pub rating: Rating,
    /// Points: one for a win and half of one for a draw or a truncated game.
    pub points: f64,
    /// Games played.
    pub games: u64,
    /// How probable it is that the player is stronger than the next one in the table; `None` for the last.
    pub superiority: Option<f64>,
}

/// What a player scored against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Encounter {
    /// Points of the player.
    pub points: f64,
    /// Games.
    pub games: u64,
}

impl TournamentReport {
    /// The report on these matches between the players with these names. Each match comes with the numbers of its first and second
    /// player.
    ///
    /// # Errors
    /// If no ratings follow from the matches.
    pub fn new(
        names: &[String],
        matches: &[(usize, usize, MatchReport)],
        anchor: RatingAnchor,
    ) -> Result<Self, RatingError> {
        let results: Vec<PairingResult> = matches
            .iter()
            .map(|(first, second, report)| PairingResult {
                first: *first,
                second: *second,
                pairs: report.pairs,
            })
            .collect();
        let ratings = Ratings::new(names.len(), &results)?;
        let mut ranking: Vec<usize> = (0..names.len()).collect();
        let elo = |player: usize| ratings.rating(player, anchor).elo;
        ranking.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        let rows: Vec<Vec<Option<Encounter>>> = ranking
            .iter()
            .map(|&player| {
                ranking
                    .iter()
                    .map(|&other| encounter(&results, player, other))
                    .collect()
            })
            .collect();
        let ranked = ranking
            .iter()
            .zip(&rows)
            .enumerate()
            .map(|(rank, (&number, row))| RankedPlayer {
                name: names[number].clone(),
                number,
                rating: ratings.rating(number, anchor),
                points: row.iter().flatten().map(|met| met.points).sum(),
                games: row.iter().flatten().map(|met| met.games).sum(),
                superiority: ranking
                    .get(rank + 1)
                    .map(|&next| ratings.superiority(number, next)),
            });
        let warnings = matches.iter().filter_map(|(_, _, report)| {
            let warning = report.warning()?;
            Some(format!("{} against {}: {warning}", report.first, report.second))
        });
        Ok(Self {
            method: ratings.method(),
            players: ranked.collect(),
            crosstable: rows,
            games: matches.iter().map(|(_, _, report)| report.games.len()).sum(),
            distinct_games: matches.iter().map(|(_, _, report)| report.distinct_games).sum(),
            forfeits: Forfeit::merged(matches.iter().flat_map(|(_, _, report)| report.forfeits.clone())),
            warnings: warnings.collect(),
        })
    }

    /// What readers of the ratings have to know about how they were found, if anything.
    pub const fn method_note(&self) -> Option<&'static str> {
        match self.method {
            RatingMethod::MaximumLikelihood => None,
            RatingMethod::WithDrawnPairs => Some(
                "Some players took every point from others, so that one drawn pair was added to each match.",
            ),
        }
    }
}

/// What `player` scored against `other` in all their matches.
fn encounter(results: &[PairingResult], player: usize, other: usize) -> Option<Encounter> {
    let pairs: Vec<Pentanomial> = results
        .iter()
        .filter_map(|result| match (result.first, result.second) {
            (first, second) if (first, second) == (player, other) => Some(result.pairs),
            (first, second) if (first, second) == (other, player) => Some(result.pairs.swapped()),
            _ => None,
        })
        .collect();
    let games = pairs.iter().map(|pairs| 2 * pairs.pairs()).sum();
    let points = pairs
        .iter()
        .map(|pairs| 2.0 * pairs.pairs() as f64 * pairs.mean().unwrap_or(0.0))
        .sum();
    (games > 0).then_some(Encounter { points, games })
}

/// Two tables for people: the ranking, and the shares of the points that each player took from each other.
impl fmt::Display for TournamentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .players
            .iter()
            .map(|player| player.name.chars().count())
            .max();
        let width = width.unwrap_or(0).max(6);
        writeln!(
            f,
            "{:>3}  {:<width$}  {:>19}  {:>8}  {:>6}  {:>6}  {:>7}",
            "", "player", "Elo", "points", "games", "score", "LOS"
        )?;
        for (rank, player) in self.players.iter().enumerate() {
            let superiority = player
                .superiority
                .map_or_else(String::new, |superiority| format!("{:.1} %", 100.0 * superiority));
            let line = format!(
                "{:>3}  {:<width$}  {:>19}  {:>8.1}  {:>6}  {:>6.3}  {superiority:>7}",
                rank + 1,
                player.name,
                player.rating.to_string(),
                player.points,
                player.games,
                player.points / player.games as f64,
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        write!(f, "\n{:>3}  {:<width$}", "", "score against")?;
        for rank in 1..=self.players.len() {
            write!(f, "  {rank:>5}")?;
        }
        for (rank, (player, row)) in self.players.iter().zip(&self.crosstable).enumerate() {
            write!(f, "\n{:>3}  {:<width$}", rank + 1, player.name)?;
            for met in row {
                match met {
                    Some(met) => write!(f, "  {:>5.3}", met.points / met.games as f64)?,
                    None => write!(f, "  {:>5}", "·")?,
                }
            }
        }
        if let Some(note) = self.method_note() {
            write!(f, "\n\n{note}")?;
        }
        write!(f, "\n\n{} games, {} different", self.games, self.distinct_games)?;
        for line in Forfeit::lines(&self.forfeits) {
            write!(f, "\n{line}")?;
        }
        for warning in &self.warnings {
            write!(f, "\nwarning: {warning}")?;
        }
        Ok(())
    }
}
