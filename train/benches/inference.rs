//! Evaluations per second of a network, by width and batch size, on one thread.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kumalak_env::{Position, Rules, stream};
use kumalak_selfplay::{Evaluations, Evaluator};
use kumalak_train::{Network, NetworkEvaluator, NetworkSettings, set_libtorch_threads};
use ndarray::Array2;
use rand::RngExt;
use tch::Device;

const WIDTHS: [usize; 3] = [64, 128, 256];
const BATCHES: [usize; 5] = [1, 16, 32, 64, 256];

/// Positions of random games: `[batch, 23]`.
fn observations(batch: usize) -> Array2<u8> {
    let rules = Rules::STANDARD;
    let mut rng = stream(1, 0);
    let mut position = Position::start(&rules);
    let mut tokens = Vec::new();
    for _ in 0..batch {
        tokens.extend(position.observation(1));
        let legal = position.legal_moves(&rules).iter().collect::<Vec<_>>();
        position.play(&rules, legal[rng.random_range(0..legal.len())]);
        if position.is_over() {
            position = Position::start(&rules);
        }
    }
    Array2::from_shape_vec((batch, 23), tokens).expect("23 tokens for each row")
}

fn inference(criterion: &mut Criterion) {
    set_libtorch_threads(1);
    for width in WIDTHS {
        let mut group = criterion.benchmark_group(format!("width {width}"));
        let settings = NetworkSettings {
            width,
            ..NetworkSettings::default()
        };
        let network = Network::new(&settings, &Rules::STANDARD, 1, Device::Cpu).expect("a network");
        for batch in BATCHES {
            let mut evaluator = NetworkEvaluator::new(&network).expect("an evaluator");
            let observations = observations(batch);
            let mut evaluations = Evaluations::zeros(batch);
            group.throughput(Throughput::Elements(batch as u64));
            group.bench_function(BenchmarkId::from_parameter(batch), |bencher| {
                bencher.iter(|| {
                    evaluator
                        .evaluate(observations.view(), &mut evaluations)
                        .expect("answers");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, inference);
criterion_main!(benches);
