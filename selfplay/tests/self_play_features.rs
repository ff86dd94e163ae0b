//! What self-play can be asked to do besides playing on: each setting does what it says, whatever the threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::solver::{ExactValue, Solution, SolverLimits};
use kumalak_env::{Game, Pit, Rules, Side};
use kumalak_selfplay::{
    Counter, Evaluations, Evaluator, EvaluatorError, GameEnd, GumbelSettings, HashEvaluator, Monitor,
    PlayoutCap, RandomOpening, Resignation, ResignationTest, Restarts, RootNoise, SearchSettings, Selection,
    SelfPlay, SelfPlayAdjudication, SelfPlayGame, SelfPlaySettings, Solver, TreeReuse, self_play,
};
use ndarray::ArrayView2;

fn settings() -> SelfPlaySettings {
    SelfPlaySettings {
        search: SearchSettings {
            simulations: 10,
            ..SearchSettings::default()
        },
        games_per_lane: 5,
        slots_per_lane: 3,
        ..SelfPlaySettings::default()
    }
}

/// Every feature at once.
fn everything() -> SelfPlaySettings {
    SelfPlaySettings {
        search: SearchSettings {
            simulations: 10,
            tree_reuse: TreeReuse::Keep,
            cache_mebibytes: 1,
            ..SearchSettings::default()
        },
        playout_cap: PlayoutCap::Randomized {
            full_share: 0.4,
            fast_simulations: 4,
        },
        random_opening: RandomOpening {
            share: 0.5,
            max_plies: 6,
        },
        restarts: Restarts {
            share: 0.5,
            random_plies: 1,
        },
        resignation: Resignation::Below {
            value: -0.2,
            moves: 2,
            played_out: 0.5,
        },
        adjudication: SelfPlayAdjudication::Proven,
        surprise_weight: 0.5,
        ..settings()
    }
}

fn gumbel() -> SelfPlaySettings {
    let mut settings = everything();
    settings.search.selection = Selection::Gumbel(GumbelSettings::default());
    settings.search.tree_reuse = TreeReuse::Fresh;
    settings.root_noise = RootNoise::Gumbel { scale: 1.0 };
    settings.temperature.opening = 0.0;
    settings
}

fn earlier() -> Vec<Vec<Pit>> {
    let games = self_play(
        &settings(),
        Rules::STANDARD,
        5,
        0..4,
        &mut [HashEvaluator::default()],
        &(),
    );
    games.unwrap().into_iter().map(|game| game.moves).collect()
}

fn play(settings: &SelfPlaySettings, rules: Rules, earlier: &[Vec<Pit>]) -> Vec<SelfPlayGame> {
    let self_play = SelfPlay {
        settings: *settings,
        rules,
        seed: 42,
        earlier,
    };
    self_play
        .play(0..20, &mut [HashEvaluator::default(); 2], &())
        .unwrap()
}

fn bytes(games: &[SelfPlayGame]) -> Vec<u8> {
    let samples = games.iter().flat_map(|game| &game.samples);
    samples.flat_map(bytemuck::bytes_of).copied().collect()
}

#[test]
fn threads_change_neither_games_nor_batches() {
    let earlier = earlier();
    for settings in [everything(), gumbel()] {
        let play = |threads: usize| {
            let calls = Mutex::new(Vec::new());
            let mut evaluators: Vec<Recording<'_>> =
                (0..threads).map(|_| Recording { calls: &calls }).collect();
            let self_play = SelfPlay {
                settings,
                rules: Rules::STANDARD,
                seed: 42,
                earlier: &earlier,
            };
            let games = self_play.play(0..20, &mut evaluators, &()).unwrap();
            let mut calls = calls.into_inner().unwrap();
            calls.sort_unstable();
            (games, calls)
        };
        let one = play(1);
        for threads in [2, 4] {
            let many = play(threads);
            assert_eq!(bytes(&many.0), bytes(&one.0));
            assert!(many == one, "{threads} threads");
        }
    }
}

