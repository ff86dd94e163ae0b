use std::collections::BTreeMap;
use std::fmt;

use kumalak_env::{Outcome, Side};
use serde::{Serialize, Serializer};

use super::analyze::{AnalyzedMove, GameAnalysis};

/// Many analysed games together, by the ratings of their players.
///
/// Moves without a choice are left out: everybody finds them.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisSummary {
    width: BandWidth,
    games: usize,
    bands: BTreeMap<Option<u16>, Tally>,
    prediction: Prediction,
}

/// How well the chances foretell the results.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Prediction {
    positions: usize,
    loss: f64,
}

/// Chances nearer to 0 or 1 than this count as this, so that one surprise does not outweigh everything.
const SUREST: f64 = 0.001;

/// How many rating points a band spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BandWidth(u16);

/// What players of a rating band played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Band {
    /// The lowest rating of the band; `None` for players without a rating.
    pub from: Option<u16>,
    /// Players, each counted once a game.
    pub players: usize,
    /// Moves where there was a choice.
    pub moves: usize,
    /// Share of them that were the analysing player's own choice.
    pub first_choice: f64,
    /// Mean of the points that they gave away; `None` if the analysing player did not say what it thinks of them.
    pub mean_loss: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Tally {
    players: usize,
    moves: usize,
    first_choices: usize,
    judged: usize,
    loss: f64,
}

impl BandWidth {
    /// Two hundred points, about the step between titles.
    pub const DEFAULT: Self = Self(200);

    /// A width of so many points; `None` for 0.
    pub const fn new(points: u16) -> Option<Self> {
        if points == 0 { None } else { Some(Self(points)) }
    }
}

impl AnalysisSummary {
    /// No games yet.
    pub const fn new(width: BandWidth) -> Self {
        Self {
            width,
            games: 0,
            bands: BTreeMap::new(),
            prediction: Prediction {
                positions: 0,
                loss: 0.0,
            },
        }
    }

    /// Adds a game with the ratings of White and of Black and its result, if it has one.
    pub fn add(&mut self, analysis: &GameAnalysis, ratings: [Option<u16>; 2], outcome: Option<Outcome>) {
        self.games += 1;
        if let Some(outcome) = outcome {
            let result = f64::from(1 + outcome.sign_for(Side::White)) / 2.0;
            let points = analysis
                .moves
                .iter()
                .filter_map(AnalyzedMove::white_points_before);
            for points in points {
                self.prediction.add(points, result);
            }
        }
        for side in Side::ALL {
            let rating = ratings[side.index()];
            let band = rating.map(|rating| rating - rating % self.width.0);
            let tally = self.bands.entry(band).or_default();
            tally.players += 1;
            let moves = analysis.moves.iter();
            for analyzed in moves.filter(|analyzed| analyzed.side == side && analyzed.is_choice()) {
                tally.moves += 1;
                tally.first_choices += usize::from(analyzed.is_first_choice());
                if let Some(loss) = analyzed.loss() {
                    tally.judged += 1;
                    tally.loss += loss;
                }
            }
        }
    }

    /// Number of games.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The bands, players without a rating first, then from low to high.
    pub fn bands(&self) -> Vec<Band> {
        let bands = self.bands.iter();
        bands.map(|(&from, tally)| tally.band(from)).collect()
    }

    /// All players together.
    pub fn total(&self) -> Band {
        let mut total = Tally::default();
        for tally in self.bands.values() {
            total.players += tally.players;
            total.moves += tally.moves;
            total.first_choices += tally.first_choices;
            total.judged += tally.judged;
            total.loss += tally.loss;
        }
        total.band(None)
    }

    /// Mean logarithmic loss, in nats, of the results of the games by the chances before every move; that of a coin is 0.693.
    /// `None` without a result or without chances.
    pub fn prediction_loss(&self) -> Option<f64> {
        let Prediction { positions, loss } = self.prediction;
        (positions > 0).then(|| loss / positions as f64)
    }

    fn name(&self, band: &Band) -> String {
        match band.from {
            None => "unrated".to_owned(),
            Some(from) => format!("{from}–{}", u32::from(from) + u32::from(self.width.0) - 1),
        }
    }
}

impl Prediction {
    fn add(&mut self, points: f64, result: f64) {
        let points = points.clamp(SUREST, 1.0 - SUREST);
        self.positions += 1;
        self.loss -= result * points.ln() + (1.0 - result) * (1.0 - points).ln();
    }
}

impl Tally {
    fn band(&self, from: Option<u16>) -> Band {
        Band {
            from,
            players: self.players,
            moves: self.moves,
            first_choice: self.first_choices as f64 / self.moves.max(1) as f64,
            mean_loss: (self.judged > 0).then(|| self.loss / self.judged as f64),
        }
    }
}

impl Serialize for AnalysisSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields {
            games: usize,
            prediction_loss: Option<f64>,
            band_width: u16,
            total: Band,
            bands: Vec<Band>,
        }
        Fields {
            games: self.games,
            prediction_loss: self.prediction_loss(),
            band_width: self.width.0,
            total: self.total(),
            bands: self.bands(),
        }
        .serialize(serializer)
    }
}

/// A table with a line for each band and one for all.
impl fmt::Display for AnalysisSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rating       players    moves  first choice  mean loss")?;
        let mut line = |name: &str, band: &Band| {
            let [choice, loss] = [Some(band.first_choice), band.mean_loss]
                .map(|share| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share)));
            writeln!(
                f,
                "{name:<11} {:8} {:8} {choice:>13} {loss:>10}",
                band.players, band.moves
            )
        };
        for band in self.bands() {
            line(&self.name(&band), &band)?;
        }
        line("all", &self.total())?;
        if self.bands.keys().all(Option::is_none) {
            writeln!(
                f,
                "no ratings: no game has the tag WhiteElo or BlackElo, by which players are told apart"
            )?;
        }
        match self.prediction_loss() {
            None => Ok(()),
            Some(loss) => writeln!(
                f,
                "\nprediction of the results: loss {loss:.4} (a coin has 0.6931)"
            ),
        }
    }
}
