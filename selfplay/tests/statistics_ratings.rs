//! Ratings of several players.

use kumalak_env::stream;
use kumalak_selfplay::{
    PairScore, PairingResult, Pentanomial, Rating, RatingAnchor, RatingError, RatingMethod, Ratings,
    elo_of_score, score_of_elo,
};
use rand::RngExt;

fn result(first: usize, second: usize, counts: [u64; 5]) -> PairingResult {
    PairingResult {
        first,
        second,
        pairs: Pentanomial::from_counts(counts),
    }
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "expected {expected}, found {found}"
    );
}

/// Wins of the home and of the away team in the games of each home team (rows) with each away team, American League
/// East, 1987: A. Agresti, "Categorical Data Analysis" (2nd edition, 2002), table 10.10. Milwaukee, Detroit, Toronto, New York,
/// Boston, Cleveland, Baltimore.
const BASEBALL: [[[u64; 2]; 7]; 7] = [
    [[0, 0], [4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
    [[3, 3], [0, 0], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
    [[2, 5], [4, 3], [0, 0], [2, 4], [4, 3], [4, 2], [6, 0]],
    [[3, 3], [5, 1], [2, 5], [0, 0], [4, 3], [4, 2], [6, 1]],
    [[5, 1], [2, 5], [3, 3], [4, 2], [0, 0], [5, 2], [6, 0]],
    [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [0, 0], [2, 4]],
    [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4], [0, 0]],
];

/// The fitted strengths of table 10.11, column 3, on the natural logarithm's scale with Baltimore at 0. Standard errors
/// are about 0.3, says the text.
const BASEBALL_STRENGTHS: [f64; 7] = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0];

#[test]
fn a_textbook_table_is_fitted() {
    let mut results = Vec::new();
    for (home, row) in BASEBALL.iter().enumerate() {
        for (away, [wins, losses]) in row.iter().enumerate().filter(|&(away, _)| away != home) {
            // Games there are single; as pairs of two equal games they give the same fit, with errors that are right for pairs.
            results.push(result(home, away, [*losses, 0, 0, 0, *wins]));
        }
    }
    let ratings = Ratings::new(7, &results).unwrap();
    assert_eq!(ratings.method(), RatingMethod::MaximumLikelihood);
    let baltimore = RatingAnchor::Player(6);
    for (team, strength) in BASEBALL_STRENGTHS.into_iter().enumerate() {
        let rating = ratings.rating(team, baltimore);
        let scale = 400.0 / std::f64::consts::LN_10;
        assert_close(rating.elo / scale, strength, 0.005);
        if team != 6 {
            assert_close(rating.margin / scale / 1.96, 0.34, 0.05);
        }
    }
}

#[test]
fn two_players_get_the_elo_of_their_match() {
    for counts in [[30, 6, 18, 0, 6], [73, 79, 296, 91, 118], [0, 1, 4, 0, 0]] {
        let pairs = Pentanomial::from_counts(counts);
        let ratings = Ratings::new(2, &[result(0, 1, counts)]).unwrap();
        let difference = ratings.difference(0, 1);
        assert_close(difference.elo, elo_of_score(pairs.mean().unwrap()), 1e-6);
        assert_close(ratings.difference(1, 0).elo, -difference.elo, 1e-9);
        let mean = [0, 1].map(|player| ratings.rating(player, RatingAnchor::Mean).elo);
        assert_close(mean[0] + mean[1], 0.0, 1e-9);
        assert_close(mean[0] - mean[1], difference.elo, 1e-9);
    }
    // Many pairs: the margin is that of fishtest and fastchess, ± 15.81 for this table.
    let ratings = Ratings::new(2, &[result(0, 1, [73, 79, 296, 91, 118])]).unwrap();
    assert_close(ratings.difference(0, 1).margin, 15.81, 0.1);
    assert_close(ratings.superiority(0, 1), 0.9996, 0.0001);
}

#[test]
fn players_who_met_only_a_third_one_are_compared_through_him() {
    let ratings = Ratings::new(
        3,
        &[result(0, 1, [10, 0, 0, 0, 30]), result(1, 2, [10, 0, 0, 0, 30])],
    )
    .unwrap();
    assert_close(ratings.difference(0, 2).elo, 2.0 * elo_of_score(0.75), 1e-6);
    let near = ratings.difference(0, 1).margin;
    assert_close(ratings.difference(0, 2).margin, near * 2.0_f64.sqrt(), 1e-6);
    assert!(ratings.superiority(0, 2) > 0.999 && ratings.superiority(2, 0) < 0.001);
    assert_eq!(ratings.superiority(1, 1), 0.5);
}

#[test]
fn a_clean_sweep_gets_a_finite_rating() {
    let ratings = Ratings::new(2, &[result(0, 1, [0, 0, 0, 0, 20])]).unwrap();
    assert_eq!(ratings.method(), RatingMethod::WithDrawnPairs);
    assert_close(ratings.difference(0, 1).elo, elo_of_score(20.5 / 21.0), 1e-6);
    assert!(ratings.difference(0, 1).margin > 100.0);
    // One group that lost everything against the other is as bad as one player.
    let groups = [
        result(0, 1, [5, 0, 0, 0, 5]),
        result(2, 3, [5, 0, 0, 0, 5]),
        result(1, 2, [0, 0, 0, 0, 5]),
    ];
    assert_eq!(
        Ratings::new(4, &groups).unwrap().method(),
        RatingMethod::WithDrawnPairs
    );
    let mut mixed = groups.to_vec();
    mixed.push(result(0, 3, [0, 1, 0, 0, 4]));
    assert_eq!(
        Ratings::new(4, &mixed).unwrap().method(),
        RatingMethod::MaximumLikelihood
    );
}

#[test]
fn results_without_ratings_are_refused() {
    let message =
        |players, results: &[PairingResult]| Ratings::new(players, results).unwrap_err().to_string();
    assert_eq!(message(1, &[]), "ratings need at least two players, got 1");
    assert_eq!(
        message(2, &[result(0, 2, [1, 0, 0, 0, 0])]),
        "expected a result of two different players below 2, got 0 and 2"
    );
    assert!(matches!(
        Ratings::new(3, &[result(0, 1, [1, 0, 1, 0, 1])]),
        Err(RatingError::NotConnected { player: 2 })
    ));
    assert!(matches!(
        Ratings::new(2, &[result(0, 1, [0; 5])]),
        Err(RatingError::NotConnected { player: 1 })
    ));
}

/// Simulated round robins of four players with known strengths: about 95 % of the intervals must hold the truth.
#[test]
fn error_bars_cover_the_truth() {
    const TRUTH: [f64; 4] = [150.0, 40.0, -30.0, -160.0];
    const TOURNAMENTS: u64 = 400;
    let mut covered = 0;
    for number in 0..TOURNAMENTS {
        let mut rng = stream(11, number);
        let mut results = Vec::new();
        let pairings = (0..4).flat_map(|first| (first + 1..4).map(move |second| (first, second)));
        for (first, second) in pairings {
            let mut pairs = Pentanomial::default();
            for _ in 0..40 {
                // Openings that favour one colour split more pairs than independent games would.
                let share = score_of_elo(TRUTH[first] - TRUTH[second]);
                let favour = share.min(1.0 - share) * 0.6;
                let half_points: usize = [favour, -favour]
                    .map(|favour| 2 * usize::from(rng.random::<f64>() < share + favour))
                    .iter()
                    .sum();
                pairs.record(PairScore::ALL[half_points]);
            }
            results.push(PairingResult { first, second, pairs });
        }
        let ratings = Ratings::new(4, &results).unwrap();
        for (first, second) in [(0, 1), (1, 2), (2, 3), (0, 3)] {
            let found = ratings.difference(first, second);
            covered += usize::from((found.elo - (TRUTH[first] - TRUTH[second])).abs() <= found.margin);
        }
    }
    let share = covered as f64 / (4 * TOURNAMENTS) as f64;
    assert!((0.92..0.99).contains(&share), "covered {share}");
}

#[test]
fn a_zero_has_no_sign() {
    let rating = |elo| Rating { elo, margin: 12.34 };
    assert_eq!(rating(-1e-13).to_string(), "+0.0 ± 12.3");
    assert_eq!(rating(-0.06).to_string(), "-0.1 ± 12.3");
    assert_eq!(rating(12.344).rounded(2), 12.34);
}
