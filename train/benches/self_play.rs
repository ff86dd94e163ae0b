//! What self-play costs besides the network: its evaluations/s over those of the network alone, in one run, with the same
//! network and the same batches.
//!
//! `cargo bench -p kumalak-train --bench self_play [-- SECONDS]`. Network and self-play take turns of so many seconds
//! (default 1), so that whatever else the machine does hits both alike; each ratio is the median over the rounds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kumalak_env::{Position, Rules, stream};
use kumalak_selfplay::{
    Counter, Evaluations, Evaluator, Monitor, RandomOpening, SearchSettings, SelfPlayError, SelfPlaySettings,
    self_play,
};
use kumalak_train::{Network, NetworkEvaluator, NetworkSettings, set_libtorch_threads};
use ndarray::{Array2, ArrayView2};
use rand::RngExt;
use tch::Device;

const ROUNDS: usize = 5;
/// Positions in a batch: the games of a lane.
const BATCH: u32 = 64;
const SIMULATIONS: u32 = 64;
/// Memory for answers, where there is any.
const CACHE_MEBIBYTES: u32 = 16;
/// Games begin with up to so many random moves, so that all stages of games are there from the first step on.
const RANDOM_PLIES: u32 = 120;

fn main() {
    // Cargo adds arguments of its own, such as --bench.
    let seconds = std::env::args().find_map(|argument| argument.parse::<f64>().ok());
    let turn = Duration::from_secs_f64(seconds.unwrap_or(1.0));
    set_libtorch_threads(1);
    let settings = NetworkSettings::default();
    let network = Network::new(&settings, &Rules::STANDARD, 1, Device::Cpu).expect("a network");
    println!(
        "network of width {} with {} blocks, batches of {BATCH}, {SIMULATIONS} simulations a move",
        settings.width, settings.blocks
    );
    println!(
        "{:>7} {:>14} {:>16} {:>7} {:>11} {:>12} {:>7} {:>8}",
        "threads",
        "network eval/s",
        "self-play eval/s",
        "ratio",
        "mean batch",
        "cached sim/s",
        "ratio",
        "cached"
    );
    for threads in [1, 2] {
        let mut evaluators: Vec<NetworkEvaluator> = (0..threads)
            .map(|_| NetworkEvaluator::new(&network).expect("an evaluator"))
            .collect();
        let rounds: Vec<Round> = (0..ROUNDS).map(|_| Round::play(&mut evaluators, turn)).collect();
        let of = |number: fn(&Round) -> f64| median(rounds.iter().map(number).collect());
        println!(
            "{threads:>7} {:>14.0} {:>16.0} {:>7.3} {:>11.1} {:>12.0} {:>7.3} {:>7.0}%",
            of(|round| round.network),
            of(|round| round.self_play),
            of(|round| round.self_play / round.network),
            of(|round| round.mean_batch),
            of(|round| round.simulations),
            of(|round| round.simulations / round.network),
            of(|round| 100.0 * round.cached),
        );
    }
}

/// One turn of each.
struct Round {
    /// Evaluations/s of the network alone.
    network: f64,
    /// Evaluations/s of self-play without a cache.
    self_play: f64,
    mean_batch: f64,
    /// Simulations/s of self-play with a cache.
    simulations: f64,
    /// Share of its evaluations that the cache had.
    cached: f64,
}

impl Round {
    fn play(evaluators: &mut [NetworkEvaluator], turn: Duration) -> Self {
        let network = network_alone(evaluators, turn);
        let plain = Counts::of(evaluators, 0, turn);
        let cached = Counts::of(evaluators, CACHE_MEBIBYTES, turn);
        Self {
            network,
            self_play: plain.rate(Counter::Evaluations),
            mean_batch: plain.count(Counter::Evaluations) / plain.count(Counter::Batches),
            simulations: cached.rate(Counter::Simulations),
            cached: cached.count(Counter::CacheHits)
                / (cached.count(Counter::CacheHits) + cached.count(Counter::Evaluations)),
        }
    }
}

/// Evaluations/s of all evaluators together on positions of random games.
fn network_alone(evaluators: &mut [NetworkEvaluator], turn: Duration) -> f64 {
    let observations = observations(64 * BATCH as usize);
    let total = AtomicU64::new(0);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for evaluator in evaluators {
            scope.spawn(|| {
                let mut evaluations = Evaluations::zeros(BATCH as usize);
                let mut batches = observations
                    .exact_chunks((BATCH as usize, 23))
                    .into_iter()
                    .collect::<Vec<ArrayView2<'_, u8>>>()
                    .into_iter()
                    .cycle();
                while started.elapsed() < turn {
                    let batch = batches.next().expect("there are batches");
                    evaluator.evaluate(batch, &mut evaluations).expect("answers");
                    total.fetch_add(u64::from(BATCH), Ordering::Relaxed);
                }
            });
        }
    });
    total.into_inner() as f64 / started.elapsed().as_secs_f64()
}

/// Counts of self-play until its time is over.
struct Counts {
    started: Instant,
    turn: Duration,
    counts: [AtomicU64; COUNTERS.len()],
    seconds: f64,
}

const COUNTERS: [Counter; 4] = [
    Counter::Evaluations,
    Counter::Batches,
    Counter::Simulations,
    Counter::CacheHits,
];

impl Counts {
    /// Plays in lanes that never run out of games, so that all batches are full.
    fn of(evaluators: &mut [NetworkEvaluator], cache_mebibytes: u32, turn: Duration) -> Self {
        let settings = SelfPlaySettings {
            search: SearchSettings {
                simulations: SIMULATIONS,
                cache_mebibytes,
                ..SearchSettings::default()
            },
            random_opening: RandomOpening {
                share: 1.0,
                max_plies: RANDOM_PLIES,
            },
            games_per_lane: 1 << 20,
            slots_per_lane: BATCH,
            ..SelfPlaySettings::default()
        };
        let mut counts = Self {
            started: Instant::now(),
            turn,
            counts: Default::default(),
            seconds: 0.0,
        };
        let stopped = self_play(&settings, Rules::STANDARD, 1, 0..1 << 40, evaluators, &counts);
        assert!(matches!(stopped, Err(SelfPlayError::Stopped)), "{stopped:?}");
        counts.seconds = counts.started.elapsed().as_secs_f64();
        counts
    }

    fn count(&self, counter: Counter) -> f64 {
        let place = COUNTERS.iter().position(|&known| known == counter);
        self.counts[place.expect("a known counter")].load(Ordering::Relaxed) as f64
    }

    fn rate(&self, counter: Counter) -> f64 {
        self.count(counter) / self.seconds
    }
}

impl Monitor for Counts {
    fn advance(&self, counter: Counter, amount: u64) {
        if let Some(place) = COUNTERS.iter().position(|&known| known == counter) {
            self.counts[place].fetch_add(amount, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.started.elapsed() >= self.turn
    }
}

/// Positions of random games: `[count, 23]`.
fn observations(count: usize) -> Array2<u8> {
    let rules = Rules::STANDARD;
    let mut rng = stream(1, 0);
    let mut position = Position::start(&rules);
    let mut tokens = Vec::new();
    for _ in 0..count {
        tokens.extend(position.observation(1));
        let legal = position.legal_moves(&rules);
        let pit = legal.nth(rng.random_range(0..legal.len()));
        position.play(&rules, pit.expect("a legal move"));
        if position.is_over() {
            position = Position::start(&rules);
        }
    }
    Array2::from_shape_vec((count, 23), tokens).expect("23 tokens for each row")
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
