//! The search alone, with evaluators that cost next to nothing: 64 games of 64 simulations each, on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kumalak_env::{Game, GameRng, Rules, stream};
use kumalak_selfplay::{BatchSearch, Evaluator, HashEvaluator, SearchRoot, SearchSettings, UniformEvaluator};
use rand::RngExt;

const GAMES: u64 = 64;
const SIMULATIONS: u32 = 64;

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search 64 games x 64 simulations");
    group.throughput(Throughput::Elements(GAMES * u64::from(SIMULATIONS)));
    let opening: Vec<Game> = (0..GAMES).map(|index| game_after(4, index)).collect();
    let middle: Vec<Game> = (0..GAMES).map(|index| game_after(40, index)).collect();
    let mut bench = |name, games: &[Game], evaluator: &mut dyn Evaluator| {
        let roots: Vec<SearchRoot<'_>> = games.iter().map(SearchRoot::new).collect();
        let settings = SearchSettings {
            simulations: SIMULATIONS,
            ..SearchSettings::default()
        };
        let mut batch = BatchSearch::default();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                batch
                    .search(&roots, evaluator, &settings, &())
                    .expect("the evaluator works")
            });
        });
    };
    bench("uniform network, ply 4", &opening, &mut UniformEvaluator);
    bench("uniform network, ply 40", &middle, &mut UniformEvaluator);
    bench("hashed network, ply 40", &middle, &mut HashEvaluator::default());
    group.finish();
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

criterion_group!(benches, search);
criterion_main!(benches);
