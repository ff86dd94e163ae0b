//! What the side to move sees, in four encodings of the same information.

mod kind;
mod landing;
mod planes;
mod scaled;
mod tokens;

pub use kind::{ObservationKind, UnknownObservation};
pub use landing::{LANDING_PIT, LANDING_SHAPE, LandingMap, MAKES_TUZDIK, STONES_GIVEN, STONES_WON};
pub use planes::{
    LAP_PLANES, PLANES_LEN, PLANES_SHAPE, Planes, REPETITION_PLANES, REST_PLANES, TUZDIK_PLANE, encode_planes,
};
pub use scaled::{ScaledObservation, observation_scale, scale_observation};
pub use tokens::{
    OBSERVATION_LEN, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK,
    Observation, REPETITION, observation_vocabulary,
};
