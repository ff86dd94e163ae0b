//! Likelihood of superiority, normalized Elo and the sequential test, against numbers that established tools printed.

use kumalak_env::stream;
use kumalak_selfplay::{
    EloScale, NormalizedElo, Pentanomial, Sprt, SprtDecision, elo_of_score, likelihood_of_superiority,
};
use proptest::prelude::*;
use rand::RngExt;

fn pairs(counts: [u64; 5]) -> Pentanomial {
    Pentanomial::from_counts(counts)
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "expected {expected}, found {found}"
    );
}

/// A table that fastchess printed.
struct Printed {
    counts: [u64; 5],
    elo: [f64; 2],
    normalized: [f64; 2],
    superiority: f64,
    /// Of the test of 0 against 10 normalized Elo.
    llr: f64,
}

/// From the change logs of three public chess engines that print fastchess' tables (Anton, eschec, pz).
const FASTCHESS: [Printed; 6] = [
    Printed {
        counts: [73, 79, 296, 91, 118],
        elo: [27.02, 15.81],
        normalized: [32.26, 18.79],
        superiority: 99.96,
        llr: 2.95,
    },
    Printed {
        counts: [40, 67, 295, 123, 54],
        elo: [25.25, 13.92],
        normalized: [36.44, 20.01],
        superiority: 99.98,
        llr: 2.95,
    },
    Printed {
        counts: [1, 11, 47, 25, 16],
        elo: [77.71, 33.03],
        normalized: [117.50, 48.15],
        superiority: 100.00,
        llr: 1.71,
    },
    Printed {
        counts: [1, 15, 25, 33, 26],
        elo: [123.02, 40.58],
        normalized: [159.46, 48.15],
        superiority: 100.00,
        llr: 2.19,
    },
    Printed {
        counts: [1, 24, 42, 25, 8],
        elo: [26.11, 31.23],
        normalized: [40.51, 48.15],
        superiority: 95.04,
        llr: 0.60,
    },
    Printed {
        counts: [2, 23, 32, 35, 8],
        elo: [41.89, 33.28],
        normalized: [61.39, 48.15],
        superiority: 99.38,
        llr: 0.92,
    },
];

#[test]
fn tables_of_fastchess() {
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloScale::Normalized).unwrap();
    for printed in FASTCHESS {
        let pairs = pairs(printed.counts);
        assert_close(elo_of_score(pairs.mean().unwrap()), printed.elo[0], 0.005);
        let normalized = NormalizedElo::from_pairs(&pairs).unwrap();
        assert_close(normalized.value, printed.normalized[0], 0.005);
        assert_close(
            NormalizedElo::margin_of_equals(pairs.pairs()),
            printed.normalized[1],
            0.005,
        );
        // Ours may be wider, but little as near to equality as most of them are.
        assert!(normalized.margin >= printed.normalized[1] - 0.005);
        assert!(normalized.margin < 1.16 * printed.normalized[1]);
        let superiority = likelihood_of_superiority(&pairs).unwrap();
        assert_close(100.0 * superiority, printed.superiority, 0.005);
        assert_close(sprt.log_likelihood_ratio(&pairs), printed.llr, 0.005);
        assert_close(sprt.upper(), 2.94, 0.005);
        assert_close(sprt.lower(), -2.94, 0.005);
    }
}

/// The unit tests of fastchess (`elo_test.cpp`).
#[test]
fn unit_tests_of_fastchess_for_elo() {
    let expected = [
        ([34, 54, 63, 64, 75], 57.94, 28.28, Some(100.00)),
        ([332, 433, 498, 333, 334], -9.17, 10.96, Some(5.05)),
        ([7895, 8757, 5685, 568, 9999], -19.01, 2.65, None),
    ];
    for (counts, value, margin, superiority) in expected {
        let pairs = pairs(counts);
        let normalized = NormalizedElo::from_pairs(&pairs).unwrap();
        assert_close(normalized.value, value, 0.005);
        assert_close(NormalizedElo::margin_of_equals(pairs.pairs()), margin, 0.005);
        assert!(normalized.margin >= margin - 0.005 && normalized.margin < 1.04 * margin);
        if let Some(superiority) = superiority {
            assert_close(
                100.0 * likelihood_of_superiority(&pairs).unwrap(),
                superiority,
                0.005,
            );
        }
    }
}

/// The unit tests of fastchess (`sprt_test.cpp`).
#[test]
fn unit_tests_of_fastchess_for_the_sequential_test() {
    use EloScale::{Logistic, Normalized};
    let expected = [
        ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
        ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
    ];
    for (counts, elo0, elo1, scale, llr) in expected {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap();
        assert_close(sprt.log_likelihood_ratio(&pairs(counts)), llr, 0.005);
    }
    // At the end of the scale only the regularized counts are left; fastchess' own test allows 1.1 here.
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Normalized).unwrap();
    assert_close(
        sprt.log_likelihood_ratio(&pairs([0, 0, 0, 0, 5550])),
        111.82,
        0.03,
    );
}

