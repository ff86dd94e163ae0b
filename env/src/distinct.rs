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
        for pit in position.legal_moves(rules) {
            let mut after = *position;
            after.play_unchecked(rules, pit);
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

/// Moves whose positions are compared with each other at one time: they and the set take about half a gigabyte.
const EDGES_AT_ONCE: u64 = 8_000_000;

/// Counts the distinct positions after 0, 1, … and `plies` plies, breadth first from a position.
///
/// The numbers for the standard game were published with the 2026 paper on its complexity (A. Zeinulla). Each level is
/// worked out in parts, told apart by a hash, so that only the positions of one level and one part of the next lie in memory:
/// to 9 plies of the standard game that is a good gigabyte.
///
/// `report` hears how many moves were looked at since the last report, and may stop the work; the levels that are finished are
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
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) -> Vec<DistinctLevel> {
    let mut frontier = vec![*start];
    let mut first = DistinctLevel::default();
    first.add_position(start, rules);
    let mut levels = vec![first];
    for ply in 1..=plies {
        let last = levels.last().map_or(0, |level| level.edges);
        let keep = if ply < plies {
            Keep::Positions
        } else {
            Keep::Counts
        };
        match next_level(&frontier, rules, last, keep, &mut report) {
            ControlFlow::Continue((level, next)) => {
                levels.push(level);
                frontier = next;
            }
            ControlFlow::Break(()) => break,
        }
    }
    levels
}

/// Whether the positions of a level are needed for the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Positions,
    Counts,
}

/// Positions between two reports.
const REPORT_EVERY: usize = 1 << 16;

fn next_level(
    frontier: &[Position],
    rules: &Rules,
    edges: u64,
    keep: Keep,
    report: &mut impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), (DistinctLevel, Vec<Position>)> {
    let parts = edges.div_ceil(EDGES_AT_ONCE).max(1);
    let mut level = DistinctLevel::default();
    let mut next = Vec::new();
    for part in 0..parts {
        let mut distinct: HashSet<Position, BuildHasherDefault<PositionHasher>> = HashSet::default();
        for positions in frontier.chunks(REPORT_EVERY) {
            let mut seen = 0;
            for position in positions {
                for pit in position.legal_moves(rules) {
                    let mut after = *position;
                    after.play_unchecked(rules, pit);
                    seen += 1;
                    // The set spreads its entries by the low bits of the same hash.
                    if (hash(&after) >> 32) % parts == part {
                        distinct.insert(after);
                    }
                }
            }
            report(seen)?;
        }
        for position in &distinct {
            level.add_position(position, rules);
        }
        if keep == Keep::Positions {
            next.extend(distinct);
        }
    }
    ControlFlow::Continue((level, next))
}

fn hash(position: &Position) -> u64 {
    let mut hasher = PositionHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Mixes what it is given eight bytes at a time. The same position has the same hash in every run.
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
        self.0 = derive_seed(self.0, word);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
