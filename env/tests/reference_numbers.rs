//! Published numbers of the standard game: distinct positions by ply, and the statistics of random play.
//!
//! Source: the tables and data set of the 2026 paper on the complexity of the game (A. Zeinulla); the random games there are
//! 10⁹.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use kumalak_env::random_play::{Continue, PlyTally, Tally, play_at_random};
use kumalak_env::{DistinctLevel, DistinctReport, Position, Rules, distinct_positions};

#[test]
fn distinct_positions_by_ply() {
    let columns = [
        (1, 9, 9, 0, 0, 0, [10, 0]),
        (9, 73, 73, 0, 0, 0, [10, 10]),
        (73, 613, 613, 0, 0, 0, [22, 10]),
        (613, 5199, 4934, 0, 265, 0, [22, 22]),
        (5199, 43_184, 38_675, 2389, 2080, 40, [36, 22]),
        (42_841, 357_277, 304_840, 18_087, 33_259, 1091, [36, 36]),
        (350_462, 2_924_670, 2_371_318, 288_414, 245_150, 19_788, [52, 36]),
        (
            2_846_239,
            23_876_487,
            18_502_155,
            2_116_316,
            3_012_001,
            246_015,
            [52, 52],
        ),
    ];
    let expected =
        columns.map(
            |(positions, edges, none, white, black, both, largest_kazans)| DistinctLevel {
                positions,
                edges,
                edges_without_tuzdik: none,
                edges_with_white_tuzdik: white,
                edges_with_black_tuzdik: black,
                edges_with_both_tuzdiks: both,
                edges_that_end: 0,
                largest_kazans,
            },
        );
    let rules = Rules::STANDARD;
    let mut reported = Vec::new();
    let mut complete = Vec::new();
    let found = distinct_positions(&Position::start(&rules), &rules, 7, |report| {
        match report {
            DistinctReport::Level(level) => reported.push(level),
            DistinctReport::Working { ply, seen, total } if seen == total => complete.push(ply),
            DistinctReport::Working { seen, total, .. } => assert!(seen < total),
        }
        ControlFlow::Continue(())
    });
    assert_eq!(found, expected);
    assert_eq!(reported, expected);
    assert_eq!(complete, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn counting_can_be_stopped() {
    let rules = Rules::STANDARD;
    let found = distinct_positions(&Position::start(&rules), &rules, 7, |report| match report {
        DistinctReport::Working { ply: 4, .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    let positions: Vec<u64> = found.iter().map(|level| level.positions).collect();
    assert_eq!(positions, [1, 9, 73, 613], "the levels that were finished");
}

/// Fails if a mean is further from a published value than four standard errors and the value's last digit.
fn assert_mean(name: &str, mean: f64, standard_error: f64, published: f64) {
    let tolerance = 4.0 * standard_error + 0.0005;
    println!("{name}: {mean} (published {published}, tolerance {tolerance})");
    assert!(
        (mean - published).abs() < tolerance,
        "{name}: {mean} and not {published}"
    );
}

#[test]
fn statistics_of_random_play() {
    let threads = NonZeroUsize::new(2).unwrap();
    let play = play_at_random(&Rules::STANDARD, 1_000_000, 2026, threads, |_| Continue::Yes).unwrap();
    assert_eq!(play.games(), 1_000_000);
    let mean =
        |name, tally: &Tally, published| assert_mean(name, tally.mean(), tally.standard_error(), published);
    mean("White wins, percent", &play.white_wins, 53.138);
    mean("draws, percent", &play.draws, 2.178);
    mean("Black wins, percent", &play.black_wins, 44.684);
    mean("plies", &play.plies, 124.475);
    mean("ended without a legal move, percent", &play.atsyrau, 14.215);
    mean("both tuzdiks, percent", &play.both_tuzdiks, 78.889);
    mean("White's tuzdik only, percent", &play.only_white_tuzdik, 10.352);
    mean("Black's tuzdik only, percent", &play.only_black_tuzdik, 9.899);
    mean("no tuzdik, percent", &play.no_tuzdik, 0.860);
    mean("winner's kazan", &play.winner_kazan, 83.057);
    mean("loser's kazan", &play.loser_kazan, 57.591);
    let mean = |name, tally: &PlyTally, published| {
        assert_mean(name, tally.mean(), tally.standard_error(), published);
    };
    mean("legal moves", play.legal_moves(), 6.999);
    let [early, middle, late] = play.legal_moves_by_phase();
    mean("legal moves, plies 1 to 20", early, 8.366);
    mean("legal moves, plies 21 to 60", middle, 7.797);
    mean("legal moves from ply 61 on", late, 6.098);
    assert_eq!(
        play.median_plies(),
        122,
        "the standard error of the median is a tenth of a ply"
    );
    assert!(play.lengths().start >= 11, "no game ends before ply 11");
    assert!(
        play.lengths().end <= 875,
        "the longest of 10⁹ games has 874 plies"
    );
}

#[test]
fn random_play_does_not_depend_on_threads_and_can_be_stopped() {
    let play = |games, threads, report: fn(u64) -> Continue| {
        play_at_random(
            &Rules::BESTEMSHE,
            games,
            5,
            NonZeroUsize::new(threads).unwrap(),
            report,
        )
        .unwrap()
    };
    let alone = play(70_001, 1, |_| Continue::Yes);
    assert_eq!(alone, play(70_001, 3, |_| Continue::Yes));
    assert_eq!(alone.games(), 70_001);
    let stopped = play(10_000_000, 1, |_| Continue::No);
    assert_eq!(stopped.games(), 32_768, "the batch that was being played");
}