/// Results of fishtest, as pull requests of Stockfish quote them (2951, 2950, 3098, 3209, 3515, 4194, 6019, 6285). Bounds in braces
/// are logistic, those in angles normalized.
#[test]
fn results_of_fishtest() {
    use EloScale::{Logistic, Normalized};
    let expected = [
        ([59, 754, 2467, 865, 75], -0.5, 1.5, Logistic, 2.95),
        ([33, 1185, 8378, 1302, 50], 0.25, 1.75, Logistic, 2.95),
        ([133, 1751, 5094, 1849, 165], -0.5, 1.5, Logistic, 2.94),
        ([491, 7345, 29693, 7670, 465], -0.25, 1.25, Logistic, 2.96),
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, Logistic, 2.97),
        ([238, 5274, 26761, 5326, 237], -2.5, 0.5, Normalized, 2.94),
        ([52, 4237, 60354, 4202, 63], -2.5, 0.5, Normalized, 2.98),
        ([371, 10263, 24989, 10642, 379], 0.0, 2.0, Normalized, 2.95),
        ([47, 8181, 25234, 8575, 47], 0.5, 2.5, Normalized, 2.94),
        ([320, 12431, 27275, 12858, 316], 0.0, 2.0, Normalized, 2.95),
        ([197, 45541, 117722, 46579, 228], 0.5, 2.5, Normalized, 2.96),
        ([289, 26459, 62934, 26379, 331], -1.75, 0.25, Normalized, 2.94),
        ([369, 12695, 27124, 12664, 332], 0.0, 2.0, Normalized, -2.94),
    ];
    for (counts, elo0, elo1, scale, llr) in expected {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap();
        assert_close(sprt.log_likelihood_ratio(&pairs(counts)), llr, 0.005);
    }
}

#[test]
fn pairs_that_all_scored_alike_leave_doubt() {
    let superiority = |counts| likelihood_of_superiority(&pairs(counts)).unwrap();
    assert_eq!(likelihood_of_superiority(&Pentanomial::default()), None);
    assert_eq!(superiority([0, 0, 7, 0, 0]), 0.5);
    // One pair with its standard deviation of one half: Φ(1).
    assert_close(superiority([0, 0, 0, 0, 1]), 0.841_344_746, 1e-9);
    assert_close(superiority([3, 0, 0, 0, 0]), 0.041_632_258, 1e-9);
    assert_eq!(NormalizedElo::from_pairs(&pairs([0, 0, 0, 0, 3])), None);
}

/// All matches of so many pairs.
fn all_matches(pairs: u64) -> Vec<[u64; 5]> {
    let shares = (0..6_u64.pow(5)).map(|code| [0, 1, 2, 3, 4].map(|place| code / 6_u64.pow(place) % 6));
    shares
        .filter(|counts| counts.iter().sum::<u64>() == pairs)
        .collect()
}

#[test]
fn a_better_score_is_never_less_likely_to_be_superior_in_a_short_match() {
    let superiority = |counts| likelihood_of_superiority(&pairs(counts)).unwrap();
    assert!(superiority([0, 0, 0, 0, 3]) > superiority([0, 0, 1, 0, 2]));
    for number in 1..=5 {
        for counts in all_matches(number) {
            for score in 0..4 {
                if counts[score] == 0 {
                    continue;
                }
                let mut better = counts;
                better[score] -= 1;
                better[score + 1] += 1;
                assert!(
                    superiority(better) >= superiority(counts),
                    "{counts:?} and {better:?}"
                );
            }
        }
    }
}

/// Of many simulated matches about 95 % must have an interval that holds the truth, far from equality too, where that of equal
/// players holds it in less than a third.
#[test]
fn intervals_of_normalized_elo_cover_the_truth() {
    let truths = [
        [0.10, 0.20, 0.40, 0.20, 0.10],
        [0.05, 0.10, 0.20, 0.25, 0.40],
        [0.00, 0.00, 0.09, 0.015, 0.895],
        [0.00, 0.00, 0.04, 0.01, 0.95],
    ];
    const MATCHES: u64 = 2000;
    for (index, truth) in truths.iter().enumerate() {
        let shares = truth.map(|share| (1000.0_f64 * share).round() as u64);
        let value = NormalizedElo::from_pairs(&pairs(shares)).unwrap().value;
        let covered = (0..MATCHES).filter(|&number| {
            let mut rng = stream(index as u64, number);
            let mut counts = [0; 5];
            for _ in 0..200 {
                let mut uniform = rng.random_range(0..1000);
                let drawn = shares.iter().position(|&share| {
                    let is_here = uniform < share;
                    uniform = uniform.saturating_sub(share);
                    is_here
                });
                counts[drawn.unwrap()] += 1;
            }
            let found = NormalizedElo::from_pairs(&pairs(counts));
            found.is_some_and(|found| (found.value - value).abs() <= found.margin)
        });
        let covered = covered.count() as f64 / MATCHES as f64;
        assert!((0.93..0.98).contains(&covered), "{truth:?}: covered {covered}");
    }
}

