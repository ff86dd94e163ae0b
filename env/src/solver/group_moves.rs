//! The moves of the positions of one group.

use super::error::SolverError;
use super::index::Group;
use super::memory::{with_room, zeroed};
use super::progress::Reporter;
use super::table::{Successor, Table};
use super::value::{Entry, ExactValue, Verdict};

/// One group of a table in which all groups with fewer stones are solved. Its positions are numbered from its first slot.
pub(super) struct SolvedBelow<'a> {
    pub(super) table: &'a Table,
    pub(super) group: &'a Group,
}

/// Where a move leads, seen from a group.
pub(super) enum GroupSuccessor {
    /// To this position of the group.
    Inner(u32),
    /// Out of the group or to the end of the game, with this verdict for the side that moves.
    Exit(Verdict),
}

impl SolvedBelow<'_> {
    /// The positions that can be reached.
    pub(super) fn positions(&self) -> impl Iterator<Item = u32> {
        let slots = self.group.slots.clone();
        let first = slots.start;
        slots
            .filter(|&slot| self.table.entry(slot) != Entry::UNREACHED)
            .map(move |slot| (slot - first) as u32)
    }

    /// Where the legal moves of a position lead.
    pub(super) fn successors(&self, position: u32) -> impl Iterator<Item = GroupSuccessor> {
        let slots = &self.group.slots;
        let successors = self
            .table
            .successors(self.group, slots.start + u64::from(position));
        successors.map(|successor| match successor {
            Successor::Slot(slot) if slots.contains(&slot) => {
                GroupSuccessor::Inner((slot - slots.start) as u32)
            }
            _ => {
                let verdict = self.table.verdict(successor);
                GroupSuccessor::Exit(verdict.expect("successors are reached").one_ply_before())
            }
        })
    }
}

/// What the moves of every position of a group come to, as far as that is known before the group is solved.
pub(super) struct GroupMoves {
    /// Moves that are not known to lose: `[slots]`.
    pub(super) open: Vec<u8>,
    /// What moves out of the group come to: the soonest win, or else the longest loss if each of them loses: `[slots]`.
    pub(super) exits: Vec<Entry>,
    /// Positions with such a win or loss, by its plies.
    pub(super) with_exits: Vec<u32>,
    /// Moves inside the group that lead to a position: `[slots]`.
    pub(super) arrivals: Vec<u32>,
}

impl GroupMoves {
    /// Looks at all moves of a group, of which this number of positions can be reached.
    pub(super) fn look(
        below: &SolvedBelow<'_>,
        positions: u64,
        reporter: &mut Reporter<'_>,
    ) -> Result<Self, SolverError> {
        let slots = below.group.len();
        let mut moves = Self {
            open: zeroed(slots)?,
            exits: zeroed(slots)?,
            with_exits: with_room(positions)?,
            arrivals: zeroed(slots + 1)?,
        };
        for position in below.positions() {
            moves.look_at(below, position)?;
            reporter.advance()?;
        }
        let exits = &moves.exits;
        moves
            .with_exits
            .sort_unstable_by_key(|&position| exits[position as usize].plies());
        Ok(moves)
    }

    fn look_at(&mut self, below: &SolvedBelow<'_>, position: u32) -> Result<(), SolverError> {
        let mut exits = Exits::default();
        let mut open = 0;
        for successor in below.successors(position) {
            match successor {
                GroupSuccessor::Inner(next) => {
                    self.arrivals[next as usize] += 1;
                    open += 1;
                }
                GroupSuccessor::Exit(verdict) => {
                    exits.add(verdict);
                    open += u8::from(verdict.value != ExactValue::Loss);
                }
            }
        }
        self.open[position as usize] = open;
        if let Some((value, plies)) = exits.decisive() {
            self.exits[position as usize] = Entry::decided(value, plies)?;
            self.with_exits.push(position);
        }
        Ok(())
    }
}

/// The moves of one position out of its group.
#[derive(Default)]
struct Exits {
    soonest_win: Option<u32>,
    has_draw: bool,
    longest_loss: Option<u32>,
}

impl Exits {
    fn add(&mut self, verdict: Verdict) {
        let plies = verdict.plies;
        match verdict.value {
            ExactValue::Win => self.soonest_win = self.soonest_win.min(plies).or(plies),
            ExactValue::Draw => self.has_draw = true,
            ExactValue::Loss => self.longest_loss = self.longest_loss.max(plies),
        }
    }

    /// The win or the loss that these moves come to, with its plies.
    fn decisive(&self) -> Option<(ExactValue, u32)> {
        match (self.soonest_win, self.longest_loss) {
            (Some(plies), _) => Some((ExactValue::Win, plies)),
            (None, Some(plies)) if !self.has_draw => Some((ExactValue::Loss, plies)),
            _ => None,
        }
    }
}
