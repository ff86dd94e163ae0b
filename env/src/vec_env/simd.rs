use std::fmt;

use crate::pit::MAX_PITS;
use crate::vec_env::block::{Block, LANES, Lanes};
use crate::vec_env::kernel::{self, Moves, Played, Switches};
use crate::vec_env::random_lanes::{self, RandomLanes};

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

type Pick = unsafe fn(&[Lanes; MAX_PITS], &Lanes, &mut Moves) -> bool;
type Play = unsafe fn(&Switches, &Moves, &mut Block) -> Played;
type PassTurns = unsafe fn(&Moves, &mut Lanes, &mut [u32; LANES]);
type Sample = unsafe fn(&[Lanes; MAX_PITS], &Lanes, &mut RandomLanes) -> Lanes;

/// The kernels compiled for one level and one width of the board.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    level: SimdLevel,
    pick: Pick,
    play: Play,
    pass_turns: PassTurns,
    sample: Sample,
}

impl fmt::Debug for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level.fmt(f)
    }
}

impl Kernels {
    /// The kernels for a board of `pits` pits a side; `None` if this machine lacks the level.
    pub(super) fn new(level: SimdLevel, pits: usize) -> Option<Self> {
        level.is_available().then(|| match pits {
            2 => Self::of_width::<2>(level),
            3 => Self::of_width::<3>(level),
            4 => Self::of_width::<4>(level),
            5 => Self::of_width::<5>(level),
            6 => Self::of_width::<6>(level),
            7 => Self::of_width::<7>(level),
            8 => Self::of_width::<8>(level),
            _ => Self::of_width::<9>(level),
        })
    }

    fn of_width<const PITS: usize>(level: SimdLevel) -> Self {
        match level {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => avx512::kernels::<PITS>(level),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => avx2::kernels::<PITS>(level),
            _ => baseline::kernels::<PITS>(level),
        }
    }

    pub(super) fn level(&self) -> SimdLevel {
        self.level
    }

    /// [`kernel::pick`]
    #[inline]
    pub(super) fn pick(&self, playable: &[Lanes; MAX_PITS], end: &Lanes, moves: &mut Moves) -> bool {
        // SAFETY: `new` found the level's instructions on this machine.
        unsafe { (self.pick)(playable, end, moves) }
    }

    /// [`kernel::play`]
    #[inline]
    pub(super) fn play(&self, rules: &Switches, moves: &Moves, block: &mut Block) -> Played {
        // SAFETY: `new` found the level's instructions on this machine.
        unsafe { (self.play)(rules, moves, block) }
    }

    /// [`kernel::pass_turns`]
    #[inline]
    pub(super) fn pass_turns(&self, moves: &Moves, turns: &mut Lanes, plies: &mut [u32; LANES]) {
        // SAFETY: `new` found the level's instructions on this machine.
        unsafe { (self.pass_turns)(moves, turns, plies) }
    }

    /// [`random_lanes::sample`]
    #[inline]
    pub(super) fn sample(
        &self,
        playable: &[Lanes; MAX_PITS],
        end: &Lanes,
        generators: &mut RandomLanes,
    ) -> Lanes {
        // SAFETY: `new` found the level's instructions on this machine.
        unsafe { (self.sample)(playable, end, generators) }
    }
}

/// The kernels compiled with some instructions beyond the baseline.
macro_rules! compile_kernels {
    ($level:ident $(, $features:literal)?) => {
        mod $level {
            use super::*;

            pub(super) fn kernels<const PITS: usize>(level: SimdLevel) -> Kernels {
                Kernels {
                    level,
                    pick: pick::<PITS>,
                    play: play::<PITS>,
                    pass_turns,
                    sample: sample::<PITS>,
                }
            }

            $(#[target_feature(enable = $features)])?
            fn pick<const PITS: usize>(
                playable: &[Lanes; MAX_PITS],
                end: &Lanes,
                moves: &mut Moves,
            ) -> bool {
                kernel::pick::<PITS>(playable, end, moves)
            }

            $(#[target_feature(enable = $features)])?
            fn play<const PITS: usize>(rules: &Switches, moves: &Moves, block: &mut Block) -> Played {
                kernel::play::<PITS>(rules, moves, block)
            }

            $(#[target_feature(enable = $features)])?
            fn pass_turns(moves: &Moves, turns: &mut Lanes, plies: &mut [u32; LANES]) {
                kernel::pass_turns(moves, turns, plies);
            }

            $(#[target_feature(enable = $features)])?
            fn sample<const PITS: usize>(
                playable: &[Lanes; MAX_PITS],
                end: &Lanes,
                generators: &mut RandomLanes,
            ) -> Lanes {
                random_lanes::sample::<PITS>(playable, end, generators)
            }
        }
    };
}

compile_kernels!(baseline);
#[cfg(target_arch = "x86_64")]
compile_kernels!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
compile_kernels!(avx512, "avx512f,avx512bw,avx512dq,avx512vl");
