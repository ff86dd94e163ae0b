//! Scores, Elo differences and their intervals.

use kumalak_env::stream;
use kumalak_selfplay::{EloEstimate, PairScore, Pentanomial, ScoreEstimate, elo_of_score, score_of_elo};
use proptest::prelude::*;
use rand::RngExt;

const Z: f64 = 1.959_963_984_540_054;

fn estimate(counts: [u64; 5]) -> ScoreEstimate {
    ScoreEstimate::from_pairs(&Pentanomial::from_counts(counts)).unwrap()
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "expected {expected}, found {found}"
    );
}

#[test]
fn elo_follows_the_logistic_scale() {
    // 400·log₁₀(3): the well-known 191 points of a score of three to one.
    assert_close(elo_of_score(0.75), 190.848_501_887_864_97, 1e-9);
    assert_close(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
    assert_eq!(elo_of_score(0.5), 0.0);
    assert_close(score_of_elo(100.0), 0.640_065, 1e-6);
    assert_eq!(elo_of_score(1.0), f64::INFINITY);
    assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
}

/// Tables that fastchess printed (its public reports 807, 1007 and 515), and its unit tests (`elo_test.cpp`): pentanomial
/// counts, score, Elo, ±.
#[test]
fn mean_and_standard_error_give_the_numbers_that_fastchess_prints() {
    let published = [
        ([30, 6, 18, 0, 6], 0.275, -168.40, 73.37),
        ([5, 5, 36, 22, 22], 0.642, 101.21, 42.63),
        ([0, 1, 4, 0, 0], 0.45, -34.86, 62.20),
        ([4, 1, 6, 2, 0], 0.365, -95.90, 115.14),
        ([34, 54, 63, 64, 75], 0.579, 55.58, 27.65),
        ([332, 433, 498, 333, 334], 0.488, -8.64, 10.33),
        ([7895, 8757, 5685, 568, 9999], 0.470, -21.04, 2.95),
    ];
    for (counts, score, elo, error) in published {
        let pairs = Pentanomial::from_counts(counts);
        let mean = pairs.mean().unwrap();
        let half_width = Z * pairs.standard_error().unwrap();
        assert_close(mean, score, 0.0005);
        assert_close(elo_of_score(mean), elo, 0.005);
        let half_elo = (elo_of_score(mean + half_width) - elo_of_score(mean - half_width)) / 2.0;
        assert_close(half_elo, error, 0.005);
    }
}

#[test]
fn mean_and_variance_of_a_small_match() {
    // 0, ½, ½ and 2 points of 2: mean 3/8; squared distances 9/64, 1/64, 1/64 and 25/64.
    let scores = [PairScore::Zero, PairScore::Half, PairScore::Half, PairScore::Two];
    let pairs: Pentanomial = scores.into_iter().collect();
    assert_eq!(pairs.counts(), [1, 2, 0, 0, 1]);
    assert_eq!(pairs.mean(), Some(0.375));
    assert_eq!(pairs.variance(), Some(36.0 / 64.0 / 4.0));
    assert_eq!(pairs.standard_error(), Some(0.1875));
}

#[test]
fn no_pair_has_no_mean() {
    assert_eq!(Pentanomial::default().mean(), None);
    assert_eq!(Pentanomial::default().standard_error(), None);
    assert_eq!(ScoreEstimate::from_pairs(&Pentanomial::default()), None);
}

#[test]
fn interval_by_hand() {
    // N = 4, m = 1/2, v = 1/8: trials = 4·(4 + z²)/(2 + z²) = 5.3695, and for a mean of one half Wilson's interval has the
    // half width z / (2·√(trials + z²)) = 0.3229.
    let found = estimate([1, 0, 2, 0, 1]);
    let trials = 4.0 * (4.0 + Z * Z) / (2.0 + Z * Z);
    assert_close(trials, 5.3695, 0.000_05);
    let half_width = Z / 2.0 / (trials + Z * Z).sqrt();
    assert_close(half_width, 0.3229, 0.000_05);
    assert_eq!(found.value, 0.5);
    assert_close(found.low, 0.5 - half_width, 1e-12);
    assert_close(found.high, 0.5 + half_width, 1e-12);
}

#[test]
fn all_or_nothing_pairs_get_the_plain_wilson_interval() {
    // R. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3: 81 of 263 gives 0.2553 to 0.3662, 15 of 148 gives 0.0624 to 0.1605.
    for (wins, pairs, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)] {
        let found = estimate([pairs - wins, 0, 0, 0, wins]);
        assert_close(found.low, low, 0.000_051);
        assert_close(found.high, high, 0.000_051);
    }
}

#[test]
fn large_matches_get_the_interval_of_fishtest() {
    let pairs = Pentanomial::from_counts([125, 5910, 15863, 7920, 182]);
    let found = ScoreEstimate::from_pairs(&pairs).unwrap();
    let half_width = Z * pairs.standard_error().unwrap();
    assert_close(found.low, found.value - half_width, 1e-5);
    assert_close(found.high, found.value + half_width, 1e-5);
}

