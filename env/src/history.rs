use crate::position::Position;

/// The positions that can still occur again, for counting repetitions.
///
/// No position comes back once a stone has been won, since kazans only grow, and none once a tuzdik exists, since every
/// sowing that crosses it wins a stone. So the list is emptied by every capture and stays empty after the first tuzdik.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReversibleHistory {
    positions: Vec<Position>,
}

impl ReversibleHistory {
    /// A history that starts with this position.
    pub fn new(start: &Position) -> Self {
        let mut history = Self::default();
        history.record(start);
        history
    }

    /// Adds the position after a move and returns how often it has occurred, this time included: 1 for a new one.
    #[inline]
    pub fn record(&mut self, position: &Position) -> u32 {
        if position.has_tuzdik() {
            self.positions.clear();
            return 1;
        }
        if self
            .positions
            .last()
            .is_some_and(|last| last.kazans != position.kazans)
        {
            self.positions.clear();
        }
        self.positions.push(*position);
        self.occurrences(position)
    }

    /// How often a position was recorded since the last capture.
    #[inline]
    pub fn occurrences(&self, position: &Position) -> u32 {
        self.positions
            .iter()
            .filter(|&earlier| earlier == position)
            .count() as u32
    }
}
