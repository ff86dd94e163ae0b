//! Whole games judged move by move, and what many of them say together.

mod analyze;
mod summary;

pub use analyze::{AnalyzedMove, GameAnalysis, MoveJudgement, analyze_game};
pub use summary::{AnalysisSummary, Band, BandWidth};
