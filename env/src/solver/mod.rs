//! Exact values of small boards and endings: every position that can be reached, by retrograde analysis.
//!
//! The value of a position is the result that best play of both sides leads to. Play that never ends is a draw, so the
//! repetition rule of the rule set changes nothing; its ply cap is ignored. All other switches hold, since positions and
//! moves are those of [`Position`](crate::Position). `docs/solver.md` tells the method and the sizes of boards.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use kumalak_env::solver::{ExactValue, Solution, SolverLimits};
//! use kumalak_env::{Position, Rules};
//!
//! let rules = Rules::new(3, 3)?;
//! let solution = Solution::solve(rules, &SolverLimits::default(), |_| ControlFlow::Continue(()))?;
//! assert_eq!(solution.counts().positions(), 144_442);
//!
//! let start = Position::start(&rules);
//! assert_eq!(solution.value(&start), Some(ExactValue::Win));
//! for best in solution.best_moves(&start).expect("the start is solved") {
//!     println!("pit {} wins in {:?} plies", best.pit, best.verdict.plies);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod byte_size;
mod enumerate;
mod error;
mod group_moves;
mod index;
mod layer;
mod memory;
mod predecessors;
mod progress;
mod retrograde;
mod solution;
mod table;
mod value;

pub use byte_size::{ByteSize, ByteSizeError};
pub use error::SolverError;
pub use memory::SolverLimits;
pub use progress::{SolverPhase, SolverProgress};
pub use solution::{Solution, SolutionCounts};
pub use value::{ExactMove, ExactValue, Verdict};
