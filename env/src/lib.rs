//! Rules, notation, records and a vectorized environment for Toguz Kumalak (тоғыз құмалақ).

pub mod conformance;
mod diagram;
mod distinct;
mod excerpt;
mod fen;
mod game;
mod history;
mod notation;
mod number;
mod observation;
mod outcome;
mod perft;
mod pit;
mod position;
mod preset;
mod random;
pub mod random_play;
pub mod record;
pub mod reference;
mod row;
mod rules;
mod side;
pub mod solver;
mod sowing;
mod square;
mod vec_env;

pub use diagram::{DiagramError, DiagramField};
pub use distinct::{DistinctLevel, DistinctReport, distinct_positions};
pub use fen::{Fen, FenError, FenField};
pub use game::{Game, GameStatus, is_drawn_by_repetition};
pub use history::ReversibleHistory;
pub use notation::{MoveNotation, NotationError};
pub use observation::{
    LANDING_PIT, LANDING_SHAPE, LAP_PLANES, LandingMap, MAKES_TUZDIK, OBSERVATION_LEN, OPPONENT_KAZAN,
    OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK, Observation, ObservationKind,
    PLANES_LEN, PLANES_SHAPE, Planes, REPETITION, REPETITION_PLANES, REST_PLANES, STONES_GIVEN, STONES_WON,
    ScaledObservation, TUZDIK_PLANE, UnknownObservation, encode_planes, observation_scale,
    observation_vocabulary, scale_observation,
};
pub use outcome::{Ending, Outcome};
pub use perft::{divide, perft};
pub use pit::{MAX_PITS, Pit, PitSet, PitSetIter};
pub use position::{Board, BoardError, Position};
pub use preset::UnknownPreset;
pub use random::{GameRng, derive_seed, stream};
pub use rules::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MAX_STONES, MajorityRule, RepetitionRule, Rules,
    RulesError, RulesTextError, SameNumberTuzdik, TuzdikRule,
};
pub use side::Side;
pub use sowing::{IllegalMove, Sowing};
pub use square::{Square, SquareError, SquareMove};
pub use vec_env::{
    Autoreset, BoardStates, FinishedGame, MAX_BOARDS, SimdLevel, SnapshotError, StateError, StepOutput,
    VecEnv, VecEnvError,
};

/// The examples of these pages run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/environment.md")]
struct DocumentedExamples;
