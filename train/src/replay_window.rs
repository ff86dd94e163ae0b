use std::collections::VecDeque;

use kumalak_env::GameRng;
use kumalak_selfplay::Sample;
use rand::RngExt;

/// The newest samples of self-play, from which training draws: the replay buffer of `AlphaGo Zero` (D. Silver et al.,
/// "Mastering the game of Go without human knowledge", 2017), counted in positions.
#[derive(Clone, Debug)]
pub struct ReplayWindow {
    capacity: usize,
    samples: VecDeque<Sample>,
}

impl ReplayWindow {
    /// An empty window for at most `capacity` positions.
    pub const fn new(capacity: usize) -> Self {
        Self {
            capacity,
            samples: VecDeque::new(),
        }
    }

    /// Adds the samples of an iteration; the oldest ones make room.
    pub fn extend(&mut self, samples: &[Sample]) {
        let newest = &samples[samples.len().saturating_sub(self.capacity)..];
        let overflow = (self.samples.len() + newest.len()).saturating_sub(self.capacity);
        self.samples.drain(..overflow);
        self.samples.extend(newest);
    }

    /// Number of positions in the window.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether the window holds nothing.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Draws `batch` samples uniformly and with replacement: `[B]`.
    ///
    /// # Panics
    /// If the window is empty.
    pub fn draw(&self, batch: usize, rng: &mut GameRng) -> Vec<Sample> {
        (0..batch)
            .map(|_| self.samples[rng.random_range(0..self.samples.len())])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;
    use kumalak_env::stream;

    use super::*;

    fn samples(margins: std::ops::Range<i16>) -> Vec<Sample> {
        let sample = |margin| Sample {
            margin,
            ..Sample::zeroed()
        };
        margins.map(sample).collect()
    }

    fn margins(window: &ReplayWindow) -> Vec<i16> {
        window.samples.iter().map(|sample| sample.margin).collect()
    }

    #[test]
    fn the_newest_samples_stay() {
        let mut window = ReplayWindow::new(5);
        window.extend(&samples(0..3));
        assert_eq!(margins(&window), [0, 1, 2]);
        window.extend(&samples(3..7));
        assert_eq!(margins(&window), [2, 3, 4, 5, 6]);
        window.extend(&samples(7..20));
        assert_eq!(margins(&window), [15, 16, 17, 18, 19]);
    }

    #[test]
    fn drawing_reaches_every_sample_and_repeats_with_the_seed() {
        let mut window = ReplayWindow::new(8);
        window.extend(&samples(0..8));
        let drawn = window.draw(200, &mut stream(1, 2));
        assert_eq!(drawn, window.draw(200, &mut stream(1, 2)));
        for sample in samples(0..8) {
            assert!(drawn.contains(&sample));
        }
    }
}
