use kumalak_env::Pit;

use crate::move_evaluation::MoveEvaluation;
use crate::search_summary::SearchSummary;

/// What a search would answer if it ended now.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchFinding {
    /// The move that it would play.
    pub best: Pit,
    /// What it thinks of it, from the side to move.
    pub evaluation: MoveEvaluation,
    /// What it has done so far.
    pub summary: SearchSummary,
}

/// When a search by simulations says how far it is: after each of the first sixteen, and then whenever their number has grown by a
/// sixteenth, so that an answer is never much older than the search and saying it costs next to nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FindingSchedule {
    next: u64,
}

impl FindingSchedule {
    /// Simulations that the first finding needs.
    pub(crate) const FIRST: Self = Self { next: 1 };

    /// Whether a finding is due after so many simulations.
    pub(crate) fn is_due(&mut self, simulations: u64) -> bool {
        let is_due = simulations >= self.next;
        if is_due {
            self.next = simulations + 1 + simulations / 16;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_become_rarer_as_a_search_grows() {
        let mut schedule = FindingSchedule::FIRST;
        let due: Vec<u64> = (0..=1_000_000)
            .filter(|&simulations| schedule.is_due(simulations))
            .collect();
        assert_eq!(due[..16], (1..=16).collect::<Vec<_>>());
        assert!(due.len() < 250, "{}", due.len());
        assert!(due.windows(2).all(|pair| pair[1] - pair[0] <= 1 + pair[0] / 16));
    }
}