#[test]
fn the_cache_spares_evaluations_and_changes_no_game() {
    for mut settings in [everything(), gumbel()] {
        let counted = |settings: &SelfPlaySettings| {
            let counts = Counts::default();
            let mut evaluators = [HashEvaluator::default()];
            let games = self_play(settings, Rules::STANDARD, 3, 0..10, &mut evaluators, &counts).unwrap();
            (games, counts)
        };
        let (cached, counts) = counted(&settings);
        settings.search.cache_mebibytes = 0;
        let (fresh, all) = counted(&settings);
        assert!(cached == fresh);
        let hits = counts.get(Counter::CacheHits);
        assert!(hits > 0);
        assert_eq!(all.get(Counter::CacheHits), 0);
        assert_eq!(
            counts.get(Counter::Evaluations) + hits,
            all.get(Counter::Evaluations)
        );
    }
}

#[test]
fn batches_stay_full_until_the_games_run_out() {
    let calls = Mutex::new(Vec::new());
    let mut lane = everything();
    lane.search.cache_mebibytes = 0;
    lane.games_per_lane = 40;
    lane.slots_per_lane = 8;
    self_play(
        &lane,
        Rules::STANDARD,
        1,
        0..40,
        &mut [Recording { calls: &calls }],
        &(),
    )
    .unwrap();
    let calls = calls.into_inner().unwrap();
    let sizes: Vec<usize> = calls.iter().map(|&(rows, _)| rows).collect();
    assert!(sizes.is_sorted_by(|earlier, later| earlier >= later));
    let full = sizes.iter().filter(|&&rows| rows == 8).count();
    assert!(2 * full > sizes.len(), "{full} of {}", sizes.len());
}

#[test]
fn a_capped_share_of_the_moves_gets_full_searches() {
    let mut capped = settings();
    capped.search.solver = Solver::Off;
    capped.playout_cap = PlayoutCap::Randomized {
        full_share: 0.25,
        fast_simulations: 3,
    };
    let counts = Counts::default();
    let mut evaluators = [HashEvaluator::default()];
    let games = self_play(&capped, Rules::STANDARD, 9, 0..12, &mut evaluators, &counts).unwrap();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let full: usize = games.iter().map(|game| game.samples.len()).sum();
    let share = full as f64 / moves as f64;
    assert!((share - 0.25).abs() < 0.05, "{share}");
    let simulations = 10 * full + 3 * (moves - full);
    assert_eq!(counts.get(Counter::Simulations), simulations as u64);
    assert_eq!(counts.get(Counter::Moves), moves as u64);
}

#[test]
fn restarted_games_begin_as_an_earlier_one() {
    let earlier = earlier();
    let mut restarted = settings();
    restarted.restarts = Restarts {
        share: 1.0,
        random_plies: 1,
    };
    let games = play(&restarted, Rules::STANDARD, &earlier);
    for game in &games {
        let prefix = &game.moves[..game.opening_plies.saturating_sub(1)];
        assert!(earlier.iter().any(|moves| moves.starts_with(prefix)));
        assert!(game.opening_plies > 0);
    }
    let longest = games.iter().map(|game| game.opening_plies).max();
    assert!(longest > Some(30), "{longest:?}");
    let nothing_earlier = play(&restarted, Rules::STANDARD, &[]);
    assert!(nothing_earlier.iter().all(|game| game.opening_plies == 0));
}

#[test]
fn a_side_gives_up_after_bad_values_unless_the_game_is_a_test() {
    let rule = |played_out| SelfPlaySettings {
        resignation: Resignation::Below {
            value: -0.1,
            moves: 2,
            played_out,
        },
        ..settings()
    };
    for game in play(&rule(0.0), Rules::STANDARD, &[]) {
        if game.end != GameEnd::Resigned {
            continue;
        }
        let [.., earlier, _, last] = &game.samples[..] else {
            panic!("two moves of the side that gave up and one of the other");
        };
        assert!(last.root_value <= -0.1 && earlier.root_value <= -0.1);
        assert_eq!(last.outcome, -1);
        assert_eq!(game.resignation_test, None);
    }
    let tests = play(&rule(1.0), Rules::STANDARD, &[]);
    assert!(tests.iter().all(|game| game.end == GameEnd::PlayedOut));
    for verdict in [ResignationTest::Right, ResignationTest::Wrong] {
        assert!(tests.iter().any(|game| game.resignation_test == Some(verdict)));
    }
    let untested = play(&settings(), Rules::STANDARD, &[]);
    assert!(untested.iter().all(|game| game.resignation_test.is_none()));
}

