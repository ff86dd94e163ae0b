//! What libtorch reaches with the default network on one thread: evaluations per second of the unfused and the frozen
//! ("fused") form, in f32 and bf16, as plain calls and as a traced `TorchScript` module, by batch size; then the search of a
//! single game with several leaves in a batch, next to the search of many games. All in one run, in rounds that take turns.
//!
//! `cargo bench -p kumalak-train --bench network_kinds`; `-- --quick` for one short round.

mod frozen;

use std::hint::black_box;
use std::time::{Duration, Instant};

use frozen::Frozen;
use kumalak_env::{Game, OBSERVATION_LEN, Rules, stream};
use kumalak_selfplay::{BatchSearch, Evaluations, Evaluator, SearchRoot, SearchSettings};
use kumalak_train::{Network, NetworkEvaluator, NetworkSettings, set_libtorch_threads};
use ndarray::Array2;
use rand::RngExt;
use tch::{Device, Kind, Tensor, no_grad};

const BATCHES: [usize; 7] = [1, 4, 16, 64, 128, 256, 1024];
/// Games of the search that fills a batch from many games, and leaves of that which fills it from one.
const GAMES: usize = 64;
const LEAVES: [u32; 5] = [1, 8, 16, 32, 64];
const WARM_UP: usize = 3;

fn main() {
    // `cargo test` and `cargo nextest` start benches too.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let quick = std::env::args().any(|argument| argument == "--quick");
    let plan = if quick {
        Plan {
            rounds: 1,
            round: Duration::from_millis(20),
        }
    } else {
        Plan {
            rounds: 7,
            round: Duration::from_millis(250),
        }
    };
    set_libtorch_threads(1);
    let settings = NetworkSettings::default();
    let network = Network::new(&settings, &Rules::STANDARD, 1, Device::Cpu).expect("a network");
    println!(
        "default network: width {}, {} blocks; one thread, median of {} rounds\n",
        settings.width, settings.blocks, plan.rounds
    );
    measure_kinds(&network, plan);
    measure_searches(&network, plan);
    report_batch_dependence(&network);
}

/// How long to measure.
#[derive(Clone, Copy)]
struct Plan {
    rounds: usize,
    round: Duration,
}

/// One way of doing `units` of work at a time.
struct Way<'a> {
    name: String,
    units: f64,
    run: Box<dyn FnMut() -> f64 + 'a>,
}

impl<'a> Way<'a> {
    /// A way that always does the same amount of work.
    fn fixed<T>(name: &str, units: usize, mut run: impl FnMut() -> T + 'a) -> Self {
        Self {
            name: name.to_owned(),
            units: units as f64,
            run: Box::new(move || {
                drop(black_box(run()));
                1.0
            }),
        }
    }
}

/// Median rates of all ways, in units per second.
fn rates(ways: &mut [Way<'_>], plan: Plan) -> Vec<f64> {
    // libtorch compiles a traced module in its first calls.
    for way in ways.iter_mut() {
        for _ in 0..WARM_UP {
            (way.run)();
        }
    }
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); ways.len()];
    for _ in 0..plan.rounds {
        for (way, rates) in ways.iter_mut().zip(&mut found) {
            let begin = Instant::now();
            let mut done = 0.0;
            while done == 0.0 || begin.elapsed() < plan.round {
                done += (way.run)() * way.units;
            }
            rates.push(done / begin.elapsed().as_secs_f64());
        }
    }
    let median = |mut rates: Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    found.into_iter().map(median).collect()
}

