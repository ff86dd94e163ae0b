use crate::observation::OBSERVATION_LEN;
use crate::pit::MAX_PITS;
use crate::vec_env::VecEnvError;

/// Arrays of the caller that one step of `N` boards fills, row by row.
#[derive(Debug)]
pub struct StepOutput<'a> {
    /// What the side to move sees: `[N, 23]`, see [`Observation`](crate::Observation).
    pub observations: &'a mut [u8],
    /// Whether each pit may be played: `[N, 9]`.
    pub action_mask: &'a mut [bool],
    /// +1, 0 or −1 for the player who just moved: `[N]`.
    pub rewards: &'a mut [i8],
    /// Whether the game ended with a result: `[N]`.
    pub terminated: &'a mut [bool],
    /// Whether the ply cap cut the game off: `[N]`.
    pub truncated: &'a mut [bool],
}

impl StepOutput<'_> {
    pub(super) fn check(&self, boards: usize) -> Result<(), VecEnvError> {
        check_length("observations", self.observations.len(), boards * OBSERVATION_LEN)?;
        check_length("action_mask", self.action_mask.len(), boards * MAX_PITS)?;
        check_length("rewards", self.rewards.len(), boards)?;
        check_length("terminated", self.terminated.len(), boards)?;
        check_length("truncated", self.truncated.len(), boards)
    }
}

pub(super) fn check_length(array: &'static str, found: usize, expected: usize) -> Result<(), VecEnvError> {
    if found == expected {
        Ok(())
    } else {
        Err(VecEnvError::Length {
            array,
            expected,
            found,
        })
    }
}
