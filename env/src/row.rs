//! The nine pits of one side in machine registers.

use crate::pit::{MAX_PITS, PitSet};
use crate::side::Side;

/// The stones of one side's pits: the first eight as the bytes of one word, the ninth in another.
///
/// Rows are read from a ring and written back in these two pieces alone. A processor hands a written word on to the next
/// read only if the read lies within it, so that single bytes written in between would make every move wait for memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    eight: u64,
    ninth: u64,
}

/// In each row, the stones that lie anywhere but in one pit: `ALL_BUT[pit]`; nothing is left out at `MAX_PITS`.
static ALL_BUT: [Row; MAX_PITS + 1] = {
    let mut masks = [Row::EVERYTHING; MAX_PITS + 1];
    let mut pit = 0;
    while pit < MAX_PITS {
        masks[pit] = masks[pit].with(pit, 0);
        pit += 1;
    }
    masks
};

const LOW_BITS: u64 = 0x0101_0101_0101_0101;

impl Row {
    pub(crate) const EMPTY: Self = Self { eight: 0, ninth: 0 };

    const EVERYTHING: Self = Self {
        eight: u64::MAX,
        ninth: 0xff,
    };

    #[inline(always)]
    pub(crate) fn load(ring: &[u8; 2 * MAX_PITS], side: Side) -> Self {
        let row = &ring[side.index() * MAX_PITS..][..MAX_PITS];
        let (eight, ninth) = row.split_first_chunk().expect("a row has nine pits");
        Self {
            eight: u64::from_le_bytes(*eight),
            ninth: ninth[0].into(),
        }
    }

    #[inline(always)]
    pub(crate) fn store(self, ring: &mut [u8; 2 * MAX_PITS], side: Side) {
        let row = &mut ring[side.index() * MAX_PITS..][..MAX_PITS];
        row[..8].copy_from_slice(&self.eight.to_le_bytes());
        row[8] = self.ninth as u8;
    }

    /// The stones in the pit with this index.
    #[inline(always)]
    pub(crate) const fn stones(self, pit: usize) -> u8 {
        if pit < 8 {
            (self.eight >> (8 * pit)) as u8
        } else {
            self.ninth as u8
        }
    }

    /// The same row with other stones in one pit.
    pub(crate) const fn with(self, pit: usize, stones: u8) -> Self {
        let Self { eight, ninth } = self;
        if pit < 8 {
            let rest = eight & !(0xff << (8 * pit));
            let eight = rest | (stones as u64) << (8 * pit);
            Self { eight, ninth }
        } else {
            let ninth = stones as u64;
            Self { eight, ninth }
        }
    }

    /// The same row with one pit emptied; `MAX_PITS` empties none.
    #[inline(always)]
    pub(crate) fn without(self, pit: usize) -> Self {
        let mask = &ALL_BUT[pit];
        Self {
            eight: self.eight & mask.eight,
            ninth: self.ninth & mask.ninth,
        }
    }

    /// Pit by pit the sum of two rows. No pit may come to hold more than 255 stones.
    #[inline(always)]
    pub(crate) const fn plus(self, other: &Self) -> Self {
        Self {
            eight: self.eight.wrapping_add(other.eight),
            ninth: self.ninth + other.ninth,
        }
    }

    /// The pits that hold stones.
    #[inline(always)]
    pub(crate) const fn filled(self) -> PitSet {
        let ninth = (self.ninth != 0) as u16;
        PitSet::from_bits(nonzero_bytes(self.eight) as u16 | ninth << 8)
    }
}

/// Bit `i` is set where byte `i` is not 0.
#[inline(always)]
pub(crate) const fn nonzero_bytes(bytes: u64) -> u64 {
    let top_bits = ((bytes & !(LOW_BITS << 7)) + LOW_BITS * 0x7f) | bytes;
    // The product moves the lowest bit of byte `i` to bit `56 + i`.
    ((top_bits >> 7) & LOW_BITS).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bytes(row: Row) -> [u8; MAX_PITS] {
        std::array::from_fn(|pit| row.stones(pit))
    }

    proptest! {
        #[test]
        fn rows_are_arrays(ring: [u8; 2 * MAX_PITS], pit in 0..MAX_PITS, stones: u8) {
            for side in Side::ALL {
                let row = Row::load(&ring, side);
                let mut expected: [u8; MAX_PITS] = ring[side.index() * MAX_PITS..][..MAX_PITS].try_into().unwrap();
                prop_assert_eq!(bytes(row), expected);
                let filled: PitSet = crate::Pit::ALL.into_iter().filter(|pit| expected[pit.index()] > 0).collect();
                prop_assert_eq!(row.filled(), filled);
                prop_assert_eq!(row.without(MAX_PITS), row);
                expected[pit] = 0;
                prop_assert_eq!(bytes(row.without(pit)), expected);
                expected[pit] = stones;
                prop_assert_eq!(bytes(row.with(pit, stones)), expected);
                let mut copy = [7; 2 * MAX_PITS];
                row.store(&mut copy, side);
                prop_assert_eq!(Row::load(&copy, side), row);
                prop_assert_eq!(bytes(Row::load(&copy, !side)), [7; MAX_PITS]);
            }
        }

        #[test]
        fn rows_add_up(one: [u8; MAX_PITS], other: [u8; MAX_PITS]) {
            let row = |bytes: [u8; MAX_PITS]| (0..MAX_PITS).fold(Row::EMPTY, |row, pit| row.with(pit, bytes[pit]));
            let [one, other] = [one, other].map(|stones| stones.map(|stones| stones / 2));
            let sum = row(one).plus(&row(other));
            prop_assert_eq!(bytes(sum), std::array::from_fn(|pit| one[pit] + other[pit]));
        }
    }
}
