//! Matches: pairing, determinism, counting, strength.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::{Ending, GameStatus, Rules, Side};
use kumalak_selfplay::{
    ArenaSettings, Completion, Counter, MatchReport, Monitor, Player, PlayerSpec, play_match,
};

fn players(text: &str, count: usize) -> Vec<Box<dyn Player>> {
    let spec: PlayerSpec = text.parse().unwrap();
    (0..count).map(|_| spec.build_builtin().unwrap()).collect()
}

fn settings(pairs: usize) -> ArenaSettings {
    ArenaSettings {
        pairs,
        seed: 7,
        ..ArenaSettings::default()
    }
}

fn play(settings: &ArenaSettings, first: &str, second: &str, threads: usize) -> MatchReport {
    play_match(
        settings,
        &mut players(first, threads),
        &mut players(second, threads),
        &(),
        &|_| {},
    )
    .unwrap()
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let settings = ArenaSettings {
        lane_pairs: 3,
        ..settings(20)
    };
    for (first, second) in [("greedy", "random"), ("alphabeta:depth=2", "greedy")] {
        let one = play(&settings, first, second, 1);
        assert_eq!(one, play(&settings, first, second, 2));
        assert_eq!(one, play(&settings, first, second, 4));
    }
}

#[test]
fn the_size_of_lanes_does_not_matter() {
    let with_lanes = |lane_pairs| {
        let settings = ArenaSettings {
            lane_pairs,
            ..settings(10)
        };
        play(&settings, "greedy", "random", 1)
    };
    assert_eq!(with_lanes(1), with_lanes(4));
    assert_eq!(with_lanes(1), with_lanes(100));
}

#[test]
fn another_seed_gives_other_games() {
    let other = ArenaSettings {
        seed: 8,
        ..settings(5)
    };
    let games = [settings(5), other].map(|settings| play(&settings, "greedy", "random", 1).games);
    assert!(
        games[0]
            .iter()
            .zip(&games[1])
            .all(|(one, two)| one.opening() != two.opening())
    );
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let report = play(&settings(30), "greedy", "random", 1);
    assert_eq!(report.games.len(), 60);
    for (pair, games) in report.games.chunks_exact(2).enumerate() {
        assert_eq!((games[0].pair, games[1].pair), (pair, pair));
        assert_eq!(
            (games[0].first_side, games[1].first_side),
            (Side::White, Side::Black)
        );
        assert_eq!(games[0].opening().len(), 6);
        assert_eq!(games[0].opening(), games[1].opening());
    }
    let openings: HashSet<_> = report.games.iter().map(|played| played.opening()).collect();
    assert!(openings.len() > 28, "{} different openings of 30", openings.len());
}

#[test]
fn the_two_games_of_a_pair_have_streams_of_their_own() {
    let report = play(&settings(30), "random", "random", 1);
    assert_eq!(report.distinct_games, 60);
}

#[test]
fn equal_deterministic_players_score_exactly_half() {
    for text in ["alphabeta:depth=1", "alphabeta:depth=2"] {
        let report = play(&settings(20), text, text, 1);
        assert_eq!(report.score.value, 0.5);
        assert_eq!(report.pairs.counts(), [0, 0, 20, 0, 0]);
        assert_eq!(report.elo.value, Some(0.0));
        assert_eq!(report.mean_margin, 0.0);
        assert_eq!(report.distinct_games, 20);
        assert_eq!(
            (report.as_white.wins, report.as_white.losses),
            (report.as_black.losses, report.as_black.wins)
        );
    }
}

#[test]
fn exchanged_deterministic_players_get_the_mirrored_report() {
    let report = play(&settings(20), "alphabeta:depth=3", "alphabeta:depth=1", 1);
    let mirrored = play(&settings(20), "alphabeta:depth=1", "alphabeta:depth=3", 1);
    assert_eq!(report.pairs, mirrored.pairs.swapped());
    assert_eq!(report.total.wins, mirrored.total.losses);
    assert_eq!(report.as_white.wins, mirrored.as_black.losses);
    assert_eq!(report.mean_margin, -mirrored.mean_margin);
    assert_eq!(report.mean_plies, mirrored.mean_plies);
}

#[test]
fn the_report_adds_up() {
    let report = play(&settings(25), "alphabeta:depth=1", "greedy", 2);
    assert_eq!(report.completion, Completion::Complete);
    assert_eq!(report.total, report.as_white + report.as_black);
    assert_eq!((report.as_white.games(), report.as_black.games()), (25, 25));
    let points = report.total.wins as f64 + report.total.draws as f64 / 2.0;
    assert!((report.score.value - points / 50.0).abs() < 1e-12);
    let plies: usize = report.games.iter().map(|played| played.game.moves().len()).sum();
    assert!((report.mean_plies - plies as f64 / 50.0).abs() < 1e-9);
    assert!(report.games.iter().all(|played| played.game.is_over()));
}

