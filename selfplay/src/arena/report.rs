use std::collections::HashSet;
use std::fmt;

use kumalak_env::Side;
use serde::Serialize;

use crate::arena::forfeits::Forfeit;
use crate::arena::played_game::PlayedGame;
use crate::arena::scoreboard::Scoreboard;
use crate::arena::settings::ArenaSettings;
use crate::arena::tally::Tally;
use crate::arena::termination::Termination;
use crate::statistics::{
    EloEstimate, NormalizedElo, Pentanomial, ScoreEstimate, SprtReport, likelihood_of_superiority,
};

/// What came of a match, from the first player's side. Counts only pairs of which both games were finished.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    /// Name of the first player.
    pub first: String,
    /// Name of the second player.
    pub second: String,
    /// The seed of the match.
    pub seed: u64,
    /// Where the openings come from.
    pub openings: String,
    /// How long the players could think.
    pub time_control: String,
    /// Whether all pairs were played.
    pub completion: Completion,
    /// Results of all games.
    pub total: Tally,
    /// Results of the games in which the first player was White.
    pub as_white: Tally,
    /// Results of the games in which the first player was Black.
    pub as_black: Tally,
    /// Pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// Share of the points of the first player.
    pub score: ScoreEstimate,
    /// How much stronger the first player is.
    pub elo: EloEstimate,
    /// The same in normalized Elo; `None` if all pairs scored alike.
    pub normalized_elo: Option<NormalizedElo>,
    /// How probable it is that the first player is the stronger one.
    pub superiority: f64,
    /// The sequential test, if the match was one.
    pub sprt: Option<SprtReport>,
    /// Mean length of the games in plies, openings included.
    pub mean_plies: f64,
    /// Mean of the first player's stones less the second player's at the end of the games.
    pub mean_margin: f64,
    /// Number of different games; equal games of deterministic players tell nothing new.
    pub distinct_games: usize,
    /// Games that something else than the rules ended.
    pub unusual: UnusualEndings,
    /// The games that were lost on time or by faults, by player and reason, the most frequent first.
    pub forfeits: Vec<Forfeit>,
    /// Every game, ordered by pair, the one in which the first player was White before the other.
    pub games: Vec<PlayedGame>,
}

/// How often something else than the rules ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct UnusualEndings {
    /// Games that the first player lost on time.
    pub first_late: u64,
    /// Games that the second player lost on time.
    pub second_late: u64,
    /// Games that the first player lost by a fault.
    pub first_faults: u64,
    /// Games that the second player lost by a fault.
    pub second_faults: u64,
    /// Games that the arena adjudicated.
    pub adjudicated: u64,
}

/// Whether a match was played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// All pairs were played.
    Complete,
    /// The sequential test was decided before.
    Decided,
    /// The match was stopped before.
    Stopped,
}

impl MatchReport {
    /// The report on a match; `None` if no pair counts.
    pub(crate) fn new(
        settings: &ArenaSettings,
        [first, second]: [String; 2],
        board: Scoreboard<'_>,
    ) -> Option<Self> {
        let is_decided = board.is_decided();
        let finished = board.into_pairs();
        let pairs: Pentanomial = finished.iter().map(|pair| pair.score()).collect();
        let games: Vec<PlayedGame> = finished.into_iter().flat_map(|pair| pair.games).collect();
        let score = ScoreEstimate::from_pairs(&pairs)?;
        let as_white = tally_of_side(&games, Side::White);
        let as_black = tally_of_side(&games, Side::Black);
        let mean = |value: fn(&PlayedGame) -> f64| games.iter().map(value).sum::<f64>() / games.len() as f64;
        let distinct: HashSet<_> = games
            .iter()
            .map(|played| (played.game.start(), played.game.moves()))
            .collect();
        Some(Self {
            forfeits: Forfeit::count(&first, &second, &games),
            first,
            second,
            seed: settings.seed,
            openings: settings.openings.to_string(),
            time_control: settings.time_control.to_string(),
            completion: if is_decided {
                Completion::Decided
            } else if pairs.pairs() == settings.pairs as u64 {
                Completion::Complete
            } else {
                Completion::Stopped
            },
            total: as_white + as_black,
            as_white,
            as_black,
            pairs,
            score,
            elo: EloEstimate::from(score),
            normalized_elo: NormalizedElo::from_pairs(&pairs),
            superiority: likelihood_of_superiority(&pairs)?,
            sprt: settings.stop.sprt().map(|sprt| sprt.report(&pairs)),
            mean_plies: mean(|played| played.game.moves().len() as f64),
            mean_margin: mean(|played| f64::from(played.margin())),
            distinct_games: distinct.len(),
            unusual: UnusualEndings::count(&games),
            games,
        })
    }