#[test]
fn clean_sweep_gives_a_bound() {
    // Wilson: N / (N + z²).
    let sweep = estimate([0, 0, 0, 0, 100]);
    assert_eq!((sweep.value, sweep.high), (1.0, 1.0));
    assert_close(sweep.low, 100.0 / (100.0 + Z * Z), 1e-12);
    let elo = EloEstimate::from(sweep);
    assert_eq!((elo.value, elo.high), (None, None));
    assert_eq!(elo.to_string(), "≥ +566.2");
    assert_eq!(
        EloEstimate::from(estimate([100, 0, 0, 0, 0])).to_string(),
        "≤ -566.2"
    );
    assert_eq!(
        EloEstimate::from(estimate([0, 0, 0, 0, 1])).to_string(),
        "≥ -233.8"
    );
}

#[test]
fn split_pairs_leave_an_interval_that_shrinks() {
    let few = estimate([0, 0, 1, 0, 0]);
    let many = estimate([0, 0, 100, 0, 0]);
    assert_eq!((few.value, many.value), (0.5, 0.5));
    assert!(few.low < 0.2 && few.high > 0.8, "{few}");
    assert!(many.low > 0.47 && many.low < 0.495, "{many}");
}

#[test]
fn estimates_print_shortly() {
    let score = estimate([1, 0, 2, 0, 1]);
    assert_eq!(score.to_string(), "0.500 [0.177, 0.823]");
    assert_eq!(EloEstimate::from(score).to_string(), "+0.0 [-266.8, +266.8]");
}

/// Of many simulated matches about 95 % must have an interval that holds the truth, at the ends of the scale too, where
/// the normal interval holds it in less than half.
#[test]
fn intervals_cover_the_truth() {
    let truths = [
        [0.10, 0.20, 0.40, 0.20, 0.10],
        [0.05, 0.10, 0.20, 0.25, 0.40],
        [0.00, 0.00, 0.02, 0.03, 0.95],
        [0.01, 0.00, 0.05, 0.00, 0.94],
        [0.00, 0.00, 0.01, 0.01, 0.98],
    ];
    const MATCHES: u64 = 2000;
    for (index, truth) in truths.iter().enumerate() {
        let mean: f64 = PairScore::ALL
            .iter()
            .zip(truth)
            .map(|(score, share)| score.share() * share)
            .sum();
        for pairs in [25, 100] {
            let covered = (0..MATCHES).filter(|&number| {
                let mut rng = stream(index as u64, number);
                let simulated: Pentanomial = (0..pairs).map(|_| draw(truth, rng.random())).collect();
                let found = ScoreEstimate::from_pairs(&simulated).unwrap();
                found.low <= mean && mean <= found.high
            });
            let covered = covered.count() as f64 / MATCHES as f64;
            assert!(covered > 0.94, "{truth:?}, {pairs} pairs: covered {covered}");
        }
    }
}

fn draw(shares: &[f64; 5], mut uniform: f64) -> PairScore {
    for (score, share) in PairScore::ALL.into_iter().zip(shares) {
        if uniform < *share {
            return score;
        }
        uniform -= share;
    }
    PairScore::Two
}

fn some_counts() -> impl Strategy<Value = [u64; 5]> {
    prop::array::uniform5(0_u64..200)
        .prop_filter("at least one pair", |counts| counts.iter().sum::<u64>() > 0)
}

proptest! {
    #[test]
    fn elo_and_score_are_inverse(elo in -1500.0..1500.0_f64) {
        assert_close(elo_of_score(score_of_elo(elo)), elo, 1e-6);
    }

    #[test]
    fn interval_holds_the_mean_and_stays_on_the_scale(counts in some_counts()) {
        let found = estimate(counts);
        prop_assert!(0.0 <= found.low && found.low <= found.value);
        prop_assert!(found.value <= found.high && found.high <= 1.0);
        prop_assert!(found.low < found.high);
    }

    #[test]
    fn exchanged_players_get_the_mirrored_estimate(counts in some_counts()) {
        let pairs = Pentanomial::from_counts(counts);
        let found = ScoreEstimate::from_pairs(&pairs).unwrap();
        let swapped = ScoreEstimate::from_pairs(&pairs.swapped()).unwrap();
        assert_close(swapped.value, 1.0 - found.value, 1e-12);
        assert_close(swapped.low, 1.0 - found.high, 1e-12);
        assert_close(swapped.high, 1.0 - found.low, 1e-12);
    }

    #[test]
    fn more_of_the_same_narrows_the_interval(counts in some_counts()) {
        let once = estimate(counts);
        let tenfold = estimate(counts.map(|count| 10 * count));
        prop_assert!(tenfold.high - tenfold.low < once.high - once.low);
    }
}
