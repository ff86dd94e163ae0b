use std::ops::Range;

use super::error::SolverError;
use super::group_moves::{GroupSuccessor, SolvedBelow};
use super::memory::zeroed;
use super::progress::Reporter;

/// From which positions of a group a move inside it leads to a position. One array holds all lists, one after another.
pub(super) struct Predecessors {
    /// Where the list of each position begins, and after the last one where it ends: `[slots + 1]`.
    begins: Vec<u32>,
    positions: Vec<u32>,
}

impl Predecessors {
    /// The lists of a group, given the length of each list and a zero behind them: `[slots + 1]`.
    pub(super) fn link(
        below: &SolvedBelow<'_>,
        lengths: Vec<u32>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Self, SolverError> {
        // Each list is filled from its end, which moves forward to become its beginning.
        let mut begins = lengths;
        let mut total = 0;
        for place in &mut begins {
            total += *place;
            *place = total;
        }
        let mut positions: Vec<u32> = zeroed(total.into())?;
        for position in below.positions() {
            for successor in below.successors(position) {
                if let GroupSuccessor::Inner(next) = successor {
                    let place = &mut begins[next as usize];
                    *place -= 1;
                    positions[*place as usize] = position;
                }
            }
            reporter.advance()?;
        }
        Ok(Self { begins, positions })
    }

    /// Places of the predecessors of a position, one for each move.
    pub(super) fn range(&self, position: u32) -> Range<usize> {
        let position = position as usize;
        self.begins[position] as usize..self.begins[position + 1] as usize
    }

    /// The predecessor at a place.
    pub(super) fn at(&self, place: usize) -> u32 {
        self.positions[place]
    }
}
