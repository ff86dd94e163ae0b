//! The search alone, with evaluators that cost next to nothing: 64 games of 64 simulations each, on one thread. Every way
//! is measured in the same run as the first, to which its rate is compared. `cargo bench -p kumalak-selfplay --bench search`

use std::hint::black_box;
use std::time::{Duration, Instant};

use kumalak_env::{Game, GameRng, Rules, stream};
use kumalak_selfplay::{
    BatchSearch, Evaluator, GumbelSettings, HashEvaluator, SearchRoot, SearchSettings, Selection, Solver,
    UniformEvaluator,
};
use rand::RngExt;

const GAMES: u64 = 64;
const SIMULATIONS: u32 = 64;
const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(200);

fn main() {
    // `cargo test` and `cargo nextest` start benches too.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let opening: Vec<Game> = (0..GAMES).map(|index| game_after(4, index)).collect();
    let middle: Vec<Game> = (0..GAMES).map(|index| game_after(40, index)).collect();
    let puct = SearchSettings {
        simulations: SIMULATIONS,
        ..SearchSettings::default()
    };
    let unproven = SearchSettings {
        solver: Solver::Off,
        ..puct
    };
    let gumbel = SearchSettings {
        selection: Selection::Gumbel(GumbelSettings::default()),
        ..puct
    };
    let cached = SearchSettings {
        cache_mebibytes: 4,
        ..puct
    };
    let mut ways = [
        Way::new("PUCT, ply 4", &opening, UniformEvaluator, puct),
        Way::new("PUCT, ply 40", &middle, UniformEvaluator, puct),
        Way::new("PUCT without solver, ply 40", &middle, UniformEvaluator, unproven),
        Way::new("PUCT with cache, ply 40", &middle, UniformEvaluator, cached),
        Way::new("Gumbel, ply 4", &opening, UniformEvaluator, gumbel),
        Way::new("Gumbel, ply 40", &middle, UniformEvaluator, gumbel),
        Way::new(
            "PUCT, hashed evaluations",
            &middle,
            HashEvaluator::default(),
            puct,
        ),
    ];
    // Rounds take turns, so that a busy machine slows all ways alike.
    for _ in 0..ROUNDS {
        ways.iter_mut().for_each(Way::run);
    }
    let baseline = ways[0].median();
    println!(
        "{GAMES} games x {SIMULATIONS} simulations, uniform evaluations, one thread, median of {ROUNDS} rounds"
    );
    println!("{:<30} {:>14} {:>8}", "search", "simulations/s", "ratio");
    for way in &mut ways {
        let rate = way.median();
        println!("{:<30} {rate:>14.0} {:>8.2}", way.name, rate / baseline);
    }
}

/// One way to search, with its measured rates.
struct Way<'a> {
    name: &'static str,
    roots: Vec<SearchRoot<'a>>,
    evaluator: Box<dyn Evaluator>,
    settings: SearchSettings,
    search: BatchSearch,
    /// Simulations per second of each round.
    rates: Vec<f64>,
}

impl<'a> Way<'a> {
    fn new(
        name: &'static str,
        games: &'a [Game],
        evaluator: impl Evaluator + 'static,
        settings: SearchSettings,
    ) -> Self {
        Self {
            name,
            roots: games.iter().map(SearchRoot::new).collect(),
            evaluator: Box::new(evaluator),
            settings,
            search: BatchSearch::default(),
            rates: Vec::new(),
        }
    }

    fn run(&mut self) {
        let begin = Instant::now();
        let mut simulations = 0;
        while begin.elapsed() < ROUND {
            let results = self
                .search
                .search(&self.roots, self.evaluator.as_mut(), &self.settings, &())
                .expect("the evaluator works");
            simulations += results
                .iter()
                .map(|result| u64::from(result.simulations))
                .sum::<u64>();
            black_box(results);
        }
        self.rates
            .push(simulations as f64 / begin.elapsed().as_secs_f64());
    }

    fn median(&mut self) -> f64 {
        self.rates.sort_by(f64::total_cmp);
        self.rates[self.rates.len() / 2]
    }
}

/// A game of random moves, begun again where it ends too early.
fn game_after(plies: usize, index: u64) -> Game {
    let mut rng = stream(1, index);
    loop {
        let game = random_game(plies, &mut rng);
        if !game.is_over() {
            return game;
        }
    }
}

fn random_game(plies: usize, rng: &mut GameRng) -> Game {
    let mut game = Game::new(Rules::STANDARD);
    while game.moves().len() < plies && !game.is_over() {
        let legal = game.legal_moves();
        game.play(
            legal
                .nth(rng.random_range(0..legal.len()))
                .expect("the game goes on"),
        );
    }
    game
}
