use kumalak_env::{Position, Rules, Side};

/// The most stones in the pits of an ending that is proven, so that 39 bits hold how they lie.
pub(super) const MOST_STONES: usize = 20;

/// Bits behind the stones: a tuzdik of either side and the side to move.
const REST_BITS: u32 = 9;

/// Marks of the ends of eighteen pits, and one in front.
const MARKS: u32 = 19;

/// Stones that nobody has won.
#[inline]
pub(super) fn stones_in_pits(position: &Position, rules: &Rules) -> usize {
    let [white, black] = Side::ALL.map(|side| usize::from(position.kazan(side)));
    rules.total_stones() - white - black
}

/// A position without its kazans, packed in 48 bits without loss: a one, then for each pit a zero for each stone and a one,
/// then tuzdiks and turn. No position is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrangement(u64);

impl Arrangement {
    /// What no position is.
    pub(super) const NONE: Self = Self(0);

    /// The stones, tuzdiks and turn of a position with at most [`MOST_STONES`] in its pits.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let mut bits = 1;
        for side in Side::ALL {
            for &stones in position.pits(side) {
                bits = bits << (stones + 1) | 1;
            }
        }
        for side in Side::ALL {
            bits = bits << 4 | position.tuzdik(side).map_or(0, |pit| pit.number() as u64);
        }
        Self(bits << 1 | position.turn().index() as u64)
    }

    /// Stones in the pits.
    #[inline]
    pub(super) const fn stones(self) -> u32 {
        (u64::BITS - REST_BITS - MARKS).saturating_sub(self.0.leading_zeros())
    }

    /// Bits that look random: a multiplication folds the product to 64 bits, as in wyhash (Wang Yi).
    #[inline]
    pub(super) const fn hash(self) -> u64 {
        // The golden ratio's fractional digits.
        let product = self.0 as u128 * 0x9e37_79b9_7f4a_7c15;
        let folded = product as u64 ^ (product >> 64) as u64;
        folded ^ folded >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumalak_env::Pit;

    #[test]
    fn different_positions_are_packed_differently() {
        let rules = Rules::STANDARD;
        let root = Position::from_fen(&rules, "3,2S,3S,T,1,2S,1/t,3,5S,4S,1S,2S,1S 74 68 S 1").unwrap();
        let mut seen = std::collections::HashMap::new();
        let mut open = vec![root];
        while let (Some(position), true) = (open.pop(), seen.len() < 20_000) {
            let board = (position.board().pits, position.board().tuzdiks, position.turn());
            let packed = Arrangement::of(&position);
            assert_eq!(packed.stones() as usize, stones_in_pits(&position, &rules));
            if let Some(known) = seen.insert(packed.0, board) {
                assert_eq!(known, board);
                continue;
            }
            open.extend(position.legal_moves(&rules).iter().map(|pit: Pit| {
                let mut after = position;
                after.play(&rules, pit);
                after
            }));
        }
        assert_eq!(seen.len(), 20_000);
    }
}
