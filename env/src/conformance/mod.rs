//! Checks of any other implementation of the game, in this process or outside it.
//!
//! An [`Implementation`] is told to start, to set up positions and to play pits, and answers each time with a
//! [`Snapshot`] of its board. [`check_implementation`] plays delicate moves, recorded games and random games, compares every
//! board, and says in plain words which rule is not kept: it knows the usual [`Mistake`]s and finds those that explain the
//! differences. [`ProcessImplementation`] speaks with a program, one line for each command; [`serve`] is the other end
//! of that conversation. `docs/rules.md` describes the lines.
//!
//! ```
//! use kumalak_env::Rules;
//! use kumalak_env::conformance::{CheckSettings, Mistake, MistakenImplementation, check_implementation};
//!
//! let settings = CheckSettings { random_games: 20, ..CheckSettings::default() };
//! let mut engine = MistakenImplementation::new(Rules::STANDARD, Some(Mistake::LastPitTuzdik));
//! let report = check_implementation(&mut engine, &settings, |_| {});
//! assert!(!report.passes());
//! assert!(report.to_string().contains("makes a tuzdik of the last pit"));
//! ```

mod cases;
mod check;
mod findings;
mod implementation;
mod mistake;
mod mistaken;
mod model;
mod process;
mod report;
mod serve;
mod snapshot;

pub use check::{CheckProgress, CheckSettings, check_implementation};
pub use findings::{Aspect, Difference, Finding, FindingKind};
pub use implementation::{Implementation, ImplementationError, LibraryImplementation};
pub use mistake::Mistake;
pub use mistaken::MistakenImplementation;
pub use process::ProcessImplementation;
pub use report::ConformanceReport;
pub use serve::serve;
pub use snapshot::{Snapshot, SnapshotError};
