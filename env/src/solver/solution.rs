use std::ops::ControlFlow;

use super::enumerate::{GroupSize, mark_reachable};
use super::error::SolverError;
use super::index::{IndexSize, PositionIndex};
use super::layer::Layer;
use super::memory::SolverLimits;
use super::progress::{Reporter, SolverPhase, SolverProgress};
use super::retrograde::{scratch_bytes, solve_group};
use super::table::{Successor, Table};
use super::value::{ExactMove, ExactValue, Verdict};
use crate::position::Position;
use crate::rules::Rules;

/// The exact value of every position that can be reached from one position.
///
/// A position and its mirror image, in which the sides are exchanged, have the same value and count as one. Only
/// positions in which the game goes on count.
#[derive(Clone, Debug)]
pub struct Solution {
    table: Table,
    counts: SolutionCounts,
    table_bytes: u64,
    peak_bytes: u64,
}

/// How many positions of a solution have which value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SolutionCounts {
    /// Won positions.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Lost positions.
    pub lost: u64,
    /// The most plies that a win or a loss takes under best play.
    pub longest: u32,
}

impl SolutionCounts {
    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, verdict: Verdict) {
        match verdict.value {
            ExactValue::Win => self.won += 1,
            ExactValue::Draw => self.drawn += 1,
            ExactValue::Loss => self.lost += 1,
        }
        self.longest = self.longest.max(verdict.plies.unwrap_or(0));
    }
}

impl Solution {
    /// Whether [`solve`](Self::solve) would begin: what is known before any work about the memory that it needs.
    ///
    /// # Errors
    /// If the limits do not allow the memory, or the board is too large.
    pub fn check(rules: &Rules, limits: &SolverLimits) -> Result<(), SolverError> {
        size_within(rules, &Position::start(rules), limits).map(drop)
    }

    /// Solves all positions that can be reached from the start of the game.
    ///
    /// `report` hears at least every few milliseconds how far the work is, and stops it by [`ControlFlow::Break`].
    ///
    /// # Errors
    /// If the limits or the system do not allow the memory, the board is too large, or `report` stopped the work.
    pub fn solve(
        rules: Rules,
        limits: &SolverLimits,
        report: impl FnMut(SolverProgress) -> ControlFlow<()>,
    ) -> Result<Self, SolverError> {
        Self::solve_from(rules, &Position::start(&rules), limits, report)
    }

    /// Solves all positions that can be reached from `root`, such as an ending of the standard game.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve), or if `root` is finished or does not belong to the rule set.
    pub fn solve_from(
        rules: Rules,
        root: &Position,
        limits: &SolverLimits,
        mut report: impl FnMut(SolverProgress) -> ControlFlow<()>,
    ) -> Result<Self, SolverError> {
        let root = Position::from_board(&rules, &root.board())?;
        if root.is_over() {
            return Err(SolverError::GameOver);
        }
        let size = size_within(&rules, &root, limits)?;
        let mut reporter = Reporter::new(&mut report);
        reporter.begin(SolverPhase::Enumerate, size.slots)?;
        let mut table = Table::new(PositionIndex::new(rules, Layer::of(&root)))?;
        let groups = table.index.groups().to_vec();
        let sizes = mark_reachable(&mut table, &groups, &root, &mut reporter)?;
        reporter.end()?;
        let scratch = groups.iter().zip(&sizes);
        let scratch = scratch.map(|(group, &size)| scratch_bytes(group.len(), size));
        let positions = u128::from(reporter.positions());
        let peak_bytes = limits.check(positions, size.bytes() + scratch.max().unwrap_or(0))?;

        reporter.begin(SolverPhase::Solve, reporter.positions())?;
        let mut counts = SolutionCounts::default();
        for (group, &size) in groups.iter().zip(&sizes) {
            solve_group(&mut table, group, size, &mut reporter)?;
            table.verdicts(group).for_each(|(_, verdict)| counts.add(verdict));
        }
        reporter.end()?;
        Ok(Self {
            table,
            counts,
            table_bytes: size.bytes(),
            peak_bytes,
        })
    }

    /// The rule set.
    pub const fn rules(&self) -> &Rules {
        self.table.index.rules()
    }

    /// How many positions have which value.
    pub const fn counts(&self) -> SolutionCounts {
        self.counts
    }

    /// Bytes that the solution takes.
    pub const fn table_bytes(&self) -> u64 {
        self.table_bytes
    }

    /// Bytes that were taken at once while it was made; the least limit under which it can be made.
    pub const fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The value of a position for the side to move (in a finished one, the side that would be), and how long it takes.
    /// `None` if the position is not among those solved.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        let rules = self.rules();
        let is_of_board = Position::from_board(rules, &position.board()).is_ok();
        is_of_board.then_some(())?;
        match position.outcome(rules) {
            Some(outcome) => Some(Verdict::finished(ExactValue::of_outcome(
                outcome,
                position.turn(),
            ))),
            None => self
                .table
                .verdict(Successor::Slot(self.table.index.slot(position)?)),
        }
    }

    /// The value of a position for the side to move; `None` if the position is not among those solved.
    pub fn value(&self, position: &Position) -> Option<ExactValue> {
        self.verdict(position).map(|verdict| verdict.value)
    }

    /// The legal moves from the best to the worst: wins, the soonest first; draws; losses, the latest first; and among
    /// equals from the left. Empty in a finished position; `None` if the position is not among those solved.
    pub fn moves(&self, position: &Position) -> Option<Vec<ExactMove>> {
        self.verdict(position)?;
        let legal = position.legal_moves(self.rules()).iter();
        let mut moves: Vec<ExactMove> = legal
            .map(|pit| {
                let after = self.table.verdict(self.table.successor(position, pit))?;
                Some(ExactMove {
                    pit,
                    verdict: after.one_ply_before(),
                })
            })
            .collect::<Option<_>>()?;
        moves.sort_unstable_by_key(ExactMove::order);
        Some(moves)
    }

    /// The moves that no other move beats: the soonest wins, or all that draw, or the latest losses.
    pub fn best_moves(&self, position: &Position) -> Option<Vec<ExactMove>> {
        let mut moves = self.moves(position)?;
        let best = moves.first().map(|best| best.verdict);
        moves.retain(|candidate| Some(candidate.verdict) == best);
        Some(moves)
    }

    /// All positions that were solved, with White to move, and the verdict for White.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Verdict)> {
        let index = &self.table.index;
        index.groups().iter().flat_map(move |group| {
            let verdicts = self.table.verdicts(group);
            verdicts.map(move |(slot, verdict)| (index.position(group, slot), verdict))
        })
    }
}

/// The size of the table for all positions that may be reached from `root`, if it is allowed.
fn size_within(rules: &Rules, root: &Position, limits: &SolverLimits) -> Result<IndexSize, SolverError> {
    let size = IndexSize::of(rules, Layer::of(root));
    let least_scratch = scratch_bytes(size.largest_group, GroupSize::default());
    limits.check(size.positions, size.bytes().saturating_add(least_scratch))?;
    size.check_largest_group(rules)?;
    Ok(size)
}
