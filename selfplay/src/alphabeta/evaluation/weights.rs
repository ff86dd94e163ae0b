use super::features::{COUNTS, FEATURES, Features};

/// What each feature of a position ([`FEATURE_NAMES`](crate::FEATURE_NAMES)) is worth, in hundredths of a stone: on a
/// full board and on an empty one. In between the worth changes evenly with the stones in the pits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationWeights {
    /// With all stones in the pits: `[16]`.
    pub full: [i16; FEATURES],
    /// With no stones in the pits: `[16]`.
    pub empty: [i16; FEATURES],
}

impl EvaluationWeights {
    /// Set by hand, the same on every board: a stone in the kazan 100, a tuzdik 2000, a stone in the own pits 15, a filled
    /// pit 100. The fit takes its guesses from these.
    pub const HAND_MADE: Self = {
        let weights = [
            100, 15, 0, 100, 0, 0, 0, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000,
        ];
        Self {
            full: weights,
            empty: weights,
        }
    };

    /// What `kumalak fit-evaluation selfplay/data/engine_games.kumalak` prints; a test fits them again.
    pub const FITTED: Self = Self {
        full: [
            97, 16, -2, 82, -198, -55, -129, 1813, 1880, 1889, 1899, 1919, 1931, 1945, 1946, 0,
        ],
        empty: [
            103, 17, 1, 174, 35, 0, -5, 2048, 2041, 2002, 1986, 1983, 1985, 1993, 1984, 0,
        ],
    };

    /// The advantage of the side to move, in hundredths of a stone.
    #[inline]
    pub fn advantage(&self, features: &Features) -> i32 {
        let full = sum(&self.full, features);
        let empty = sum(&self.empty, features);
        let in_pits = i32::from(features.stones_in_pits);
        let total = i32::from(features.total_stones);
        (full * in_pits + empty * (total - in_pits)) / total
    }
}

#[inline]
fn sum(weights: &[i16; FEATURES], features: &Features) -> i32 {
    let mut sum = 0;
    for (&weight, &value) in weights.iter().zip(&features.counts) {
        sum += i32::from(weight) * i32::from(value);
    }
    let [own, other] = features
        .tuzdiks
        .map(|tuzdik| tuzdik.map_or(0, |pit| i32::from(weights[COUNTS + pit.index()])));
    sum + own - other
}
