use kumalak_env::record::GameRecord;
use kumalak_env::{Game, Outcome, Side};
use kumalak_selfplay::{AnalyzedMove, GameAnalysis};
use serde_json::{Value, json};

/// A recorded game with its analysis.
pub(super) struct JudgedGame {
    pub(super) record: GameRecord,
    pub(super) game: Game,
    pub(super) analysis: GameAnalysis,
    /// Who judged.
    pub(super) judge: String,
}

/// How one side played.
pub(super) struct SideTally {
    /// Moves where there was a choice.
    pub(super) moves: usize,
    /// How many of them were the judge's own choice.
    pub(super) first_choices: usize,
    /// Points given away; `None` if the judge does not say what it thinks.
    pub(super) loss: Option<f64>,
}

impl JudgedGame {
    /// A player's name, or `?`.
    pub(super) fn name(&self, side: Side) -> &str {
        let tag = match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        self.record.tags.get(tag).unwrap_or("?")
    }

    /// A player's rating, if the record has it.
    pub(super) fn rating(&self, side: Side) -> Option<u16> {
        self.record.rating(side)
    }

    /// The result, if there is one.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.record.result.or(self.game.status().outcome())
    }

    /// The result as records write it.
    pub(super) fn result(&self) -> String {
        self.outcome()
            .map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
    }

    /// Whether every move was judged, as long as nobody stops it.
    pub(super) fn is_whole(&self) -> bool {
        self.analysis.moves.len() == self.game.moves().len()
    }

    pub(super) fn tally(&self, side: Side) -> SideTally {
        let moves = self.analysis.moves.iter();
        let moves: Vec<&AnalyzedMove> = moves
            .filter(|analyzed| analyzed.side == side && analyzed.is_choice())
            .collect();
        SideTally {
            moves: moves.len(),
            first_choices: moves.iter().filter(|analyzed| analyzed.is_first_choice()).count(),
            loss: moves.iter().map(|analyzed| analyzed.loss()).sum(),
        }
    }

    /// Each move as score sheets write it, played and preferred: `[moves]`.
    pub(super) fn notations(&self) -> Vec<[String; 2]> {
        let mut game = Game::from_position(*self.game.rules(), *self.game.start());
        let moves = self.analysis.moves.iter().map(|analyzed| {
            let best = game.clone().play(analyzed.best).notation().to_string();
            [game.play(analyzed.played).notation().to_string(), best]
        });
        moves.collect()
    }

    /// Everything as JSON. Points are those of White and lie between 0 and 1.
    pub(super) fn json(&self) -> Value {
        let notations = self.notations();
        let moves = self.analysis.moves.iter().zip(&notations);
        let moves: Vec<Value> = moves
            .map(|(analyzed, [played, best])| {
                json!({
                    "ply": analyzed.ply,
                    "side": analyzed.side.to_string().to_lowercase(),
                    "move": played,
                    "best": best,
                    "choices": analyzed.choices,
                    "evaluation": analyzed.judgement.map(|judgement| judgement.evaluation),
                    "white_points_before": analyzed.white_points_before(),
                    "loss": analyzed.loss(),
                })
            })
            .collect();
        let players = Side::ALL.map(|side| {
            let tally = self.tally(side);
            json!({
                "name": self.name(side),
                "rating": self.rating(side),
                "moves": tally.moves,
                "first_choice": tally.first_choice(),
                "mean_loss": tally.mean_loss(),
            })
        });
        let [white, black] = players;
        json!({
            "source": self.record.place.to_string(),
            "judge": self.judge,
            "result": self.result(),
            "white": white,
            "black": black,
            "moves": moves,
            "white_points": self.analysis.white_points(),
        })
    }
}

impl SideTally {
    /// Share of the moves that were the judge's own choice.
    pub(super) fn first_choice(&self) -> f64 {
        self.first_choices as f64 / self.moves.max(1) as f64
    }

    /// Points given away with a move, in the mean; `None` without a move, or if one was not judged.
    pub(super) fn mean_loss(&self) -> Option<f64> {
        let loss = self.loss.filter(|_| self.moves > 0);
        loss.map(|loss| loss / self.moves as f64)
    }
}
