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
            66, 1062, 2361, 1585, 1131, 1517, 1451, 2323, 1198, 0, 29, -47, -20, -15, -29, 5, 28, 32, 20,
            -521, -383, 22, 169, -59, 113,
        ],
        empty: [
            134, 2871, 2180, 2334, 2131, 1970, 1955, 2098, 2042, 0, -16, 85, 46, 50, 48, 27, -4, -11, 23,
            946, 259, 4, 109, 43, -96,
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
