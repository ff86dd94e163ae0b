//! Rules, notation, records and a vectorized environment for Toguz Kumalak (тоғыз құмалақ).

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
    OBSERVATION_LEN, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK,
    Observation, REPETITION, observation_vocabulary,
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
pub use vec_env::{Autoreset, FinishedGame, SimdLevel, StepOutput, VecEnv, VecEnvError};

/// The examples of these pages run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/environment.md")]
struct DocumentedExamples;
