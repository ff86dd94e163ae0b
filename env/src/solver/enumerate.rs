//! Finds every position that can be reached.

use super::error::SolverError;
use super::index::Group;
use super::progress::Reporter;
use super::table::{Successor, Table};
use super::value::Entry;
use crate::position::Position;

/// Positions that may wait on the stack; the sweep over the group finds those that do not fit.
const MAX_WAITING: usize = 1 << 16;

/// How much of a group can be reached.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct GroupSize {
    /// Positions.
    pub(super) positions: u64,
    /// Moves that stay in the group.
    pub(super) inner_moves: u64,
}

/// Marks all positions that are reached from `root` as undecided, and counts them group by group.
///
/// Moves lead to the same group or to one with fewer stones in the pits. So a group is complete as soon as those with
/// more stones are.
pub(super) fn mark_reachable(
    table: &mut Table,
    groups: &[Group],
    root: &Position,
    reporter: &mut Reporter<'_>,
) -> Result<Vec<GroupSize>, SolverError> {
    let root = table.index.slot(root).expect("the index begins with the root");
    table.set(root, Entry::FOUND);
    reporter.found();
    let mut sizes = vec![GroupSize::default(); groups.len()];
    let mut slots_done = 0;
    for (group, size) in groups.iter().zip(&mut sizes).rev() {
        let mut flood = Flood {
            table,
            group,
            size,
            waiting: Vec::new(),
            overflowed: true,
        };
        flood.run(reporter)?;
        slots_done += group.len();
        reporter.advance_to(slots_done);
    }
    Ok(sizes)
}

/// The spread over one group.
struct Flood<'a> {
    table: &'a mut Table,
    group: &'a Group,
    size: &'a mut GroupSize,
    waiting: Vec<u64>,
    overflowed: bool,
}

impl Flood<'_> {
    fn run(&mut self, reporter: &mut Reporter<'_>) -> Result<(), SolverError> {
        while std::mem::take(&mut self.overflowed) {
            for slot in self.group.slots.clone() {
                if self.table.entry(slot) == Entry::FOUND {
                    self.waiting.push(slot);
                    self.follow_moves(reporter)?;
                }
            }
        }
        Ok(())
    }

    fn follow_moves(&mut self, reporter: &mut Reporter<'_>) -> Result<(), SolverError> {
        while let Some(slot) = self.waiting.pop() {
            self.table.set(slot, Entry::UNDECIDED);
            self.size.positions += 1;
            reporter.advance()?;
            let position = self.table.index.position(self.group, slot);
            for pit in position.legal_moves(self.table.index.rules()) {
                if let Successor::Slot(next) = self.table.successor(&position, pit) {
                    self.reach(next, reporter);
                }
            }
        }
        Ok(())
    }

    fn reach(&mut self, slot: u64, reporter: &mut Reporter<'_>) {
        let is_inner = self.group.slots.contains(&slot);
        self.size.inner_moves += u64::from(is_inner);
        if self.table.entry(slot) != Entry::UNREACHED {
            return;
        }
        self.table.set(slot, Entry::FOUND);
        reporter.found();
        if !is_inner {
            return;
        }
        if self.waiting.len() < MAX_WAITING {
            self.waiting.push(slot);
        } else {
            self.overflowed = true;
        }
    }
}
