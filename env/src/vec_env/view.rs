use crate::game::GameStatus;
use crate::observation::OBSERVATION_LEN;
use crate::pit::MAX_PITS;
use crate::position::Position;
use crate::rules::Rules;
use crate::vec_env::block::LANES;
use crate::vec_env::output::check_length;
use crate::vec_env::{Autoreset, FinishedGame, SimdLevel, VecEnv, VecEnvError};

/// What can be read.
impl VecEnv {
    /// The rule set.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Number of boards, `N`.
    pub const fn boards(&self) -> usize {
        self.boards
    }

    /// When new games start.
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// The instructions in use.
    pub fn simd_level(&self) -> SimdLevel {
        self.dispatch.level()
    }

    /// For the player who moved in the last step: +1 won, 0 drawn or not finished, −1 lost: `[N]`.
    pub fn rewards(&self) -> &[i8] {
        &self.rewards.as_flattened()[..self.boards]
    }

    /// Whether the game ended with a result in the last step: `[N]`.
    pub fn terminated(&self) -> &[bool] {
        &self.terminated.as_flattened()[..self.boards]
    }

    /// Whether the ply cap cut the game off in the last step: `[N]`.
    pub fn truncated(&self) -> &[bool] {
        &self.truncated.as_flattened()[..self.boards]
    }

    /// The side to move, 0 White and 1 Black, in a finished game the side that would have been: `[N]`.
    pub fn current_player(&self) -> &[u8] {
        &self.turns.as_flattened()[..self.boards]
    }

    /// Moves played in the game on each board: `[N]`.
    pub fn plies(&self) -> &[u32] {
        &self.plies.as_flattened()[..self.boards]
    }

    /// The games that ended in the last step, by board: with their last positions and observations, which
    /// [`Autoreset::SameStep`] has already replaced on the boards.
    pub fn finished_games(&self) -> &[FinishedGame] {
        &self.finished
    }

    /// The position on a board.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn position(&self, board: usize) -> Result<Position, VecEnvError> {
        self.check_board(board)?;
        Ok(self.present(board))
    }

    /// Whether the game on a board goes on.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn status(&self, board: usize) -> Result<GameStatus, VecEnvError> {
        self.check_board(board)?;
        Ok(self.game_status(board))
    }

    /// Writes what the side to move sees on every board: `[N, 23]`, see [`Observation`](crate::Observation).
    ///
    /// # Errors
    /// If the array has the wrong length.
    pub fn observations_into(&self, observations: &mut [u8]) -> Result<(), VecEnvError> {
        check_length("observations", observations.len(), self.boards * OBSERVATION_LEN)?;
        let (rows, _) = observations.as_chunks_mut();
        for (state, rows) in self.blocks.iter().zip(rows.chunks_mut(LANES)) {
            self.dispatch.write_observations(&state.columns, rows);
        }
        Ok(())
    }

    /// What the side to move sees on every board: `[N, 23]`.
    pub fn observations(&self) -> Vec<u8> {
        let mut observations = vec![0; self.boards * OBSERVATION_LEN];
        self.observations_into(&mut observations)
            .expect("the array has the right length");
        observations
    }

    /// Writes whether each pit of the side to move may be played: `[N, 9]`; nowhere on a finished board.
    ///
    /// # Errors
    /// If the array has the wrong length.
    pub fn action_mask_into(&self, action_mask: &mut [bool]) -> Result<(), VecEnvError> {
        check_length("action_mask", action_mask.len(), self.boards * MAX_PITS)?;
        for (block, mask) in action_mask.chunks_mut(LANES * MAX_PITS).enumerate() {
            let end = &self.blocks[block].end;
            self.dispatch.write_action_mask(self.playable(block), end, mask);
        }
        Ok(())
    }

    /// Whether each pit of the side to move may be played: `[N, 9]`; nowhere on a finished board.
    pub fn action_mask(&self) -> Vec<bool> {
        let mut action_mask = vec![false; self.boards * MAX_PITS];
        self.action_mask_into(&mut action_mask)
            .expect("the array has the right length");
        action_mask
    }
}
