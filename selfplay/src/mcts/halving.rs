/// How many visits a move at the root must have to be looked at next: the schedule of sequential halving (Z. Karnin,
/// T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013) as Gumbel `AlphaZero` (2022) runs it.
///
/// Moves are never crossed off a list: the schedule visits the best `m` of them once, and so on; then the best half of
/// them, which alone have the visits that it then asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HalvingSchedule {
    simulations: u32,
    /// ⌈log₂ of the moves that are considered first⌉, the number of phases.
    phases: u32,
    considered: u32,
    /// Visits that each considered move already has.
    visits: u32,
    /// Considered moves that are still to be visited in this round.
    left_in_round: u32,
    /// Rounds left in this phase, the present one included.
    rounds: u32,
}

impl HalvingSchedule {
    /// A schedule for so many moves, at least 1, and simulations.
    pub(super) fn new(considered: u32, simulations: u32) -> Self {
        let mut schedule = Self {
            simulations,
            phases: considered.next_power_of_two().trailing_zeros(),
            considered,
            ..Self::default()
        };
        schedule.begin_phase();
        schedule
    }

    /// The visits of the move to look at.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// A simulation was made.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.left_in_round -= 1;
        if self.left_in_round > 0 {
            return;
        }
        self.visits += 1;
        self.rounds -= 1;
        self.left_in_round = self.considered;
        if self.rounds == 0 {
            // With two moves left the schedule goes on between these two.
            self.considered = (self.considered / 2).max(2.min(self.considered));
            self.begin_phase();
        }
    }

    fn begin_phase(&mut self) {
        self.rounds = (self.simulations / (self.phases * self.considered).max(1)).max(1);
        self.left_in_round = self.considered;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(considered: u32, simulations: u32) -> Vec<u32> {
        let mut schedule = HalvingSchedule::new(considered, simulations);
        (0..simulations)
            .map(|_| {
                let visits = schedule.visits();
                schedule.advance();
                visits
            })
            .collect()
    }

    /// Runs of equal numbers: `(visits, how often)`.
    fn runs(considered: u32, simulations: u32) -> Vec<(u32, usize)> {
        let schedule = schedule(considered, simulations);
        let chunks = schedule.chunk_by(|a, b| a == b);
        chunks.map(|chunk| (chunk[0], chunk.len())).collect()
    }

    /// The paper's example of 16 moves and 200 simulations: 3 visits for each of 16, 6 more for 8, 12 more for 4, 25 more for
    /// 2, and between these two it goes on until the simulations end.
    #[test]
    fn a_phase_shares_the_simulations_among_the_moves_that_are_left() {
        let mut expected: Vec<(u32, usize)> = (0..3).map(|visits| (visits, 16)).collect();
        expected.extend((3..9).map(|visits| (visits, 8)));
        expected.extend((9..21).map(|visits| (visits, 4)));
        expected.extend((21..49).map(|visits| (visits, 2)));
        assert_eq!(runs(16, 200), expected);
    }

    /// Rows that the reference implementation's table of considered visits gives for these arguments.
    #[test]
    fn rows_of_the_table_of_considered_visits() {
        assert_eq!(schedule(1, 4), [0, 1, 2, 3]);
        assert_eq!(schedule(2, 5), [0, 0, 1, 1, 2]);
        assert_eq!(schedule(3, 10), [0, 0, 0, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(schedule(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(
            runs(8, 30),
            [
                (0, 8),
                (1, 4),
                (2, 4),
                (3, 2),
                (4, 2),
                (5, 2),
                (6, 2),
                (7, 2),
                (8, 2),
                (9, 2)
            ]
        );
        assert_eq!(runs(9, 20), [(0, 9), (1, 4), (2, 2), (3, 2), (4, 2), (5, 1)]);
        assert_eq!(runs(5, 8), [(0, 5), (1, 2), (2, 1)]);
    }
}