    /// A warning if players repeated games, so that there is less evidence than the intervals assume.
    pub fn warning(&self) -> Option<String> {
        let repeated = self.games.len() - self.distinct_games;
        (repeated > 0).then(|| {
            format!(
                "{repeated} of {} games repeat others and tell nothing new, so that the intervals are too narrow: take longer \
                 or more openings",
                self.games.len()
            )
        })
    }
}

impl UnusualEndings {
    fn count(games: &[PlayedGame]) -> Self {
        let mut unusual = Self::default();
        for played in games {
            let is_first = |side| side == played.first_side;
            match played.termination {
                Termination::Rules => {}
                Termination::Time { loser } if is_first(loser) => unusual.first_late += 1,
                Termination::Time { .. } => unusual.second_late += 1,
                Termination::Fault { loser, .. } if is_first(loser) => unusual.first_faults += 1,
                Termination::Fault { .. } => unusual.second_faults += 1,
                Termination::Adjudication { .. } => unusual.adjudicated += 1,
            }
        }
        unusual
    }
}

fn tally_of_side(games: &[PlayedGame], first_side: Side) -> Tally {
    let of_side = games.iter().filter(|played| played.first_side == first_side);
    of_side.fold(Tally::default(), |tally, played| tally + played.tally())
}

/// A few lines for people.
impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} against {}: {}", self.first, self.second, self.total)?;
        writeln!(f, "  as White  {}", self.as_white)?;
        writeln!(f, "  as Black  {}", self.as_black)?;
        writeln!(f, "  pairs     {:?} scored 0, ½, 1, 1½, 2", self.pairs.counts())?;
        writeln!(f, "  score     {}", self.score)?;
        write!(f, "  Elo       {}", self.elo)?;
        match self.normalized_elo {
            Some(normalized) => write!(f, ", normalized {normalized}")?,
            None => write!(f, ", normalized unknown, since all pairs scored alike")?,
        }
        writeln!(f, "\n  LOS       {:.2} %", 100.0 * self.superiority)?;
        if let Some(sprt) = self.sprt {
            writeln!(f, "  SPRT      {sprt}")?;
        }
        write!(
            f,
            "  games     {} different, {:.1} plies and a margin of {:+.1} stones in the mean",
            self.distinct_games, self.mean_plies, self.mean_margin
        )?;
        if self.unusual != UnusualEndings::default() {
            write!(f, "\n  endings   {}", self.unusual)?;
        }
        for line in Forfeit::lines(&self.forfeits) {
            write!(f, "\n  forfeits  {line}")?;
        }
        if let Some(warning) = self.warning() {
            write!(f, "\n  warning: {warning}")?;
        }
        match self.completion {
            Completion::Complete => Ok(()),
            Completion::Decided => write!(f, "\n  decided after {} pairs", self.pairs.pairs()),
            Completion::Stopped => write!(f, "\n  stopped after {} pairs", self.pairs.pairs()),
        }
    }
}

/// `lost on time 3 and 0, by a fault 0 and 1, adjudicated 12` (the first player's number before the second's).
impl fmt::Display for UnusualEndings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "lost on time {} and {}, by a fault {} and {}, adjudicated {}",
            self.first_late, self.second_late, self.first_faults, self.second_faults, self.adjudicated
        )
    }
}
