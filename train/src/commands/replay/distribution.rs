//! Whole numbers and how often each occurred.

use std::collections::BTreeMap;

/// How often each number occurred. Memory grows with the range of the numbers, not with their count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Distribution(BTreeMap<i64, u64>);

/// The numbers that describe a distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Summary {
    /// How many numbers.
    pub(super) count: u64,
    /// Their mean.
    pub(super) mean: f64,
    /// The least, the 5 %, 25 %, 50 %, 75 % and 95 % quantiles, and the greatest.
    pub(super) quantiles: [i64; QUANTILES.len()],
}

/// Names of the quantiles and the shares of the numbers that lie at or below them.
pub(super) const QUANTILES: [(&str, f64); 7] = [
    ("least", 0.0),
    ("5 %", 0.05),
    ("25 %", 0.25),
    ("median", 0.5),
    ("75 %", 0.75),
    ("95 %", 0.95),
    ("most", 1.0),
];

impl Distribution {
    /// Counts a number.
    pub(super) fn add(&mut self, number: i64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// What describes the numbers; `None` if there are none.
    pub(super) fn summary(&self) -> Option<Summary> {
        let count: u64 = self.0.values().sum();
        if count == 0 {
            return None;
        }
        let sum: f64 = self
            .0
            .iter()
            .map(|(&number, &times)| number as f64 * times as f64)
            .sum();
        Some(Summary {
            count,
            mean: sum / count as f64,
            quantiles: QUANTILES.map(|(_, share)| self.quantile((share * count as f64).ceil() as u64)),
        })
    }

    /// The `rank`-th number in order of size, counted from 1.
    fn quantile(&self, rank: u64) -> i64 {
        let mut seen = 0;
        let reached = self.0.iter().find(|&(_, &times)| {
            seen += times;
            seen >= rank.max(1)
        });
        *reached.expect("the rank is at most the count").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_numbers_that_occurred() {
        let mut numbers = Distribution::default();
        assert_eq!(numbers.summary(), None);
        for number in [4, -2, 4, 10] {
            numbers.add(number);
        }
        let summary = numbers.summary().unwrap();
        assert_eq!((summary.count, summary.mean), (4, 4.0));
        assert_eq!(summary.quantiles, [-2, -2, -2, 4, 4, 10, 10]);
    }
}
