//! Speed of moves, as ratios to a plain loop over one position in the same run. `cargo bench -p kumalak-env`.

use std::hint::black_box;
use std::time::Instant;

use kumalak_env::{Autoreset, Position, Rules, SimdLevel, VecEnv, perft, stream};
use rand::RngExt;

fn random_moves(plies: u64) -> f64 {
    let rules = Rules::STANDARD;
    let mut generator = stream(1, 0);
    let mut position = Position::start(&rules);
    let start = Instant::now();
    for _ in 0..plies {
        let legal = position.legal_moves(&rules);
        let pit = legal.nth(generator.random_range(0..legal.len())).unwrap();
        position.play_unchecked(&rules, pit);
        if position.is_over() {
            position = Position::start(&rules);
        }
    }
    black_box(position);
    plies as f64 / start.elapsed().as_secs_f64()
}

fn vec_env(boards: usize, level: SimdLevel, plies: u64) -> f64 {
    let env = VecEnv::new(Rules::STANDARD, boards, 1)
        .unwrap()
        .with_autoreset(Autoreset::SameStep);
    let mut env = env.with_simd_level(level).unwrap();
    let mut actions = vec![0; boards];
    let start = Instant::now();
    for _ in 0..plies / boards as u64 {
        env.sample_actions(&mut actions).unwrap();
        env.step(&actions).unwrap();
    }
    plies as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    let one = random_moves(20_000_000);
    println!("one position {:.1} M/s", one / 1e6);
    let start = Instant::now();
    let nodes = perft(&Position::start(&Rules::STANDARD), &Rules::STANDARD, 7);
    println!(
        "perft {:.1} M/s",
        nodes as f64 / start.elapsed().as_secs_f64() / 1e6
    );
    for level in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
        for boards in [64, 1024, 16384] {
            let speed = vec_env(boards, level, 50_000_000);
            println!("{level} {boards} {:.1} M/s x{:.2}", speed / 1e6, speed / one);
        }
    }
}
