use crate::observation::{
    OBSERVATION_LEN, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK,
    Observation, REPETITION,
};
use crate::pit::MAX_PITS;
use crate::position::Position;
use crate::rules::{MAX_STONES, Rules};

/// Stones of one full lap on the board of the standard game.
const LAP: usize = 2 * MAX_PITS;

/// First of the 18 planes that say how many stones are left of a count after full laps of 18.
pub const REST_PLANES: usize = 0;
/// First of the 15 planes that say how many full laps of 18 a count has.
pub const LAP_PLANES: usize = LAP;
/// The plane of the tuzdiks.
pub const TUZDIK_PLANE: usize = LAP_PLANES + MAX_STONES / LAP + 1;
/// First of the two planes that say how often the position has occurred before.
pub const REPETITION_PLANES: usize = TUZDIK_PLANE + 1;

/// Planes, rows and cells of a row.
pub const PLANES_SHAPE: [usize; 3] = [REPETITION_PLANES + 2, ROWS, CELLS];
/// Numbers of all planes together.
pub const PLANES_LEN: usize = PLANES_SHAPE[0] * PLANE_LEN;

const ROWS: usize = 2;
const CELLS: usize = MAX_PITS + 1;
const PLANE_LEN: usize = ROWS * CELLS;

/// An [`Observation`] one-hot: `[36, 2, 10]`, 0 or 1.
///
/// Row 0 is the side to move, row 1 the opponent; cells 0–8 are the pits 1..9 from their owner's left, cell 9 the kazan.
///
/// | planes | 1 in a cell that |
/// |---|---|
/// | 0–17 | holds `n` stones with `n % 18` of this plane: this decides where the last stone falls, and its parity |
/// | 18–32 | holds `n` stones with `n / 18` of this plane |
/// | 33 | is a tuzdik; it belongs to the other row's player |
/// | 34, 35 | every cell, if the position has occurred once before, or twice and more |
///
/// So counts stay exact, up to 254. Cells of pits that a narrower board does not have are 0 on planes 0–33.
pub type Planes = [u8; PLANES_LEN];

impl Position {
    /// The position as the side to move sees it, one-hot; see [`observation`](Self::observation).
    pub fn planes(&self, rules: &Rules, occurrences: u32) -> Planes {
        let mut planes = [0; PLANES_LEN];
        encode_planes(rules, &self.observation(occurrences), &mut planes);
        planes
    }
}

/// Writes an observation as [`Planes`], over whatever was there.
#[inline]
pub fn encode_planes(rules: &Rules, observation: &Observation, planes: &mut Planes) {
    planes.fill(0);
    let cells = CELL_OF_COLUMN.iter().zip(observation);
    for (column, (&cell, &stones)) in cells.enumerate().take(OWN_TUZDIK) {
        if column < OWN_KAZAN && column % MAX_PITS >= rules.pits() {
            continue;
        }
        let stones = stones as usize;
        planes[(REST_PLANES + stones % LAP) * PLANE_LEN + cell] = 1;
        planes[(LAP_PLANES + stones / LAP) * PLANE_LEN + cell] = 1;
    }
    for (tuzdik, row) in [(OPPONENT_TUZDIK, 0), (OWN_TUZDIK, 1)] {
        if let Some(pit) = (observation[tuzdik] as usize).checked_sub(1) {
            planes[TUZDIK_PLANE * PLANE_LEN + row * CELLS + pit] = 1;
        }
    }
    if let Some(earlier) = (observation[REPETITION] as usize).checked_sub(1) {
        planes[(REPETITION_PLANES + earlier) * PLANE_LEN..][..PLANE_LEN].fill(1);
    }
}

/// Where the count of each column of an observation stands on a plane.
const CELL_OF_COLUMN: [usize; OBSERVATION_LEN] = {
    let mut cells = [0; OBSERVATION_LEN];
    let mut pit = 0;
    while pit < MAX_PITS {
        cells[OWN_PITS + pit] = pit;
        cells[OPPONENT_PITS + pit] = CELLS + pit;
        pit += 1;
    }
    cells[OWN_KAZAN] = MAX_PITS;
    cells[OPPONENT_KAZAN] = CELLS + MAX_PITS;
    cells
};
