//! Search, players, self-play and the arena for Toguz Kumalak.

mod evaluator;
mod hash_evaluator;
mod mcts;
mod mcts_player;
mod monitor;
mod player;
mod policy_player;
mod sample;
mod self_play;
mod value;

pub use evaluator::{Evaluations, Evaluator, EvaluatorError, UniformEvaluator};
pub use hash_evaluator::HashEvaluator;
pub use mcts::{
    BatchSearch, Evaluation, Fpu, InvalidSetting, LeafValue, NoiseSample, RootNoise, SearchError,
    SearchResult, SearchRoot, SearchSettings,
};
pub use mcts_player::MctsPlayer;
pub use monitor::{Counter, Monitor};
pub use player::{Player, PlayerError};
pub use policy_player::PolicyPlayer;
pub use sample::Sample;
pub use self_play::{RandomOpening, SelfPlayError, SelfPlayGame, SelfPlaySettings, Temperature, self_play};
pub use value::{MoverValue, WhiteValue};
