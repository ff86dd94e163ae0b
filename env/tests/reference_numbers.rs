//! Published numbers of the standard game: distinct positions by ply, and the statistics of random play.
//!
//! Source: the tables and data set of the 2026 paper on the complexity of the game (A. Zeinulla); the random games there are
//! 10⁹.

use std::collections::HashSet;

use kumalak_env::{Autoreset, Ending, Outcome, Position, Rules, Side, VecEnv};

/// What one half-move out of all distinct positions leads to.
#[derive(Default, PartialEq, Eq, Debug)]
struct Level {
    positions: usize,
    edges: usize,
    no_tuzdik: usize,
    white_only: usize,
    black_only: usize,
    both: usize,
    largest_kazans: [u8; 2],
}

fn explore(plies: usize) -> Vec<Level> {
    let rules = Rules::STANDARD;
    let mut frontier = HashSet::from([Position::start(&rules)]);
    let mut levels = Vec::new();
    for _ in 0..plies {
        let mut level = Level {
            positions: frontier.len(),
            ..Level::default()
        };
        let mut next = HashSet::new();
        for position in &frontier {
            for pit in position.legal_moves(&rules) {
                let mut after = *position;
                after.play(&rules, pit);
                assert!(!after.is_over(), "no game ends before ply 11: {after:?}");
                level.edges += 1;
                match Side::ALL.map(|side| after.tuzdik(side).is_some()) {
                    [false, false] => level.no_tuzdik += 1,
                    [true, false] => level.white_only += 1,
                    [false, true] => level.black_only += 1,
                    [true, true] => level.both += 1,
                }
                for side in Side::ALL {
                    let largest = &mut level.largest_kazans[side.index()];
                    *largest = after.kazan(side).max(*largest);
                }
                next.insert(after);
            }
        }
        levels.push(level);
        frontier = next;
    }
    levels
}

#[test]
fn distinct_positions_by_ply() {
    let columns = [
        (1, 9, 9, 0, 0, 0, [10, 0]),
        (9, 73, 73, 0, 0, 0, [10, 10]),
        (73, 613, 613, 0, 0, 0, [22, 10]),
        (613, 5199, 4934, 0, 265, 0, [22, 22]),
        (5199, 43_184, 38_675, 2389, 2080, 40, [36, 22]),
        (42_841, 357_277, 304_840, 18_087, 33_259, 1091, [36, 36]),
    ];
    let expected = columns.map(
        |(positions, edges, no_tuzdik, white_only, black_only, both, largest_kazans)| Level {
            positions,
            edges,
            no_tuzdik,
            white_only,
            black_only,
            both,
            largest_kazans,
        },
    );
    assert_eq!(explore(columns.len()), expected);
}

/// The values of one quantity, one for each game or ply.
#[derive(Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn standard_error(&self) -> f64 {
        let variance = self.squares / self.count - self.mean().powi(2);
        (variance / self.count).sqrt()
    }

    /// Fails if the mean is further from a published value than four standard errors and the value's last digit.
    fn assert_mean(&self, name: &str, published: f64) {
        let tolerance = 4.0 * self.standard_error() + 0.0005;
        let difference = self.mean() - published;
        println!(
            "{name}: {} (published {published}, tolerance {tolerance})",
            self.mean()
        );
        assert!(
            difference.abs() < tolerance,
            "{name}: {} and not {published}",
            self.mean()
        );
    }
}

/// Statistics of games from the start.
#[derive(Default)]
struct RandomPlay {
    white_wins: Sample,
    draws: Sample,
    black_wins: Sample,
    plies: Sample,
    stuck: Sample,
    both_tuzdiks: Sample,
    white_tuzdik: Sample,
    black_tuzdik: Sample,
    no_tuzdik: Sample,
    winner_kazan: Sample,
    loser_kazan: Sample,
    lengths: Vec<u32>,
    /// Legal moves and plies of each game, in plies 1 to 20, 21 to 60, and from 61 on.
    branching: Vec<[(f64, f64); 3]>,
}

