//! Works backwards from the ends of the game, one group after another.

use super::enumerate::GroupSize;
use super::error::SolverError;
use super::group_moves::{GroupMoves, SolvedBelow};
use super::index::Group;
use super::memory::with_room;
use super::predecessors::Predecessors;
use super::progress::Reporter;
use super::table::Table;
use super::value::{Entry, ExactValue};

/// Bytes that solving a group takes besides the table: the arrays of [`GroupMoves`] and [`Predecessors`], and the list of
/// decided positions.
pub(super) const fn scratch_bytes(slots: u64, size: GroupSize) -> u64 {
    let for_each_slot = 1 + 2 + 4;
    let for_each_position = 4 + 4;
    let for_each_inner_move = 4;
    slots
        .saturating_mul(for_each_slot)
        .saturating_add(size.positions * for_each_position + size.inner_moves * for_each_inner_move)
}

/// Decides every position of a group whose value is a win or a loss. All groups with fewer stones must be solved.
///
/// This is retrograde analysis (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9, 1986) in rounds of
/// one ply. A position is won in `n` plies if the best of its moves leads to one that is lost in `n − 1`. It is lost in
/// `n` plies if all its moves lead to won ones and the best delay to one that is won in `n − 1`. What no round decides
/// can be held for ever, which is a draw.
pub(super) fn solve_group(
    table: &mut Table,
    group: &Group,
    size: GroupSize,
    reporter: &mut Reporter<'_>,
) -> Result<(), SolverError> {
    if size.positions == 0 {
        return Ok(());
    }
    let below = SolvedBelow { table, group };
    let mut moves = GroupMoves::look(&below, size.positions, reporter)?;
    let arrivals = std::mem::take(&mut moves.arrivals);
    let predecessors = Predecessors::link(&below, arrivals, reporter)?;
    let mut rounds = Rounds {
        entries: &mut table.entries[group.slots.start as usize..group.slots.end as usize],
        moves,
        predecessors,
        decided: with_room(size.positions)?,
    };
    rounds.run(reporter)
}

/// The rounds of a group.
struct Rounds<'a> {
    /// The entries of the group: `[slots]`.
    entries: &'a mut [Entry],
    moves: GroupMoves,
    predecessors: Predecessors,
    /// Won and lost positions in the order in which they were decided.
    decided: Vec<u32>,
}

impl Rounds<'_> {
    fn run(&mut self, reporter: &mut Reporter<'_>) -> Result<(), SolverError> {
        let with_exits = std::mem::take(&mut self.moves.with_exits);
        let mut waiting = with_exits.as_slice();
        let mut newest = 0..0;
        let mut round = 0;
        loop {
            round = match waiting.first() {
                _ if !newest.is_empty() => round + 1,
                Some(&position) => self.exit(position).plies(),
                None => return Ok(()),
            };
            let begin = self.decided.len();
            for place in newest {
                self.tell_predecessors(self.decided[place], round)?;
                reporter.tick()?;
            }
            let due = waiting.partition_point(|&position| self.exit(position).plies() <= round);
            for &position in &waiting[..due] {
                self.leave_group(position);
            }
            waiting = &waiting[due..];
            newest = begin..self.decided.len();
        }
    }

    fn exit(&self, position: u32) -> Entry {
        self.moves.exits[position as usize]
    }

    /// Follows the moves that lead to a position, which was decided in the round before.
    fn tell_predecessors(&mut self, position: u32, round: u32) -> Result<(), SolverError> {
        let is_won = self.entries[position as usize].value() == Some(ExactValue::Win);
        for place in self.predecessors.range(position) {
            let predecessor = self.predecessors.at(place);
            if !is_won {
                self.decide(predecessor, Entry::decided(ExactValue::Win, round)?);
                continue;
            }
            let open = &mut self.moves.open[predecessor as usize];
            *open -= 1;
            if *open == 0 && self.exit(predecessor).plies() <= round {
                self.decide(predecessor, Entry::decided(ExactValue::Loss, round)?);
            }
        }
        Ok(())
    }

    /// Decides a position by its moves out of the group, whose round has come.
    fn leave_group(&mut self, position: u32) {
        let exit = self.exit(position);
        if exit.value() == Some(ExactValue::Win) || self.moves.open[position as usize] == 0 {
            self.decide(position, exit);
        }
    }

    /// Decides a position, unless an earlier round did.
    fn decide(&mut self, position: u32, entry: Entry) {
        let place = &mut self.entries[position as usize];
        if *place == Entry::UNDECIDED {
            *place = entry;
            self.decided.push(position);
        }
    }
}
