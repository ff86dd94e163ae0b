use std::collections::HashSet;
use std::fmt;

use kumalak_env::Side;
use serde::Serialize;

use crate::arena::played_game::PlayedGame;
use crate::arena::settings::ArenaSettings;
use crate::arena::tally::Tally;
use crate::statistics::{EloEstimate, PairScore, Pentanomial, ScoreEstimate};

/// What came of a match, from the first player's side. Counts only pairs of which both games were finished.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    /// Name of the first player.
    pub first: String,
    /// Name of the second player.
    pub second: String,
    /// The seed of the match.
    pub seed: u64,
    /// Plies of the random openings.
    pub opening_plies: usize,
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
    /// Mean length of the games in plies, openings included.
    pub mean_plies: f64,
    /// Mean of the first player's stones less the second player's at the end of the games.
    pub mean_margin: f64,
    /// Number of different games; equal games of deterministic players tell nothing new.
    pub distinct_games: usize,
    /// Every game, ordered by pair, the one in which the first player was White before the other.
    pub games: Vec<PlayedGame>,
}

/// Whether a match was played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// All pairs were played.
    Complete,
    /// The match was stopped before.
    Stopped,
}

impl MatchReport {
    /// The report on these games, in any order; `None` if no pair is complete.
    pub(crate) fn new(
        settings: &ArenaSettings,
        [first, second]: [String; 2],
        games: Vec<PlayedGame>,
    ) -> Option<Self> {
        let games = complete_pairs(games);
        let pairs: Pentanomial = games.chunks_exact(2).map(pair_score).collect();
        let score = ScoreEstimate::from_pairs(&pairs)?;
        let as_white = tally_of_side(&games, Side::White);
        let as_black = tally_of_side(&games, Side::Black);
        let mean = |value: fn(&PlayedGame) -> f64| games.iter().map(value).sum::<f64>() / games.len() as f64;
        let distinct: HashSet<_> = games.iter().map(|played| played.game.moves()).collect();
        Some(Self {
            first,
            second,
            seed: settings.seed,
            opening_plies: settings.opening_plies,
            completion: if pairs.pairs() == settings.pairs as u64 {
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
            mean_plies: mean(|played| played.game.moves().len() as f64),
            mean_margin: mean(|played| f64::from(played.margin())),
            distinct_games: distinct.len(),
            games,
        })
    }
}

/// The games of the pairs that have both, in order.
fn complete_pairs(mut games: Vec<PlayedGame>) -> Vec<PlayedGame> {
    games.sort_by_key(|played| (played.pair, played.first_side));
    let pairs: HashSet<usize> = games
        .windows(2)
        .filter(|two| two[0].pair == two[1].pair)
        .map(|two| two[0].pair)
        .collect();
    games.retain(|played| pairs.contains(&played.pair));
    games
}

fn pair_score(games: &[PlayedGame]) -> PairScore {
    let half_points: u8 = games.iter().map(PlayedGame::half_points).sum();
    PairScore::ALL[usize::from(half_points)]
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
        writeln!(f, "  Elo       {}", self.elo)?;
        write!(
            f,
            "  games     {} different, {:.1} plies and a margin of {:+.1} stones in the mean",
            self.distinct_games, self.mean_plies, self.mean_margin
        )?;
        match self.completion {
            Completion::Complete => Ok(()),
            Completion::Stopped => write!(f, "\n  stopped after {} pairs", self.pairs.pairs()),
        }
    }
}