fn play_at_random(games: usize) -> RandomPlay {
    let mut statistics = RandomPlay {
        branching: vec![[(0.0, 0.0); 3]; games],
        ..RandomPlay::default()
    };
    let env = VecEnv::new(Rules::STANDARD, games, 2026).unwrap();
    let mut env = env.with_autoreset(Autoreset::Disabled);
    let mut actions = vec![0; games];
    while statistics.lengths.len() < games {
        let legal = env.action_mask();
        for (board, row) in legal.as_chunks::<9>().0.iter().enumerate() {
            let moves = row.iter().filter(|&&legal| legal).count();
            let phase = match env.plies()[board] {
                0..20 => 0,
                20..60 => 1,
                _ => 2,
            };
            let (total, plies) = &mut statistics.branching[board][phase];
            *total += moves as f64;
            *plies += f64::from(u8::from(moves > 0));
        }
        env.sample_actions(&mut actions).unwrap();
        env.step(&actions).unwrap();
        for game in env.finished_games() {
            statistics.add(game);
        }
    }
    statistics
}

impl RandomPlay {
    fn add(&mut self, game: &kumalak_env::FinishedGame) {
        let share = |sample: &mut Sample, holds: bool| sample.add(if holds { 100.0 } else { 0.0 });
        let outcome = game.status.outcome().expect("random games have results");
        share(&mut self.white_wins, outcome == Outcome::WhiteWins);
        share(&mut self.draws, outcome == Outcome::Draw);
        share(&mut self.black_wins, outcome == Outcome::BlackWins);
        share(&mut self.stuck, game.status.ending() == Some(Ending::Atsyrau));
        let tuzdiks = Side::ALL.map(|side| game.position.tuzdik(side).is_some());
        share(&mut self.both_tuzdiks, tuzdiks == [true, true]);
        share(&mut self.white_tuzdik, tuzdiks == [true, false]);
        share(&mut self.black_tuzdik, tuzdiks == [false, true]);
        share(&mut self.no_tuzdik, tuzdiks == [false, false]);
        self.plies.add(game.plies.into());
        self.lengths.push(game.plies);
        if let Some(winner) = outcome.winner() {
            self.winner_kazan.add(game.position.kazan(winner).into());
            self.loser_kazan.add(game.position.kazan(!winner).into());
        }
    }

    /// Compares the mean number of legal moves in some phases of the game with a published value. The plies of one game
    /// resemble each other, so the error comes from the games.
    fn assert_branching(&self, name: &str, phases: std::ops::Range<usize>, published: f64) {
        let games: Vec<(f64, f64)> = self
            .branching
            .iter()
            .map(|game| {
                let phases = &game[phases.clone()];
                (
                    phases.iter().map(|phase| phase.0).sum(),
                    phases.iter().map(|phase| phase.1).sum(),
                )
            })
            .collect();
        let moves: f64 = games.iter().map(|game| game.0).sum();
        let plies: f64 = games.iter().map(|game| game.1).sum();
        let mean = moves / plies;
        // Standard error of a ratio of sums over independent games.
        let squares: f64 = games
            .iter()
            .map(|(moves, plies)| (moves - mean * plies).powi(2))
            .sum();
        let tolerance = 4.0 * squares.sqrt() / plies + 0.0005;
        println!("{name}: {mean} (published {published}, tolerance {tolerance})");
        assert!(
            (mean - published).abs() < tolerance,
            "{name}: {mean} and not {published}"
        );
    }
}

#[test]
fn statistics_of_random_play() {
    let mut play = play_at_random(100_000);
    play.white_wins.assert_mean("White wins, percent", 53.138);
    play.draws.assert_mean("draws, percent", 2.178);
    play.black_wins.assert_mean("Black wins, percent", 44.684);
    play.plies.assert_mean("plies", 124.475);
    play.stuck
        .assert_mean("ended without a legal move, percent", 14.215);
    play.both_tuzdiks.assert_mean("both tuzdiks, percent", 78.889);
    play.white_tuzdik
        .assert_mean("White's tuzdik only, percent", 10.352);
    play.black_tuzdik
        .assert_mean("Black's tuzdik only, percent", 9.899);
    play.no_tuzdik.assert_mean("no tuzdik, percent", 0.860);
    play.winner_kazan.assert_mean("winner's kazan", 83.057);
    play.loser_kazan.assert_mean("loser's kazan", 57.591);
    play.assert_branching("legal moves", 0..3, 6.999);
    play.assert_branching("legal moves, plies 1 to 20", 0..1, 8.366);
    play.assert_branching("legal moves, plies 21 to 60", 1..2, 7.797);
    play.assert_branching("legal moves from ply 61 on", 2..3, 6.098);
    play.lengths.sort_unstable();
    // The standard error of the median is a third of a ply.
    let median = play.lengths[play.lengths.len() / 2];
    assert!(
        (121..=123).contains(&median),
        "median of plies: {median} and not 122"
    );
    assert!(play.lengths[0] >= 11, "no game ends before ply 11");
}