#[test]
fn a_test_is_read_from_text() {
    let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
    assert_eq!(
        sprt.to_string(),
        "elo0=0,elo1=5,alpha=0.05,beta=0.05,scale=normalized"
    );
    let all: Sprt = "scale=logistic, elo1=2.5,elo0=-1,beta=0.1,alpha=0.01"
        .parse()
        .unwrap();
    assert_eq!(all.to_string().parse::<Sprt>().unwrap(), all);
    assert_eq!(all, Sprt::new(-1.0, 2.5, 0.01, 0.1, EloScale::Logistic).unwrap());
    for (text, message) in [
        (
            "",
            "expected elo0, elo1, alpha, beta or scale as key=value (for example elo0=0,elo1=5), got \"\"",
        ),
        (
            "elo0=0,elo2=5",
            "expected elo0, elo1, alpha, beta or scale as key=value (for example elo0=0,elo1=5), got \"elo2=5\"",
        ),
        ("elo0=0", "elo1 is missing, as in elo0=0,elo1=5"),
        ("elo0=0,elo0=1,elo1=5", "elo0 is given twice"),
        ("elo0=0,elo1=five", "elo1 must be a number, got \"five\""),
        (
            "elo0=0,elo1=5,scale=bayes",
            "scale must be normalized or logistic, got \"bayes\"",
        ),
        ("elo0=5,elo1=0", "sprt.elo1 must be greater than elo0, got 0"),
        ("elo0=0,elo1=nan", "sprt.elo1 must be from -1000 to 1000, got NaN"),
        (
            "elo0=0,elo1=5,alpha=0.5",
            "sprt.alpha must be above 0 and below 0.5, got 0.5",
        ),
        (
            "elo0=0,elo1=5,beta=0",
            "sprt.beta must be above 0 and below 0.5, got 0",
        ),
    ] {
        assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), message);
    }
}

#[test]
fn a_test_says_what_it_accepts() {
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloScale::Normalized).unwrap();
    assert_eq!(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
    let report = sprt.report(&pairs([1, 11, 47, 25, 16]));
    assert_eq!(report.decision, SprtDecision::Continue);
    assert_eq!(
        report.to_string(),
        "LLR 1.71 of [-2.94, 2.94] for normalized Elo 0 against 10: not decided"
    );
    let json = serde_json::to_value(report).unwrap();
    assert_eq!(
        (&json["scale"], &json["decision"]),
        (&"normalized".into(), &"continue".into())
    );
    let decided = sprt.report(&pairs([40, 67, 295, 123, 54])).to_string();
    assert!(decided.ends_with("H1 (10) accepted"), "{decided}");
    assert_eq!(
        sprt.decision(&pairs([54, 123, 295, 67, 40])),
        SprtDecision::AcceptH0
    );
}

fn some_counts() -> impl Strategy<Value = [u64; 5]> {
    prop::array::uniform5(0_u64..200)
        .prop_filter("at least one pair", |counts| counts.iter().sum::<u64>() > 0)
}

proptest! {
    #[test]
    fn exchanged_hypotheses_and_players_mirror_the_ratio(counts in some_counts(), elo in 1.0..50.0_f64) {
        for scale in EloScale::ALL {
            let forward = Sprt::new(0.0, elo, 0.05, 0.05, scale).unwrap();
            let backward = Sprt::new(-elo, 0.0, 0.05, 0.05, scale).unwrap();
            let llr = forward.log_likelihood_ratio(&pairs(counts));
            let mirrored = backward.log_likelihood_ratio(&pairs(counts).swapped());
            prop_assert!((llr + mirrored).abs() < 1e-6 * (1.0 + llr.abs()), "{llr} {mirrored}");
        }
    }

    #[test]
    fn superiority_is_a_probability_that_both_players_share(counts in some_counts()) {
        let los = likelihood_of_superiority(&pairs(counts)).unwrap();
        let other = likelihood_of_superiority(&pairs(counts).swapped()).unwrap();
        prop_assert!((los + other - 1.0).abs() < 1e-9);
    }
}