#[test]
fn stronger_players_win() {
    let report = play(&settings(100), "greedy", "random", 1);
    assert!(report.score.value >= 0.95, "{report}");
    let report = play(&settings(20), "alphabeta:depth=2", "greedy", 1);
    assert!(report.score.value >= 0.9, "{report}");
    let report = play(&settings(20), "alphabeta:depth=4", "alphabeta:depth=2", 1);
    assert!(report.score.value >= 0.65, "{report}");
}

#[test]
fn a_ply_cap_truncates_and_scores_half() {
    let settings = ArenaSettings {
        rules: Rules::STANDARD.with_ply_cap(Some(10)),
        ..settings(4)
    };
    let report = play(&settings, "alphabeta:depth=2", "random", 1);
    assert_eq!((report.total.truncated, report.total.draws), (8, 0));
    assert_eq!(report.score.value, 0.5);
    assert!(
        report
            .games
            .iter()
            .all(|played| played.game.status() == GameStatus::Truncated)
    );
    assert!(report.to_string().contains("8 truncated"), "{report}");
}

#[test]
fn openings_that_end_the_game_are_drawn_again() {
    // On this board many random games of six plies are over.
    let settings = ArenaSettings {
        rules: Rules::new(2, 2).unwrap(),
        ..settings(50)
    };
    let report = play(&settings, "greedy", "random", 1);
    assert_eq!(report.games.len(), 100);
    assert!(report.games.iter().all(|played| played.game.moves().len() > 6));
}

/// Counts what it is told.
#[derive(Default)]
struct Counts {
    games: AtomicU64,
    moves: AtomicU64,
}

impl Monitor for Counts {
    fn advance(&self, counter: Counter, amount: u64) {
        match counter {
            Counter::Games => self.games.fetch_add(amount, Ordering::Relaxed),
            Counter::Moves => self.moves.fetch_add(amount, Ordering::Relaxed),
            Counter::Nodes => 0,
            _ => unreachable!("no player here has a network"),
        };
    }
}

#[test]
fn monitor_and_callback_hear_of_every_game() {
    let counts = Counts::default();
    let heard = Mutex::new(Vec::new());
    let report = play_match(
        &settings(10),
        &mut players("greedy", 2),
        &mut players("random", 2),
        &counts,
        &|played| heard.lock().unwrap().push(played.clone()),
    )
    .unwrap();
    let mut heard = heard.into_inner().unwrap();
    heard.sort_by_key(|played| (played.pair, played.first_side));
    assert_eq!(heard, report.games);
    let moves: usize = report
        .games
        .iter()
        .map(|played| played.game.moves().len() - 6)
        .sum();
    assert_eq!(counts.games.into_inner(), 20);
    assert_eq!(counts.moves.into_inner(), moves as u64);
}

#[test]
fn the_report_is_written_as_json() {
    let report = play(&settings(3), "greedy", "random", 1);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["first"], "greedy");
    assert_eq!(json["completion"], "complete");
    assert_eq!(json["pairs"].as_array().unwrap().len(), 5);
    assert_eq!(json["total"]["wins"], report.total.wins);
    assert!(json["score"]["low"].is_f64());
    let game = &json["games"][0];
    let played = &report.games[0];
    let moves = format!(
        "{}{}",
        game["opening"].as_str().unwrap(),
        game["moves"].as_str().unwrap()
    );
    let expected: String = played.game.moves().iter().map(|pit| pit.to_string()).collect();
    assert_eq!(moves, expected);
    assert_eq!(game["opening"].as_str().unwrap().len(), 6);
    assert_eq!(game["first_side"], "White");
    assert_eq!(game["result"], played.outcome().unwrap().to_string());
    let ending = played.game.status().ending().unwrap();
    assert!(matches!(
        ending,
        Ending::Majority | Ending::Atsyrau | Ending::Repetition
    ));
    assert_eq!(game["ending"], ending.name());
}

#[test]
fn the_report_is_printed_for_people() {
    let report = play(&settings(10), "alphabeta:depth=2", "alphabeta:depth=1", 1);
    insta::assert_snapshot!(report, @"
    alphabeta:depth=2 against alphabeta:depth=1: 12 wins, 0 draws, 8 losses
      as White  8 wins, 0 draws, 2 losses
      as Black  4 wins, 0 draws, 6 losses
      pairs     [0, 0, 8, 0, 2] scored 0, ½, 1, 1½, 2
      score     0.600 [0.406, 0.767]
      Elo       +70.4 [-65.9, +206.7], normalized +122.8 ± 152.3
      LOS       84.62 %
      games     20 different, 127.5 plies and a margin of +3.3 stones in the mean
    ");
}
