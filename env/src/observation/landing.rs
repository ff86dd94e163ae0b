use crate::pit::MAX_PITS;
use crate::position::Position;
use crate::rules::Rules;

/// Moves, and columns of each.
pub const LANDING_SHAPE: [usize; 2] = [MAX_PITS, 4];

/// Column of the pit of the last stone: 1–9 an own pit, 10–18 pit 1–9 of the opponent, 0 for an illegal move.
pub const LANDING_PIT: usize = 0;
/// Column of the stones that the move wins: capture, new tuzdik and stones in the own tuzdik.
pub const STONES_WON: usize = 1;
/// Column that is 1 if the move makes a tuzdik, else 0.
pub const MAKES_TUZDIK: usize = 2;
/// Column of the stones that fall in the opponent's tuzdik.
pub const STONES_GIVEN: usize = 3;

/// What each move of the side to move does: `[9, 4]`, one row a pit, zeros where the move is illegal.
///
/// | column | meaning |
/// |---|---|
/// | 0 | pit of the last stone: 1–9 own, 10–18 the opponent's pit 1–9 |
/// | 1 | stones won: capture, new tuzdik, stones in the own tuzdik |
/// | 2 | 1 if the move makes a tuzdik |
/// | 3 | stones that fall in the opponent's tuzdik |
///
/// The stones that atsyrau brings at the end of a game do not count. The map is what a network would have to work out by
/// counting; it repeats, and does not replace, the position.
pub type LandingMap = [[u8; LANDING_SHAPE[1]]; MAX_PITS];

impl Position {
    /// What each legal move does.
    pub fn landing_map(&self, rules: &Rules) -> LandingMap {
        let mut map = LandingMap::default();
        for pit in self.legal_moves(rules) {
            let mut after = *self;
            let sowing = after.play_unchecked(rules, pit);
            let opponents_row = usize::from(sowing.last_side != sowing.mover);
            let row = &mut map[pit.index()];
            row[LANDING_PIT] = (opponents_row * MAX_PITS + sowing.last_pit.number()) as u8;
            row[STONES_WON] = sowing.stones_won();
            row[MAKES_TUZDIK] = sowing.makes_tuzdik.into();
            row[STONES_GIVEN] = sowing.into_opponent_tuzdik;
        }
        map
    }
}
