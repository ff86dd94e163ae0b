use kumalak_env::{MAX_PITS, Pit, Position, Rules, Side};

/// Number of features of a position.
pub const FEATURES: usize = 16;

/// What the features are. "Own" is the side to move.
///
/// - `kazan`: own stones in the kazan less the opponent's.
/// - `stones`: stones in the own pits less those in the opponent's.
/// - `stones on the right`: the same of the pits 7 to 9.
/// - `filled pits`: own pits that hold stones less the opponent's.
/// - `heavy pits`: own pits of 12 stones and more less the opponent's.
/// - `lone pits`: own pits with one stone or two less the opponent's.
/// - `turn`: always 1.
/// - `tuzdik N`: 1 for an own tuzdik in the opponent's pit N, −1 for one of the opponent in the own pit N.
///
/// What a side could win by its next move is not counted: the search plays such moves out before it judges a position.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "kazan",
    "stones",
    "stones on the right",
    "filled pits",
    "heavy pits",
    "lone pits",
    "turn",
    "tuzdik 1",
    "tuzdik 2",
    "tuzdik 3",
    "tuzdik 4",
    "tuzdik 5",
    "tuzdik 6",
    "tuzdik 7",
    "tuzdik 8",
    "tuzdik 9",
];

/// Features before those of the tuzdiks.
pub(super) const COUNTS: usize = 7;

/// Stones from which on a pit is heavy.
const HEAVY_PIT: u8 = 12;

/// Small whole numbers that describe an unfinished position from its side to move: see [`FEATURE_NAMES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The features before those of the tuzdiks: `[7]`.
    pub(super) counts: [i16; COUNTS],
    /// The tuzdik of the side to move, and that of its opponent.
    pub(super) tuzdiks: [Option<Pit>; 2],
    /// Stones in the pits.
    pub stones_in_pits: i16,
    /// Stones of the game.
    pub total_stones: i16,
}

impl Features {
    /// The features of a position.
    #[inline]
    pub fn of(position: &Position, rules: &Rules) -> Self {
        let sides = [position.turn(), !position.turn()];
        let [own_kazan, other_kazan] = sides.map(|side| i16::from(position.kazan(side)));
        let [own, other] = sides.map(|side| RowCounts::of(position, side));
        let total_stones = rules.total_stones() as i16;
        Self {
            counts: [
                own_kazan - other_kazan,
                own.stones - other.stones,
                own.right - other.right,
                own.filled - other.filled,
                own.heavy - other.heavy,
                own.lone - other.lone,
                1,
            ],
            tuzdiks: sides.map(|side| position.tuzdik(side)),
            stones_in_pits: total_stones - own_kazan - other_kazan,
            total_stones,
        }
    }

    /// All features in the order of their names: `[16]`.
    pub fn values(&self) -> [i16; FEATURES] {
        let mut values = [0; FEATURES];
        values[..COUNTS].copy_from_slice(&self.counts);
        for (tuzdik, sign) in self.tuzdiks.into_iter().zip([1, -1]) {
            if let Some(pit) = tuzdik {
                values[COUNTS + pit.index()] += sign;
            }
        }
        values
    }
}

/// What the pits of one side hold.
struct RowCounts {
    stones: i16,
    right: i16,
    filled: i16,
    heavy: i16,
    lone: i16,
}

impl RowCounts {
    #[inline]
    fn of(position: &Position, side: Side) -> Self {
        let pits: &[u8; MAX_PITS] = position.pits(side);
        let (eight, ninth) = pits.split_first_chunk().expect("a row has nine pits");
        let eight = Octet(u64::from_le_bytes(*eight));
        let ninth = ninth[0];
        let stones = eight.sum() + u16::from(ninth);
        let right = u16::from(pits[6]) + u16::from(pits[7]) + u16::from(ninth);
        let filled = eight.count_at_least(1) + u8::from(ninth >= 1);
        let heavy = eight.count_at_least(HEAVY_PIT) + u8::from(ninth >= HEAVY_PIT);
        let of_three = eight.count_at_least(3) + u8::from(ninth >= 3);
        Self {
            stones: stones as i16,
            right: right as i16,
            filled: filled.into(),
            heavy: heavy.into(),
            lone: (filled - of_three).into(),
        }
    }
}

/// Eight pits as the bytes of a word, counted at once.
#[derive(Clone, Copy)]
struct Octet(u64);

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const TOP_BITS: u64 = LOW_BITS << 7;

impl Octet {
    #[inline]
    const fn sum(self) -> u16 {
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        let pairs = (self.0 & EVEN) + (self.0 >> 8 & EVEN);
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
    }

    /// Bytes that are at least `least`, a number from 1 to 128.
    #[inline]
    const fn count_at_least(self, least: u8) -> u8 {
        let carried = (self.0 & !TOP_BITS) + LOW_BITS * (128 - least) as u64;
        let reached = (carried | self.0) & TOP_BITS;
        ((reached >> 7).wrapping_mul(LOW_BITS) >> 56) as u8
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn octets_count_like_loops(bytes: [u8; 8], least in 1..=128_u8) {
            let octet = Octet(u64::from_le_bytes(bytes));
            prop_assert_eq!(octet.sum(), bytes.iter().map(|&byte| u16::from(byte)).sum::<u16>());
            let reached = bytes.iter().filter(|&&byte| byte >= least).count();
            prop_assert_eq!(usize::from(octet.count_at_least(least)), reached);
        }
    }
}
