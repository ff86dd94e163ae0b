use serde::{Deserialize, Serialize};

/// What an illegal move, or a failure of a player in one game, costs.
///
/// What concerns more than one game ends the match in any case: an evaluator that fails, or a wrong number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultPolicy {
    /// The match, which ends with the error: such a player has a bug.
    #[default]
    EndMatch,
    /// The game, which the player loses, with the reason recorded. For programs that are not our own.
    LoseGame,
}
