//! One entry for every slot, and the moves between them.

use super::error::SolverError;
use super::index::{Group, PositionIndex};
use super::memory::zeroed;
use super::value::{Entry, ExactValue, Verdict};
use crate::pit::Pit;
use crate::position::Position;

/// What is known about every position.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) index: PositionIndex,
    pub(super) entries: Vec<Entry>,
}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Successor {
    /// The game is over, with this value for the side that would be to move.
    Finished(ExactValue),
    /// The game goes on in the position of this slot.
    Slot(u64),
}

impl Table {
    /// The table of an index, with nothing reached.
    pub(super) fn new(index: PositionIndex) -> Result<Self, SolverError> {
        let slots = index.groups().last().map_or(0, |group| group.slots.end);
        Ok(Self {
            index,
            entries: zeroed(slots)?,
        })
    }

    pub(super) fn entry(&self, slot: u64) -> Entry {
        self.entries[slot as usize]
    }

    pub(super) fn set(&mut self, slot: u64, entry: Entry) {
        self.entries[slot as usize] = entry;
    }

    /// Where a legal move leads.
    pub(super) fn successor(&self, position: &Position, pit: Pit) -> Successor {
        let rules = self.index.rules();
        let mut after = *position;
        after.play_unchecked(rules, pit);
        match after.outcome(rules) {
            Some(outcome) => Successor::Finished(ExactValue::of_outcome(outcome, after.turn())),
            None => {
                let slot = self.index.slot(&after);
                Successor::Slot(slot.expect("a move leads to kazans and tuzdiks that can be reached"))
            }
        }
    }

    /// Where the legal moves of the position of a slot lead.
    pub(super) fn successors(&self, group: &Group, slot: u64) -> impl Iterator<Item = Successor> {
        let position = self.index.position(group, slot);
        let moves = position.legal_moves(self.index.rules());
        moves.iter().map(move |pit| self.successor(&position, pit))
    }

    /// The slots of a group that were reached, with their verdicts.
    pub(super) fn verdicts(&self, group: &Group) -> impl Iterator<Item = (u64, Verdict)> {
        let slots = group.slots.clone();
        slots.filter_map(|slot| Some((slot, self.entry(slot).verdict()?)))
    }

    /// The verdict on an unfinished or finished position; `None` if it was not reached.
    pub(super) fn verdict(&self, successor: Successor) -> Option<Verdict> {
        match successor {
            Successor::Finished(value) => Some(Verdict::finished(value)),
            Successor::Slot(slot) => self.entry(slot).verdict(),
        }
    }
}
