//! Self-play: equal whatever the number of threads, and every sample says what happened.

use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::{Game, GameStatus, Pit, Rules, Side};
use kumalak_selfplay::{
    Counter, Evaluations, Evaluator, EvaluatorError, HashEvaluator, Monitor, RandomOpening, RootNoise,
    SearchSettings, SelfPlayError, SelfPlayGame, SelfPlaySettings, Temperature, UniformEvaluator, self_play,
};
use ndarray::ArrayView2;

fn settings() -> SelfPlaySettings {
    SelfPlaySettings {
        search: SearchSettings {
            simulations: 12,
            ..SearchSettings::default()
        },
        random_opening: RandomOpening {
            share: 0.5,
            max_plies: 6,
        },
        games_per_lane: 5,
        slots_per_lane: 3,
        ..SelfPlaySettings::default()
    }
}

fn play(settings: &SelfPlaySettings, numbers: std::ops::Range<u64>, threads: usize) -> Vec<SelfPlayGame> {
    let mut evaluators = vec![HashEvaluator::default(); threads];
    self_play(settings, Rules::STANDARD, 42, numbers, &mut evaluators, &()).expect("self-play works")
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let one = play(&settings(), 0..18, 1);
    let numbers: Vec<u64> = one.iter().map(|game| game.number).collect();
    assert_eq!(numbers, Vec::from_iter(0..18));
    for threads in [2, 4] {
        let many = play(&settings(), 0..18, threads);
        assert_eq!(sample_bytes(&many), sample_bytes(&one));
        assert_eq!(many, one);
    }
}

#[test]
fn a_game_depends_on_its_number_and_not_on_its_lane() {
    let all = play(&settings(), 0..10, 1);
    let other_lanes = SelfPlaySettings {
        games_per_lane: 2,
        slots_per_lane: 64,
        ..settings()
    };
    assert_eq!(play(&other_lanes, 3..10, 2), all[3..]);
    assert_ne!(all[0].moves, all[1].moves);
}

