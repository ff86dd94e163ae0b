use std::fmt;

use crate::observation::{OBSERVATION_LEN, Observation, ScaledObservation};
use crate::pit::MAX_PITS;
use crate::vec_env::block::{Block, LANES, Lanes};
use crate::vec_env::kernel::{self, Moves, Played, Switches};
use crate::vec_env::landing::{self, LandingColumns, LandingRow};
use crate::vec_env::random_lanes::{self, RandomLanes};
use crate::vec_env::{rows, scaled};

/// The vector instructions that step the boards. All levels give the same results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SimdLevel {
    /// What every processor of the architecture has: SSE2 on x86-64, NEON on 64-bit Arm.
    Baseline,
    /// 256-bit registers of x86-64 (AVX2).
    Avx2,
    /// 512-bit registers of x86-64 (AVX-512 F, BW, DQ and VL).
    Avx512,
}

impl SimdLevel {
    /// All levels, slowest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The fastest level that this machine has.
    pub fn detect() -> Self {
        let available = Self::ALL.into_iter().filter(|level| level.is_available());
        available.max().unwrap_or(Self::Baseline)
    }

    /// Whether this machine has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Lower-case name, as in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A level that this machine has, through which kernels are called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dispatch(SimdLevel);

impl Dispatch {
    /// `None` if this machine lacks the level.
    pub(super) fn new(level: SimdLevel) -> Option<Self> {
        level.is_available().then_some(Self(level))
    }

    pub(super) fn level(self) -> SimdLevel {
        self.0
    }
}

/// Compiles each kernel for each level, and makes it a method of [`Dispatch`].
///
/// A call from code for every processor into code for some is `unsafe`, and there is no other way to choose at run time. It
/// pays: `cargo bench` steps 1.75 times as many boards a second with AVX2 as with the baseline (AMD Zen 3, one thread).
macro_rules! compile_kernels {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $kernel:path;)*) => {
        impl Dispatch {
            $(
                #[doc = concat!("[`", stringify!($kernel), "`]")]
                #[inline]
                pub(super) fn $name(self, $($argument: $type),*) -> $result {
                    #[cfg(target_arch = "x86_64")]
                    {
                        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                        fn avx512($($argument: $type),*) -> $result {
                            $kernel($($argument),*)
                        }
                        #[target_feature(enable = "avx2")]
                        fn avx2($($argument: $type),*) -> $result {
                            $kernel($($argument),*)
                        }
                        // SAFETY: a `Dispatch` only exists for a level whose instructions this machine has.
                        match self.0 {
                            SimdLevel::Avx512 => return unsafe { avx512($($argument),*) },
                            SimdLevel::Avx2 => return unsafe { avx2($($argument),*) },
                            SimdLevel::Baseline => {}
                        }
                    }
                    $kernel($($argument),*)
                }
            )*
        }
    };
}

compile_kernels! {
    fn pick(rules: &Switches, playable: &[Lanes; MAX_PITS], end: &Lanes, moves: &mut Moves) -> bool = kernel::pick;
    fn play(rules: &Switches, moves: &Moves, block: &mut Block) -> Played = kernel::play;
    fn pass_turns(moves: &Moves, turns: &mut Lanes, plies: &mut [u32; LANES]) -> () = kernel::pass_turns;
    fn sample(
        rules: &Switches,
        playable: &[Lanes; MAX_PITS],
        end: &Lanes,
        generators: &mut RandomLanes
    ) -> Lanes = random_lanes::sample;
    fn write_observations(columns: &[Lanes; OBSERVATION_LEN], rows: &mut [Observation]) -> () = rows::write_rows;
    fn write_action_mask(playable: &[Lanes; MAX_PITS], end: &Lanes, mask: &mut [bool]) -> () = rows::write_mask;
    fn landing_columns(
        rules: &Switches,
        playable: &[Lanes; MAX_PITS],
        block: &Block,
        columns: &mut LandingColumns
    ) -> () = landing::landing_columns;
    fn write_landing(columns: &LandingColumns, rows: &mut [LandingRow]) -> () = rows::write_rows;
    fn write_scaled(
        columns: &[Lanes; OBSERVATION_LEN],
        scale: &ScaledObservation,
        rows: &mut [ScaledObservation]
    ) -> () = scaled::write_scaled;
}
