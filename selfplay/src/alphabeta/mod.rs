//! Alpha-beta search: the strong baseline that needs no network.

mod bench;
mod depth;
mod evaluation;
mod node;
mod ordering;
mod player;
mod prospects;
mod score;
mod search;
mod settings;
mod spec;
mod table;
mod table_size;
mod tree;
mod window;

pub use bench::{BENCH_DEPTH, bench_games};
pub use depth::SearchDepth;
pub use evaluation::{
    EvaluationFit, EvaluationSamples, EvaluationWeights, FEATURE_NAMES, FEATURES, Features, FitLoss,
    NamedWeights, evaluate,
};
pub use player::AlphaBetaPlayer;
pub use score::Score;
pub use search::{AlphaBeta, AlphaBetaResult};
pub use settings::{AlphaBetaSettings, Leaves, Reductions, TableReuse};
pub use spec::AlphaBetaSpec;
pub use table_size::TableSize;
