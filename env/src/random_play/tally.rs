/// Sums over the values of one quantity, in whole numbers, so that tallies add up to the same in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    count: u64,
    sum: u64,
    squares: u128,
}

impl Tally {
    pub(super) fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += value;
        self.squares += u128::from(value).pow(2);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many values there were.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; NaN without any.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count as f64
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        let variance = self.squares as f64 / self.count as f64 - self.mean().powi(2);
        (variance / self.count as f64).sqrt()
    }
}

/// Sums for the mean of a quantity over all plies of all games. The plies of one game resemble each other, so that the
/// error comes from the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyTally {
    sum: u64,
    plies: u64,
    sum_squares: u128,
    products: u128,
    plies_squares: u128,
}

impl PlyTally {
    /// Adds one game: its sum over plies, and the number of these plies.
    pub(super) fn add(&mut self, sum: u64, plies: u64) {
        self.sum += sum;
        self.plies += plies;
        self.sum_squares += u128::from(sum).pow(2);
        self.products += u128::from(sum) * u128::from(plies);
        self.plies_squares += u128::from(plies).pow(2);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.plies += other.plies;
        self.sum_squares += other.sum_squares;
        self.products += other.products;
        self.plies_squares += other.plies_squares;
    }

    /// The mean over plies; NaN without any.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.plies as f64
    }

    /// Standard error of the mean: that of a ratio of sums over independent games.
    pub fn standard_error(&self) -> f64 {
        let mean = self.mean();
        let squares = self.sum_squares as f64 - 2.0 * mean * self.products as f64
            + mean.powi(2) * self.plies_squares as f64;
        squares.max(0.0).sqrt() / self.plies as f64
    }
}
