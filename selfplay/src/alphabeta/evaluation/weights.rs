use super::features::{FEATURES, Features};

/// What each feature of a position ([`FEATURE_NAMES`](crate::FEATURE_NAMES)) is worth, in hundredths of a stone: on a full board and on an empty one. In between the worth
/// changes evenly with the stones in the pits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationWeights {
    /// With all stones in the pits: `[25]`.
    pub full: [i16; FEATURES],
    /// With no stones in the pits: `[25]`.
    pub empty: [i16; FEATURES],
}

impl EvaluationWeights {
    /// What `kumalak fit-evaluation selfplay/data/engine_games.kumalak` prints; a test fits them again.
    pub const FITTED: Self = Self {
        full: [
            58, 990, 2766, 1971, 671, 1287, 1296, 2565, 1508, 0, 49, -26, -51, -22, -29, -1, 15, 41, 3, -474,
            -356, 29, 154, -100, 127,
        ],
        empty: [
            142, 3074, 2518, 2095, 2368, 2328, 2089, 2119, 2263, 0, -50, 55, 53, 41, 28, 34, 1, -26, 33,
            1010, 346, -7, -11, 7, -109,
        ],
    };

    /// The advantage of the side to move, in hundredths of a stone.
    #[inline]
    pub fn advantage(&self, features: &Features) -> i32 {
        let full = product(&self.full, &features.values);
        let empty = product(&self.empty, &features.values);
        let in_pits = i32::from(features.stones_in_pits);
        let total = i32::from(features.total_stones);
        (full * in_pits + empty * (total - in_pits)) / total
    }
}

#[inline]
fn product(weights: &[i16; FEATURES], values: &[i16; FEATURES]) -> i32 {
    let mut sum = 0;
    for (&weight, &value) in weights.iter().zip(values) {
        sum += i32::from(weight) * i32::from(value);
    }
    sum
}