fn measure_kinds(network: &Network, plan: Plan) {
    let kinds = [Kind::Float, Kind::BFloat16].map(|kind| Frozen::of(network, kind));
    println!("evaluations/s by batch size, ratio to the evaluator of the search in brackets");
    print!("{:>5}", "batch");
    for name in [
        "evaluator",
        "unfused f32",
        "fused f32",
        "traced f32",
        "fused bf16",
        "traced bf16",
    ] {
        print!(" {name:>16}");
    }
    println!();
    for batch in BATCHES {
        let observations = observations(batch);
        let tokens = Tensor::from_slice(observations.as_slice().expect("rows lie in order"))
            .view([batch as i64, OBSERVATION_LEN as i64])
            .to_kind(Kind::Int64);
        let rows = kinds[0].rows(&observations);
        let mut evaluator = NetworkEvaluator::new(network).expect("an evaluator");
        let mut evaluations = Evaluations::zeros(batch);
        let [f32_trace, bf16_trace] = kinds.each_ref().map(|frozen| frozen.traced(&rows));
        let mut ways = [
            Way::fixed("evaluator", batch, || {
                let answers = evaluator.evaluate(observations.view(), &mut evaluations);
                answers.expect("answers");
            }),
            Way::fixed("unfused f32", batch, || {
                no_grad(|| network.forward(&tokens)).expect("answers")
            }),
            Way::fixed("fused f32", batch, || kinds[0].forward(&rows)),
            Way::fixed("traced f32", batch, || f32_trace.forward(&rows)),
            Way::fixed("fused bf16", batch, || kinds[1].forward(&rows)),
            Way::fixed("traced bf16", batch, || bf16_trace.forward(&rows)),
        ];
        let rates = rates(&mut ways, plan);
        print!("{batch:>5}");
        for rate in &rates {
            print!(" {:>16}", format!("{rate:.0} ({:.2})", rate / rates[0]));
        }
        println!();
    }
    let rows = kinds[0].rows(&observations(256));
    let difference = kinds[0].forward(&rows) - kinds[1].forward(&rows).to_kind(Kind::Float);
    let most = difference.narrow(1, 0, 12).abs().max().double_value(&[]);
    println!(
        "\nbf16 moves a policy or outcome logit (of a table and heads drawn at random) by up to {most:.4}\n"
    );
}

fn measure_searches(network: &Network, plan: Plan) {
    let games: Vec<Game> = (0..GAMES).map(|index| game_after(12, index as u64)).collect();
    let mut ways: Vec<Way<'_>> = vec![search_way(network, "64 games, 1 leaf", &games, 1, 64)];
    for leaves in LEAVES {
        let name = format!("1 game, {leaves} leaves");
        ways.push(search_way(network, &name, &games[..1], leaves, 2048));
    }
    let rates = rates(&mut ways, plan);
    println!("{:<20} {:>14} {:>8}", "search", "simulations/s", "ratio");
    for (way, rate) in ways.iter().zip(&rates) {
        println!("{:<20} {rate:>14.0} {:>8.2}", way.name, rate / rates[0]);
    }
}

fn search_way<'a>(
    network: &Network,
    name: &str,
    games: &'a [Game],
    leaves: u32,
    simulations: u32,
) -> Way<'a> {
    let mut evaluator = NetworkEvaluator::new(network).expect("an evaluator");
    let settings = SearchSettings {
        simulations,
        leaves,
        ..SearchSettings::default()
    };
    let mut search = BatchSearch::default();
    Way {
        name: name.to_owned(),
        units: 1.0,
        run: Box::new(move || {
            let roots: Vec<SearchRoot<'_>> = games.iter().map(SearchRoot::new).collect();
            let results = search.search(&roots, &mut evaluator, &settings, &());
            let results = results.expect("the evaluator works");
            results.iter().map(|result| f64::from(result.simulations)).sum()
        }),
    }
}

/// Says whether the answer about a position depends on what else is in its batch, on which the bits of cached answers rest.
fn report_batch_dependence(network: &Network) {
    let observations = observations(1024);
    let mut evaluator = NetworkEvaluator::new(network).expect("an evaluator");
    let mut answers = |rows: usize| {
        let mut evaluations = Evaluations::zeros(rows);
        let view = observations.slice(ndarray::s![..rows, ..]);
        evaluator.evaluate(view, &mut evaluations).expect("answers");
        evaluations
    };
    let whole = answers(1024);
    println!("\nlargest change of a policy logit of the first position against a batch of 1024:");
    for batch in BATCHES {
        let other = answers(batch);
        let pairs = whole
            .policy_logits
            .row(0)
            .into_iter()
            .zip(other.policy_logits.row(0));
        let most = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        println!("batch {batch:>4}: {most:e}");
    }
}

/// Positions of random games: `[batch, 23]`.
fn observations(batch: usize) -> Array2<u8> {
    let mut tokens = Vec::new();
    for index in 0..batch {
        let game = game_after(index % 80, index as u64);
        tokens.extend(game.position().observation(game.occurrences()));
    }
    Array2::from_shape_vec((batch, OBSERVATION_LEN), tokens).expect("23 tokens for each row")
}

/// A game of random moves, begun again where it ends too early.
fn game_after(plies: usize, index: u64) -> Game {
    let mut rng = stream(1, index);
    loop {
        let mut game = Game::new(Rules::STANDARD);
        while game.moves().len() < plies && !game.is_over() {
            let legal = game.legal_moves();
            let pit = legal.nth(rng.random_range(0..legal.len()));
            game.play(pit.expect("the game goes on"));
        }
        if !game.is_over() {
            return game;
        }
    }
}
