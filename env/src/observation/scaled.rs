use crate::observation::{
    OBSERVATION_LEN, OPPONENT_KAZAN, OPPONENT_TUZDIK, OWN_KAZAN, OWN_TUZDIK, Observation, REPETITION,
};
use crate::position::Position;
use crate::rules::Rules;

/// An [`Observation`] as fractions: `[23]`, each column divided by its [`observation_scale`].
///
/// | columns | 1.0 means | range |
/// |---|---|---|
/// | 0–17 | as many stones as each pit has at the start | 0 to twice the pits of a side |
/// | 18, 19 | half of all stones: one more wins | 0 to 2 |
/// | 20, 21 | a tuzdik in the last pit | 0 to 1 |
/// | 22 | twice and more before | 0 to 1 |
///
/// Captures hang on the parity of counts, which a network reads from fractions with difficulty: prefer tokens or planes.
pub type ScaledObservation = [f32; OBSERVATION_LEN];

/// What each column of an [`Observation`] is divided by: `[23]`.
pub fn observation_scale(rules: &Rules) -> ScaledObservation {
    let mut scale = [rules.stones() as f32; OBSERVATION_LEN];
    scale[OWN_KAZAN] = rules.half() as f32;
    scale[OPPONENT_KAZAN] = rules.half() as f32;
    scale[OWN_TUZDIK] = rules.pits() as f32;
    scale[OPPONENT_TUZDIK] = rules.pits() as f32;
    scale[REPETITION] = 2.0;
    scale
}

/// Divides an observation by its scale.
#[inline]
pub fn scale_observation(
    observation: &Observation,
    scale: &ScaledObservation,
    scaled: &mut ScaledObservation,
) {
    for ((scaled, &token), scale) in scaled.iter_mut().zip(observation).zip(scale) {
        *scaled = f32::from(token) / scale;
    }
}

impl Position {
    /// The position as the side to move sees it, as fractions; see [`observation`](Self::observation).
    pub fn scaled_observation(&self, rules: &Rules, occurrences: u32) -> ScaledObservation {
        let mut scaled = [0.0; OBSERVATION_LEN];
        scale_observation(
            &self.observation(occurrences),
            &observation_scale(rules),
            &mut scaled,
        );
        scaled
    }
}