#[test]
fn samples_say_what_happened() {
    for game in play(&settings(), 0..12, 2) {
        let mut replayed = Game::new(Rules::STANDARD);
        let mut searched = game.samples.iter();
        for (ply, &pit) in game.moves.iter().enumerate() {
            if ply >= game.random_plies {
                let sample = searched.next().expect("a sample for each searched move");
                let position = replayed.position();
                assert_eq!(sample.observation, position.observation(replayed.occurrences()));
                assert!(sample.policy[pit.index()] > 0.0, "only visited moves are played");
                let illegal = Pit::ALL
                    .iter()
                    .filter(|&&pit| !replayed.legal_moves().contains(pit));
                assert_eq!(illegal.map(|pit| sample.policy[pit.index()]).sum::<f32>(), 0.0);
                assert!((sample.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                assert!(sample.root_value.abs() <= 1.0);
            }
            replayed.play(pit);
        }
        assert!(searched.next().is_none());
        assert_eq!(replayed.status(), game.status);
        let outcome = game.status.outcome().expect("no ply cap");
        let kazans = Side::ALL.map(|side| i16::from(replayed.position().kazan(side)));
        for (index, sample) in game.samples.iter().enumerate() {
            let is_white = (game.random_plies + index).is_multiple_of(2);
            let mover = if is_white { Side::White } else { Side::Black };
            assert_eq!(sample.outcome, outcome.sign_for(mover));
            let margin = if is_white {
                kazans[0] - kazans[1]
            } else {
                kazans[1] - kazans[0]
            };
            assert_eq!(sample.margin, margin);
        }
    }
}

#[test]
fn random_openings_have_no_samples() {
    let always = SelfPlaySettings {
        random_opening: RandomOpening {
            share: 1.0,
            max_plies: 4,
        },
        ..settings()
    };
    let games = play(&always, 0..12, 1);
    assert!(games.iter().all(|game| (1..=4).contains(&game.random_plies)));
    assert!(
        games
            .iter()
            .all(|game| game.samples.len() == game.moves.len() - game.random_plies)
    );
    let never = SelfPlaySettings {
        random_opening: RandomOpening::default(),
        ..settings()
    };
    assert!(play(&never, 0..4, 1).iter().all(|game| game.random_plies == 0));
}

#[test]
fn a_random_opening_may_end_a_small_game() {
    let long_opening = SelfPlaySettings {
        random_opening: RandomOpening {
            share: 1.0,
            max_plies: 1000,
        },
        ..settings()
    };
    let rules = Rules::new(2, 2).unwrap();
    let games = self_play(&long_opening, rules, 1, 0..10, &mut [UniformEvaluator], &()).unwrap();
    assert_eq!(games.len(), 10);
    assert!(games.iter().any(|game| game.samples.is_empty()));
}

#[test]
fn games_cut_off_by_the_ply_cap_have_no_samples() {
    let rules = Rules::STANDARD.with_ply_cap(Some(9));
    let games = self_play(&settings(), rules, 1, 0..6, &mut [HashEvaluator::default()], &()).unwrap();
    for game in games {
        assert_eq!(game.status, GameStatus::Truncated);
        assert_eq!((game.moves.len(), game.samples.len()), (9, 0));
    }
}

#[test]
fn without_noise_and_temperature_all_games_are_one() {
    let quiet = SelfPlaySettings {
        root_noise: RootNoise::None,
        temperature: Temperature {
            opening: 0.0,
            ..Temperature::default()
        },
        random_opening: RandomOpening::default(),
        ..settings()
    };
    let games = play(&quiet, 0..3, 1);
    assert_eq!(games[0].moves, games[1].moves);
    assert_eq!(games[0].samples, games[2].samples);
}

#[test]
fn the_monitor_counts_and_stops() {
    let monitor = Counts::default();
    let games = self_play(
        &settings(),
        Rules::STANDARD,
        3,
        0..7,
        &mut [HashEvaluator::default()],
        &monitor,
    )
    .unwrap();
    let searched: usize = games
        .iter()
        .map(|game| game.moves.len() - game.random_plies)
        .sum();
    assert_eq!(monitor.games.load(Ordering::Relaxed), 7);
    assert_eq!(monitor.moves.load(Ordering::Relaxed), searched as u64);
    assert!(monitor.evaluations.load(Ordering::Relaxed) > searched as u64);

    let monitor = Counts {
        stop_after: 500,
        ..Counts::default()
    };
    let mut evaluators = [HashEvaluator::default(); 2];
    let stopped = self_play(
        &settings(),
        Rules::STANDARD,
        3,
        0..1_000_000,
        &mut evaluators,
        &monitor,
    );
    assert!(matches!(stopped, Err(SelfPlayError::Stopped)), "{stopped:?}");
    // Each thread stops before its next step, which has at most as many positions as a lane has slots.
    assert!(monitor.evaluations.load(Ordering::Relaxed) <= 500 + 2 * 3);
}

#[test]
fn one_failing_evaluator_stops_all_with_its_error() {
    let mut evaluators = [
        Failing {
            calls_left: 1_000_000_000,
        },
        Failing { calls_left: 20 },
    ];
    let failed = self_play(
        &settings(),
        Rules::STANDARD,
        3,
        0..1_000_000,
        &mut evaluators,
        &(),
    );
    assert_eq!(
        failed.unwrap_err().to_string(),
        "the evaluator failed: out of calls"
    );
}

#[test]
fn wrong_settings_are_named() {
    let refuse = |settings: SelfPlaySettings| {
        self_play(&settings, Rules::STANDARD, 0, 0..1, &mut [UniformEvaluator], &())
            .unwrap_err()
            .to_string()
    };
    let mut wrong = settings();
    wrong.slots_per_lane = 0;
    assert_eq!(refuse(wrong), "slots_per_lane must be at least 1, got 0");
    wrong = settings();
    wrong.temperature.later = f32::NAN;
    assert_eq!(refuse(wrong), "temperature.later must be from 0 to 10, got NaN");
    wrong = settings();
    wrong.search.leaves = 0;
    assert_eq!(refuse(wrong), "search.leaves must be from 1 to 255, got 0");
    let nobody = self_play(
        &settings(),
        Rules::STANDARD,
        0,
        0..1,
        &mut [UniformEvaluator; 0],
        &(),
    );
    assert_eq!(
        nobody.unwrap_err().to_string(),
        "self-play needs at least one evaluator"
    );
}

fn sample_bytes(games: &[SelfPlayGame]) -> Vec<u8> {
    games
        .iter()
        .flat_map(|game| bytemuck::cast_slice::<_, u8>(&game.samples))
        .copied()
        .collect()
}

/// Fails after so many calls.
struct Failing {
    calls_left: u32,
}

impl Evaluator for Failing {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        self.calls_left = self
            .calls_left
            .checked_sub(1)
            .ok_or_else(|| EvaluatorError("out of calls".into()))?;
        UniformEvaluator.evaluate(observations, evaluations)
    }
}

/// Counts, and stops after so many evaluations if that is not 0.
#[derive(Default)]
struct Counts {
    games: AtomicU64,
    moves: AtomicU64,
    evaluations: AtomicU64,
    stop_after: u64,
}

impl Monitor for Counts {
    fn advance(&self, counter: Counter, amount: u64) {
        let total = match counter {
            Counter::Games => &self.games,
            Counter::Moves => &self.moves,
            Counter::Evaluations => &self.evaluations,
            _ => return,
        };
        total.fetch_add(amount, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop_after > 0 && self.evaluations.load(Ordering::Relaxed) >= self.stop_after
    }
}