#[test]
fn adjudicated_games_have_the_exact_result_of_their_position() {
    let rules = Rules::new(3, 3).unwrap();
    let solution = Solution::solve(rules, &SolverLimits::default(), |_| ControlFlow::Continue(())).unwrap();
    let mut adjudicated = settings();
    adjudicated.adjudication = SelfPlayAdjudication::Proven;
    adjudicated.search.simulations = 60;
    let games = play(&adjudicated, rules, &[]);
    let early = games.iter().filter(|game| game.end == GameEnd::Adjudicated);
    assert!(early.clone().count() > 10);
    for game in early {
        let mut replayed = Game::new(rules);
        for &pit in &game.moves {
            replayed.play(pit);
        }
        let position = replayed.position();
        let exact = solution.value(position).expect("the table is complete");
        let winner = match exact {
            ExactValue::Win => Some(position.turn()),
            ExactValue::Draw => None,
            ExactValue::Loss => Some(!position.turn()),
        };
        let outcome = game.status.outcome().expect("a proven result");
        assert_eq!(outcome.winner(), winner);
        let last = game.samples.last().expect("the proven position has a sample");
        assert_eq!(f32::from(last.outcome), last.root_value);
    }
}

#[test]
fn the_improved_policy_is_the_target_with_gumbel() {
    let mut lane = gumbel();
    lane.playout_cap = PlayoutCap::Off;
    let games = play(&lane, Rules::STANDARD, &[]);
    let samples = games.iter().flat_map(|game| &game.samples);
    // Shares of ten visits would all be tenths.
    let is_tenth = |share: f32| (share * 10.0 - (share * 10.0).round()).abs() < 1e-3;
    assert!(
        samples
            .clone()
            .any(|sample| !sample.policy.iter().all(|&share| is_tenth(share)))
    );
    assert!(
        games
            .iter()
            .any(|game| game.status.outcome().and_then(|outcome| outcome.winner()) == Some(Side::White))
    );
}

#[test]
fn wrong_settings_are_named() {
    let refuse = |change: fn(&mut SelfPlaySettings)| {
        let mut wrong = settings();
        change(&mut wrong);
        wrong.validate().unwrap_err().to_string()
    };
    assert_eq!(
        refuse(|wrong| wrong.restarts.share = 2.0),
        "restarts.share must be from 0 to 1, got 2"
    );
    assert_eq!(
        refuse(|wrong| wrong.surprise_weight = -1.0),
        "surprise_weight must be from 0 to 1, got -1"
    );
    assert_eq!(
        refuse(|wrong| wrong.playout_cap = PlayoutCap::Randomized {
            full_share: 0.0,
            fast_simulations: 1
        }),
        "playout_cap.randomized.full_share must be above 0 and at most 1, got 0"
    );
    assert_eq!(
        refuse(|wrong| wrong.resignation = Resignation::Below {
            value: 0.5,
            moves: 1,
            played_out: 0.1
        }),
        "resignation.below.value must be from -1 to 0, got 0.5"
    );
    assert_eq!(
        refuse(|wrong| wrong.root_noise = RootNoise::Gumbel { scale: 1.0 }),
        "root_noise must be \"none\" or dirichlet for a search with puct, got gumbel"
    );
}

/// Notes the size and a fingerprint of every batch.
struct Recording<'a> {
    calls: &'a Mutex<Vec<(usize, u64)>>,
}

impl Evaluator for Recording<'_> {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), EvaluatorError> {
        let fingerprint = observations
            .iter()
            .fold(0, |hash, &token| kumalak_env::derive_seed(hash, u64::from(token)));
        self.calls
            .lock()
            .unwrap()
            .push((observations.nrows(), fingerprint));
        HashEvaluator::default().evaluate(observations, evaluations)
    }
}

/// Everything that is counted.
#[derive(Default)]
struct Counts([AtomicU64; 4]);

impl Counts {
    fn place(counter: Counter) -> Option<usize> {
        let counters = [
            Counter::Moves,
            Counter::Evaluations,
            Counter::CacheHits,
            Counter::Simulations,
        ];
        counters.iter().position(|&known| known == counter)
    }

    fn get(&self, counter: Counter) -> u64 {
        self.0[Self::place(counter).expect("a known counter")].load(Ordering::Relaxed)
    }
}

impl Monitor for Counts {
    fn advance(&self, counter: Counter, amount: u64) {
        if let Some(place) = Self::place(counter) {
            self.0[place].fetch_add(amount, Ordering::Relaxed);
        }
    }
}
