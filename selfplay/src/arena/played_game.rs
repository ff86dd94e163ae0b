use kumalak_env::record::GameRecord;
use kumalak_env::{Ending, Game, Outcome, Pit, Side};

use crate::arena::tally::Tally;
use crate::arena::termination::Termination;
use crate::move_evaluation::MoveEvaluation;
use crate::statistics::PairScore;

/// A finished game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// Number of its pair, from 0.
    pub pair: usize,
    /// The side of the first player.
    pub first_side: Side,
    /// How many moves, from the start of the game, are the opening.
    pub opening_plies: usize,
    /// The game itself; it is unfinished if something else than the rules ended it.
    pub game: Game,
    /// What ended it.
    pub termination: Termination,
    /// What the players thought of their moves, from the side that moved: one for each move after the opening; empty if
    /// no player said anything.
    pub evaluations: Vec<Option<MoveEvaluation>>,
}

/// Both games of an opening: the one in which the first player was White, then the other.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedPair {
    /// The games: `[2]`.
    pub games: [PlayedGame; 2],
}

impl PlayedGame {
    /// The moves of the opening.
    pub fn opening(&self) -> &[Pit] {
        &self.game.moves()[..self.opening_plies]
    }

    /// The result; `None` if the game was cut off by the ply cap.
    pub fn outcome(&self) -> Option<Outcome> {
        self.termination.outcome().or(self.game.status().outcome())
    }

    /// How the game ended, as records say it; `None` for a ply cap, a fault and an adjudication.
    pub fn ending(&self) -> Option<Ending> {
        self.termination.ending().or(self.game.status().ending())
    }

    /// Half points of the first player: 2 for a win, 1 for a draw or a truncated game, 0 for a loss.
    pub fn half_points(&self) -> u8 {
        let sign = self
            .outcome()
            .map_or(0, |outcome| outcome.sign_for(self.first_side));
        (sign + 1) as u8
    }

    /// The first player's stones less the second player's when the game ended.
    pub fn margin(&self) -> i32 {
        let kazan = |side| i32::from(self.game.position().kazan(side));
        kazan(self.first_side) - kazan(!self.first_side)
    }

    /// The game counted from the first player's side.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        match self.outcome().map(|outcome| outcome.sign_for(self.first_side)) {
            None => tally.truncated = 1,
            Some(1) => tally.wins = 1,
            Some(0) => tally.draws = 1,
            Some(_) => tally.losses = 1,
        }
        tally
    }

    /// The game as a record, with tags for the players, the number of the game, the opening, evaluations, and what ended the
    /// game if the rules did not.
    pub fn record(&self, first: &str, second: &str) -> GameRecord {
        let mut record = GameRecord::from_game(&self.game);
        (record.result, record.ending) = (self.outcome(), self.ending());
        let (white, black) = match self.first_side {
            Side::White => (first, second),
            Side::Black => (second, first),
        };
        record.tags.push("White", white);
        record.tags.push("Black", black);
        let game = self.first_side.index() + 1;
        record.tags.push("Round", format!("{}.{game}", self.pair + 1));
        record.tags.push("OpeningPlies", self.opening_plies.to_string());
        if self.termination != Termination::Rules {
            record.tags.push("Termination", self.termination.to_string());
        }
        if !self.evaluations.is_empty() {
            record.tags.push("Evaluations", self.evaluation_text());
        }
        record
    }

    /// `+0.250; -; win in 5`.
    fn evaluation_text(&self) -> String {
        let texts = self
            .evaluations
            .iter()
            .map(|evaluation| evaluation.map_or_else(|| "-".to_owned(), |evaluation| evaluation.to_string()));
        texts.collect::<Vec<_>>().join("; ")
    }
}

impl PlayedPair {
    /// The two games of a pair, in any order; `None` if they are not a pair.
    pub fn new(one: PlayedGame, other: PlayedGame) -> Option<Self> {
        let is_pair = one.pair == other.pair && one.first_side == !other.first_side;
        let games = match one.first_side {
            Side::White => [one, other],
            Side::Black => [other, one],
        };
        is_pair.then_some(Self { games })
    }

    /// Number of the pair, from 0.
    pub fn number(&self) -> usize {
        self.games[0].pair
    }

    /// Points of the first player.
    pub fn score(&self) -> PairScore {
        let half_points: u8 = self.games.iter().map(PlayedGame::half_points).sum();
        PairScore::ALL[usize::from(half_points)]
    }

    /// The results of both games.
    pub fn tally(&self) -> Tally {
        self.games[0].tally() + self.games[1].tally()
    }
}
