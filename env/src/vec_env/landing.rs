//! What every move of 64 boards would do, without playing it.

use crate::observation::{
    LANDING_PIT, LANDING_SHAPE, MAKES_TUZDIK, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_TUZDIK, STONES_GIVEN,
    STONES_WON,
};
use crate::pit::MAX_PITS;
use crate::vec_env::block::{Block, End, LANES, Lanes};
use crate::vec_env::kernel::{Switches, ahead, keep, lanes, wrap};

/// Columns of the landing maps of a block: `[9 · 4, 64]`.
pub(super) type LandingColumns = [Lanes; LANDING_LEN];

/// One landing map, flat.
pub(super) type LandingRow = [u8; LANDING_LEN];

/// Numbers of one landing map.
pub(super) const LANDING_LEN: usize = LANDING_SHAPE[0] * LANDING_SHAPE[1];

/// Works out the landing maps of a block; those of finished boards are zeros.
#[inline(always)]
pub(super) fn landing_columns(
    rules: &Switches,
    playable: &[Lanes; MAX_PITS],
    block: &Block,
    columns: &mut LandingColumns,
) {
    *columns = [[0; LANES]; LANDING_LEN];
    let (rows, _) = columns.as_chunks_mut::<{ LANDING_SHAPE[1] }>();
    for (origin, row) in rows[..rules.pits as usize].iter_mut().enumerate() {
        let live = lanes(|lane| block.end[lane] == End::None as u8);
        let stones = lanes(|lane| keep(live[lane], playable[origin][lane]));
        *row = landing_of_pit(rules, origin as u8, &stones, block);
    }
}

/// The row of one pit, which holds `stones`: 0 where it cannot be played.
#[inline(always)]
fn landing_of_pit(rules: &Switches, origin: u8, stones: &Lanes, block: &Block) -> [Lanes; LANDING_SHAPE[1]] {
    let (pits, ring) = (rules.pits, rules.ring);
    let own_tuzdik = &block.columns[OWN_TUZDIK];
    let opponent_tuzdik = &block.columns[OPPONENT_TUZDIK];

    let first = lanes(|lane| origin + (u8::from(stones[lane] == 1) | rules.first_stone_moves));
    let laps = lanes(|lane| rules.full_laps(stones[lane].saturating_sub(1)));
    let rest = lanes(|lane| stones[lane].wrapping_sub(laps[lane].wrapping_mul(ring)));
    let falls = |lane: usize, index: u8| {
        laps[lane].wrapping_add(u8::from(ahead(first[lane], index, ring) < rest[lane]))
    };
    let last = lanes(|lane| wrap(first[lane].wrapping_add(rest[lane]).wrapping_sub(1), ring));
    // The number of the last pit on the opponent's side, or what is no number of a pit there.
    let number = lanes(|lane| last[lane].wrapping_sub(pits - 1));

    let mut before = [0; LANES];
    let mut on_opponents_side = [false; LANES];
    for pit in 0..pits {
        for lane in 0..LANES {
            let is_last = number[lane] == pit + 1;
            before[lane] |= keep(is_last, block.columns[OPPONENT_PITS + pit as usize][lane]);
            on_opponents_side[lane] |= is_last;
        }
    }
    let in_last = lanes(|lane| {
        let counts = on_opponents_side[lane] & (number[lane] != own_tuzdik[lane]);
        keep(counts, before[lane].wrapping_add(laps[lane]).wrapping_add(1))
    });
    let makes_tuzdik = lanes(|lane| {
        rules.may_make_tuzdik(
            in_last[lane],
            own_tuzdik[lane],
            opponent_tuzdik[lane],
            number[lane],
        )
    });
    let fallen = lanes(|lane| {
        keep(
            own_tuzdik[lane] != 0,
            falls(lane, (pits - 1).wrapping_add(own_tuzdik[lane])),
        )
    });
    let given = lanes(|lane| {
        keep(
            opponent_tuzdik[lane] != 0,
            falls(lane, opponent_tuzdik[lane].wrapping_sub(1)),
        )
    });

    let mut row = [[0; LANES]; LANDING_SHAPE[1]];
    row[LANDING_PIT] = lanes(|lane| {
        let on_nine_pits = last[lane] + 1 + keep(last[lane] >= pits, MAX_PITS as u8 - pits);
        keep(stones[lane] != 0, on_nine_pits)
    });
    row[STONES_WON] = lanes(|lane| {
        let taken = keep((in_last[lane] & 1 == 0) | makes_tuzdik[lane], in_last[lane]);
        keep(stones[lane] != 0, taken.wrapping_add(fallen[lane]))
    });
    row[MAKES_TUZDIK] = lanes(|lane| u8::from((stones[lane] != 0) & makes_tuzdik[lane]));
    row[STONES_GIVEN] = lanes(|lane| keep(stones[lane] != 0, given[lane]));
    row
}
