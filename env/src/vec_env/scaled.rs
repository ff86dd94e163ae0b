use crate::observation::{OBSERVATION_LEN, ScaledObservation, scale_observation};
use crate::vec_env::block::{LANES, Lanes};
use crate::vec_env::rows::write_rows;

/// Writes the observations of a block as fractions, `[N, 23]` with at most 64 rows.
#[inline(always)]
pub(super) fn write_scaled(
    columns: &[Lanes; OBSERVATION_LEN],
    scale: &ScaledObservation,
    rows: &mut [ScaledObservation],
) {
    let mut tokens = [[0; OBSERVATION_LEN]; LANES];
    write_rows(columns, &mut tokens);
    for (row, tokens) in rows.iter_mut().zip(&tokens) {
        scale_observation(tokens, scale, row);
    }
}
