use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::ControlFlow;

use crate::position::Position;
use crate::random::derive_seed;
use crate::rules::Rules;
use crate::side::Side;

/// The distinct positions that a number of plies can lead to, and what one ply more leads to.
///
/// A position is pits, kazans, tuzdiks and the side to move; how it was reached does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DistinctLevel {
    /// Distinct positions after this many plies, finished ones included.
    pub positions: u64,
    /// Legal moves out of them.
    pub edges: u64,
    /// Moves after which no side has a tuzdik.
    pub edges_without_tuzdik: u64,
    /// Moves after which White alone has a tuzdik.
    pub edges_with_white_tuzdik: u64,
    /// Moves after which Black alone has a tuzdik.
    pub edges_with_black_tuzdik: u64,
    /// Moves after which both sides have a tuzdik.
    pub edges_with_both_tuzdiks: u64,
    /// Moves that end the game.
    pub edges_that_end: u64,
    /// The fullest kazan of White and of Black after any of the moves: `[2]`.
    pub largest_kazans: [u8; 2],
}

impl DistinctLevel {
    fn add_position(&mut self, position: &Position, rules: &Rules) {
        self.positions += 1;
        for after in successors(position, rules) {
            self.add_edge(&after);
        }
    }

    fn add_edge(&mut self, after: &Position) {
        self.edges += 1;
        let by_tuzdiks = match Side::ALL.map(|side| after.tuzdik(side).is_some()) {
            [false, false] => &mut self.edges_without_tuzdik,
            [true, false] => &mut self.edges_with_white_tuzdik,
            [false, true] => &mut self.edges_with_black_tuzdik,
            [true, true] => &mut self.edges_with_both_tuzdiks,
        };
        *by_tuzdiks += 1;
        self.edges_that_end += u64::from(after.is_over());
        for side in Side::ALL {
            let largest = &mut self.largest_kazans[side.index()];
            *largest = after.kazan(side).max(*largest);
        }
    }
}

/// What [`distinct_positions`] tells while it works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DistinctReport {
    /// How far the level after `ply` plies is.
    Working {
        /// Plies from the first position.
        ply: u32,
        /// Moves that were looked at.
        seen: u64,
        /// Moves to look at; those of a level that is done in parts count once for each part.
        total: u64,
    },
    /// A level is finished.
    Level(DistinctLevel),
}

/// Moves whose positions are compared with each other at one time: the set of them takes up to a gigabyte.
const EDGES_AT_ONCE: u64 = 16_000_000;

/// Counts the distinct positions after 0, 1, … and `plies` plies, breadth first from a position.
///
/// The numbers for the standard game were published with the 2026 paper on its complexity (A. Zeinulla). Each level is
/// worked out in parts, told apart by a hash, so that only the positions of one level and one part of the next lie in memory:
/// to 9 plies of the standard game that is a good gigabyte.
///
/// `report` hears of every finished level and of the work on the next, and may stop it; the levels that are finished are
/// returned.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use kumalak_env::{Position, Rules, distinct_positions};
///
/// let rules = Rules::STANDARD;
/// let levels = distinct_positions(&Position::start(&rules), &rules, 5, |_| ControlFlow::Continue(()));
/// let positions: Vec<u64> = levels.iter().map(|level| level.positions).collect();
/// assert_eq!(positions, [1, 9, 73, 613, 5199, 42_841]);
/// ```
pub fn distinct_positions(
    start: &Position,
    rules: &Rules,
    plies: u32,
    mut report: impl FnMut(DistinctReport) -> ControlFlow<()>,
) -> Vec<DistinctLevel> {
    let mut first = DistinctLevel::default();
    first.add_position(start, rules);
    let mut frontier = Frontier {
        ply: 0,
        positions: vec![*start],
        edges: first.edges,
    };
    let mut levels = vec![first];
    let mut flow = report(DistinctReport::Level(first));
    while frontier.ply < plies && flow.is_continue() {
        let keep = if frontier.ply + 1 < plies {
            Keep::Positions
        } else {
            Keep::Counts
        };
        let ControlFlow::Continue(level) = frontier.advance(rules, keep, &mut report) else {
            break;
        };
        levels.push(level);
        flow = report(DistinctReport::Level(level));
    }
    levels
}

/// The positions of one level.
struct Frontier {
    ply: u32,
    positions: Vec<Position>,
    /// Moves out of them.
    edges: u64,
}

/// Whether the positions of a level are needed for the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Positions,
    Counts,
}

/// Positions between two reports.
const REPORT_EVERY: usize = 1 << 16;

impl Frontier {
    fn advance(
        &mut self,
        rules: &Rules,
        keep: Keep,
        report: &mut impl FnMut(DistinctReport) -> ControlFlow<()>,
    ) -> ControlFlow<(), DistinctLevel> {
        let ply = self.ply + 1;
        let parts = self.edges.div_ceil(EDGES_AT_ONCE).max(1);
        let mut level = DistinctLevel::default();
        let mut next = Vec::new();
        let mut seen = 0;
        for part in 0..parts {
            let mut distinct: HashSet<Position, BuildHasherDefault<PositionHasher>> = HashSet::default();
            for positions in self.positions.chunks(REPORT_EVERY) {
                for after in positions.iter().flat_map(|position| successors(position, rules)) {
                    seen += 1;
                    // The set spreads its entries by the low bits of the same hash.
                    if (hash(&after) >> 32) % parts == part {
                        distinct.insert(after);
                    }
                }
                let total = parts * self.edges;
                report(DistinctReport::Working { ply, seen, total })?;
            }
            for position in &distinct {
                level.add_position(position, rules);
            }
            if keep == Keep::Positions {
                next.extend(distinct);
            }
        }
        *self = Self {
            ply,
            positions: next,
            edges: level.edges,
        };
        ControlFlow::Continue(level)
    }
}

fn successors(position: &Position, rules: &Rules) -> impl Iterator<Item = Position> {
    position.legal_moves(rules).iter().map(move |pit| {
        let mut after = *position;
        after.play_unchecked(rules, pit);
        after
    })
}

fn hash(position: &Position) -> u64 {
    let mut hasher = PositionHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies word by word, and spreads the bits at the end. The same position has the same hash in every run.
#[derive(Default)]
struct PositionHasher(u64);

impl Hasher for PositionHasher {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(padded));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_u64(&mut self, word: u64) {
        // The multiplier of FxHash, the hasher of the Rust compiler.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        derive_seed(self.0, 0)
    }
}
