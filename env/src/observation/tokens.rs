use crate::position::Position;
use crate::rules::Rules;
use crate::side::Side;

/// Number of tokens of an observation.
pub const OBSERVATION_LEN: usize = 23;

/// Column of the first of the nine own pits, from the mover's left.
pub const OWN_PITS: usize = 0;
/// Column of the first of the nine pits of the opponent, from the opponent's left.
pub const OPPONENT_PITS: usize = 9;
/// Column of the mover's kazan.
pub const OWN_KAZAN: usize = 18;
/// Column of the opponent's kazan.
pub const OPPONENT_KAZAN: usize = 19;
/// Column of the mover's tuzdik: 0 for none, else the number 1..9 of a pit of the opponent.
pub const OWN_TUZDIK: usize = 20;
/// Column of the opponent's tuzdik: 0 for none, else the number 1..9 of an own pit.
pub const OPPONENT_TUZDIK: usize = 21;
/// Column of the number of earlier occurrences of the position: 0, 1, or 2 for two and more.
pub const REPETITION: usize = 22;

/// A position as small whole numbers, seen by the side to move: `[23]`.
///
/// | columns | meaning |
/// |---|---|
/// | 0–8 | stones in the own pits 1..9 |
/// | 9–17 | stones in the opponent's pits 1..9 |
/// | 18, 19 | own kazan, opponent's kazan |
/// | 20 | own tuzdik: 0 none, else the number of the opponent's pit |
/// | 21 | opponent's tuzdik: 0 none, else the number of the own pit |
/// | 22 | earlier occurrences of the position: 0, 1, or 2 for two and more |
///
/// The pits stand in the order of sowing. Counts are exact, since their parity decides captures. The colour is left out:
/// a position and its mirror image give the same observation.
pub type Observation = [u8; OBSERVATION_LEN];

/// Number of different values of each column under a rule set: `[23]`. Embedding tables need this size.
pub fn observation_vocabulary(rules: &Rules) -> [usize; OBSERVATION_LEN] {
    let mut vocabulary = [rules.total_stones() + 1; OBSERVATION_LEN];
    vocabulary[OWN_TUZDIK] = rules.pits() + 1;
    vocabulary[OPPONENT_TUZDIK] = rules.pits() + 1;
    vocabulary[REPETITION] = 3;
    vocabulary
}

impl Position {
    /// The position as the side to move sees it. `occurrences` says how often it has occurred, this time included, as
    /// [`Game::occurrences`](crate::Game::occurrences) does.
    #[inline]
    pub fn observation(&self, occurrences: u32) -> Observation {
        let mover = self.turn();
        let mut tokens = [0; OBSERVATION_LEN];
        tokens[OWN_PITS..OPPONENT_PITS].copy_from_slice(self.pits(mover));
        tokens[OPPONENT_PITS..OWN_KAZAN].copy_from_slice(self.pits(!mover));
        tokens[OWN_KAZAN] = self.kazan(mover);
        tokens[OPPONENT_KAZAN] = self.kazan(!mover);
        tokens[OWN_TUZDIK] = self.tuzdik_number(mover);
        tokens[OPPONENT_TUZDIK] = self.tuzdik_number(!mover);
        tokens[REPETITION] = occurrences.saturating_sub(1).min(2) as u8;
        tokens
    }

    fn tuzdik_number(&self, side: Side) -> u8 {
        self.tuzdik(side).map_or(0, |pit| pit.number() as u8)
    }
}
