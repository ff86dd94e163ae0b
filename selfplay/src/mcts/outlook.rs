use kumalak_env::solver::ExactValue;

/// Mean of what the evaluations of a search expect, for the side to move at the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outlook {
    evaluations: u32,
    /// Probabilities of win, draw and loss.
    pub(super) outcome: [f32; 3],
    margins: u32,
    /// Final stones less those of the opponent.
    pub(super) margin: f32,
}

impl Outlook {
    /// Adds what is expected of a position `plies` below the root, for its side to move. A proven position has no margin.
    #[inline]
    pub(super) fn add(&mut self, plies: usize, outcome: [f32; 3], margin: Option<f32>) {
        let [win, draw, loss] = outcome;
        let is_opponents = plies % 2 == 1;
        let outcome = if is_opponents { [loss, draw, win] } else { outcome };
        self.evaluations += 1;
        let share = 1.0 / self.evaluations as f32;
        for (mean, probability) in self.outcome.iter_mut().zip(outcome) {
            *mean += (probability - *mean) * share;
        }
        if let Some(margin) = margin {
            self.margins += 1;
            let margin = if is_opponents { -margin } else { margin };
            self.margin += (margin - self.margin) / self.margins as f32;
        }
    }
}

/// Probabilities of win, draw and loss where the value is proven: `[3]`.
pub(super) const fn proven_outcome(value: ExactValue) -> [f32; 3] {
    match value {
        ExactValue::Win => [1.0, 0.0, 0.0],
        ExactValue::Draw => [0.0, 1.0, 0.0],
        ExactValue::Loss => [0.0, 0.0, 1.0],
    }
}
