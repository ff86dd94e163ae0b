use crate::random::stream;
use crate::vec_env::block::LANES;
use crate::vec_env::output::check_length;
use crate::vec_env::{VecEnv, VecEnvError};

impl VecEnv {
    /// Starts every board's random stream anew from a seed of its own: `[N]`. A board draws from stream 0 of its seed, as the
    /// only board of an environment with that seed does, whatever the other boards and their number are.
    ///
    /// # Errors
    /// If there is not one seed for each board.
    pub fn reseed_boards(&mut self, seeds: &[u64]) -> Result<(), VecEnvError> {
        check_length("seeds", seeds.len(), self.boards)?;
        for (board, &seed) in seeds.iter().enumerate() {
            self.generators[board / LANES].seed_lane(board % LANES, stream(seed, 0));
        }
        Ok(())
    }
}
