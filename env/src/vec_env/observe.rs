use crate::observation::{OBSERVATION_LEN, PLANES_LEN, encode_planes, observation_scale};
use crate::vec_env::VecEnv;
use crate::vec_env::VecEnvError;
use crate::vec_env::block::LANES;
use crate::vec_env::landing::LANDING_LEN;
use crate::vec_env::output::check_length;

/// Other encodings of the observations, each written straight into an array of the caller.
impl VecEnv {
    /// Writes what the side to move sees on every board, one-hot: `[N, 36, 2, 10]`, see
    /// [`Planes`](crate::Planes).
    ///
    /// # Errors
    /// If the array has the wrong length.
    pub fn planes_into(&self, planes: &mut [u8]) -> Result<(), VecEnvError> {
        check_length("planes", planes.len(), self.boards * PLANES_LEN)?;
        let (boards, _) = planes.as_chunks_mut();
        let mut tokens = [[0; OBSERVATION_LEN]; LANES];
        for (state, boards) in self.blocks.iter().zip(boards.chunks_mut(LANES)) {
            self.dispatch.write_observations(&state.columns, &mut tokens);
            for (planes, tokens) in boards.iter_mut().zip(&tokens) {
                encode_planes(&self.rules, tokens, planes);
            }
        }
        Ok(())
    }

    /// Writes what the side to move sees on every board, as fractions: `[N, 23]`, see
    /// [`ScaledObservation`](crate::ScaledObservation).
    ///
    /// # Errors
    /// If the array has the wrong length.
    pub fn scaled_into(&self, scaled: &mut [f32]) -> Result<(), VecEnvError> {
        check_length("scaled", scaled.len(), self.boards * OBSERVATION_LEN)?;
        let scale = observation_scale(&self.rules);
        let (rows, _) = scaled.as_chunks_mut();
        for (state, rows) in self.blocks.iter().zip(rows.chunks_mut(LANES)) {
            self.dispatch.write_scaled(&state.columns, &scale, rows);
        }
        Ok(())
    }

    /// Writes what each move would do on every board: `[N, 9, 4]`, see [`LandingMap`](crate::LandingMap); zeros on a
    /// finished board.
    ///
    /// # Errors
    /// If the array has the wrong length.
    pub fn landing_into(&self, landing: &mut [u8]) -> Result<(), VecEnvError> {
        check_length("landing", landing.len(), self.boards * LANDING_LEN)?;
        let (rows, _) = landing.as_chunks_mut();
        let mut columns = [[0; LANES]; LANDING_LEN];
        for (block, rows) in rows.chunks_mut(LANES).enumerate() {
            let state = &self.blocks[block];
            self.dispatch
                .landing_columns(&self.switches, self.playable(block), state, &mut columns);
            self.dispatch.write_landing(&columns, rows);
        }
        Ok(())
    }
}
