use crate::game::GameStatus;
use crate::observation::Observation;
use crate::position::Position;

/// When a board whose game has ended begins the next one. The names are Gymnasium's.
///
/// A *finished* board has no legal move: its row of the action mask is all false, and its action is ignored.
///
/// | after the step that ends a game | `NextStep` | `SameStep` | `Disabled` |
/// |---|---|---|---|
/// | board, observation, plies, player | of the finished game | of the new game | of the finished game |
/// | `rewards`, `terminated`, `truncated` | of the finished game | of the finished game | of the finished game |
/// | `finished_games` lists the board | yes | yes | yes |
/// | **after the step that follows** | the new game, no move played; reward 0, flags false | as usual | unchanged; reward 0, flags stay |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Autoreset {
    /// The next step starts a new game in place of a move.
    #[default]
    NextStep,
    /// The same step starts a new game.
    SameStep,
    /// Never: [`reset_board`](crate::VecEnv::reset_board) starts a new game.
    Disabled,
}

/// A game that ended in the last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// Index of the board.
    pub board: usize,
    /// The last position, with the final kazans.
    pub position: Position,
    /// The result and how it came, or that the game was truncated.
    pub status: GameStatus,
    /// Moves that were played.
    pub plies: u32,
    /// The last position as the side that would have been to move sees it: `[23]`.
    pub observation: Observation,
}
