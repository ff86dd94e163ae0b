//! Search, players, self-play and the arena for Toguz Kumalak.

mod alphabeta;
mod arena;
mod board_rules;
mod ending_proof;
mod evaluator;
mod exact_player;
mod external_engine;
mod game_analysis;
mod greedy_player;
mod hash_evaluator;
mod invalid_setting;
mod mcts;
mod mcts_player;
mod meter;
mod monitor;
mod move_evaluation;
mod move_limits;
mod network_spec;
mod player;
mod player_options;
mod player_spec;
mod policy_player;
mod random_player;
mod regret;
mod rollouts;
mod sample;
mod search_finding;
mod search_summary;
mod self_play;
mod statistics;
mod time_text;
mod value;

pub use alphabeta::{
    AlphaBeta, AlphaBetaPlayer, AlphaBetaResult, AlphaBetaSettings, AlphaBetaSpec, BENCH_DEPTH,
    EvaluationFit, EvaluationSamples, EvaluationWeights, FEATURE_NAMES, FEATURES, Features, FitLoss, Leaves,
    NamedWeights, Reductions, Score, SearchDepth, TableReuse, TableSize, bench_games, evaluate,
};
pub use arena::{
    Adjudication, ArenaError, ArenaSettings, Balance, BookError, Completion, Encounter, ExactValues,
    FaultPolicy, Forfeit, GameCollection, GameText, GameTextError, MatchObserver, MatchReport, MatchStanding,
    OpeningBook, Openings, PlayedGame, PlayedPair, PlyRange, RankedPlayer, Schedule, StopRule, Tally,
    Termination, TimeControl, TimeControlError, TournamentReport, UnusualEndings, continue_match, play_match,
};
pub use board_rules::board_rules;
pub use evaluator::{Evaluations, Evaluator, EvaluatorError, UniformEvaluator};
pub use exact_player::ExactPlayer;
pub use external_engine::{
    EngineDescription, EngineError, EngineLimits, EngineStderr, ExternalEngine, MoveExchange, MoveFormat,
    ProcessDescription, TextStep,
};
pub use game_analysis::{
    AnalysisSummary, AnalyzedMove, Band, BandWidth, GameAnalysis, MoveJudgement, analyze_game,
};
pub use greedy_player::GreedyPlayer;
pub use hash_evaluator::HashEvaluator;
pub use invalid_setting::InvalidSetting;
pub use mcts::{
    BatchSearch, Evaluation, Fpu, GumbelSettings, LeafValue, NoiseSample, PuctSettings, QScale, RootNoise,
    SearchError, SearchProgress, SearchResult, SearchRoot, SearchSettings, Selection, Solver, TreeReuse,
    ValueBounds,
};
pub use mcts_player::MctsPlayer;
pub use monitor::{Counter, Monitor};
pub use move_evaluation::{MoveEvaluation, MoveEvaluationError};
pub use move_limits::{MoveLimits, MoveTime};
pub use network_spec::{NetworkSearch, SearchKind};
pub use player::{Player, PlayerError};
pub use player_spec::{PlayerSpec, PlayerSpecError};
pub use policy_player::PolicyPlayer;
pub use random_player::RandomPlayer;
pub use regret::{PhaseRegret, Regret};
pub use rollouts::{RolloutPlayer, RolloutSpec, TriedMove};
pub use sample::Sample;
pub use search_finding::SearchFinding;
pub use search_summary::SearchSummary;
pub use self_play::{
    GameEnd, PlayoutCap, RandomOpening, Resignation, ResignationTest, Restarts, SelfPlay,
    SelfPlayAdjudication, SelfPlayError, SelfPlayGame, SelfPlaySettings, Temperature, self_play,
};
pub use statistics::{
    EloEstimate, EloScale, NormalizedElo, PairScore, PairingResult, Pentanomial, Rating, RatingAnchor,
    RatingError, RatingMethod, Ratings, ScoreEstimate, Sprt, SprtDecision, SprtReport, SprtSyntaxError,
    elo_of_score, likelihood_of_superiority, score_of_elo,
};
pub use time_text::{TimeText, TimeTextError};
pub use value::{MoverValue, WhiteValue};
