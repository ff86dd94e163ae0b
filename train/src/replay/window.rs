use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use kumalak_env::GameRng;
use kumalak_selfplay::Sample;
use rand::RngExt;

use super::mapped::MappedSamples;
use super::window_size::WindowSize;

/// The newest samples of self-play, from which training draws. Positions are numbered through the whole run, from 0.
#[derive(Debug)]
pub struct ReplayWindow {
    size: WindowSize,
    /// Where the memory-mapped files lie, which have no name.
    folder: PathBuf,
    segments: VecDeque<Segment>,
    /// Number of the first position of the window.
    first: u64,
    /// Positions of the run: the number behind the last position of the window.
    played: u64,
}

/// Positions that were added together.
#[derive(Debug)]
struct Segment {
    /// Number behind its last position.
    end: u64,
    samples: MappedSamples,
}

impl Segment {
    fn sample(&self, number: u64) -> Sample {
        let samples = self.samples.samples();
        let from_the_end = (self.end - number) as usize;
        samples[samples.len() - from_the_end]
    }
}

impl ReplayWindow {
    /// An empty window in a run that has played so many positions, which are on disk but no more in the window. Its samples
    /// lie in memory-mapped files on the disk of `folder`.
    pub fn new(size: WindowSize, folder: &Path, played: u64) -> Self {
        Self {
            size,
            folder: folder.to_owned(),
            segments: VecDeque::new(),
            first: played,
            played,
        }
    }

    /// Adds samples; the oldest ones make room.
    ///
    /// # Errors
    /// If the disk has no room.
    pub fn extend(&mut self, samples: &[Sample]) -> io::Result<()> {
        if samples.is_empty() {
            return Ok(());
        }
        let samples_mapped = MappedSamples::write(samples, &self.folder)?;
        self.played += samples.len() as u64;
        self.segments.push_back(Segment {
            end: self.played,
            samples: samples_mapped,
        });
        self.first = self.first.max(self.played - self.size.at(self.played));
        while self
            .segments
            .front()
            .is_some_and(|segment| segment.end <= self.first)
        {
            self.segments.pop_front();
        }
        Ok(())
    }

    /// Number of positions in the window.
    pub fn len(&self) -> usize {
        (self.played - self.first) as usize
    }

    /// Whether the window holds nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positions of the run so far, those that are no more in the window among them.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Draws `batch` samples uniformly and with replacement: `[B]`. What is drawn depends on the positions of the window
    /// and not on the pieces in which they were added.
    ///
    /// # Panics
    /// If the window is empty.
    pub fn draw(&self, batch: usize, rng: &mut GameRng) -> Vec<Sample> {
        (0..batch)
            .map(|_| self.sample(rng.random_range(0..self.len())))
            .collect()
    }

    /// The position with this number, counted from the oldest in the window.
    fn sample(&self, index: usize) -> Sample {
        let number = self.first + index as u64;
        let segment = self.segments.partition_point(|segment| segment.end <= number);
        self.segments[segment].sample(number)
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
        (0..window.len())
            .map(|index| window.sample(index).margin)
            .collect()
    }

    fn window(size: WindowSize) -> ReplayWindow {
        ReplayWindow::new(size, &std::env::temp_dir(), 0)
    }

    #[test]
    fn the_newest_samples_stay() {
        let mut window = window(WindowSize::Constant { positions: 5 });
        window.extend(&samples(0..3)).unwrap();
        assert_eq!(margins(&window), [0, 1, 2]);
        window.extend(&[]).unwrap();
        window.extend(&samples(3..7)).unwrap();
        assert_eq!(margins(&window), [2, 3, 4, 5, 6]);
        window.extend(&samples(7..20)).unwrap();
        assert_eq!(margins(&window), [15, 16, 17, 18, 19]);
        assert_eq!(window.segments.len(), 1);
        assert_eq!(window.played(), 20);
    }

    #[test]
    fn a_growing_window_grows_with_what_was_played() {
        let size = WindowSize::Power {
            start: 4,
            exponent: 0.5,
            scale: 0.5,
        };
        let mut window = window(size);
        for index in 0..40 {
            window.extend(&samples(index..index + 1)).unwrap();
            let expected = size.at(index as u64 + 1);
            assert_eq!(window.len() as u64, expected);
            assert_eq!(margins(&window).last(), Some(&index));
        }
        assert!(window.len() > 8);
    }

    #[test]
    fn drawing_reaches_every_sample_and_repeats_with_the_seed() {
        let mut window = window(WindowSize::Constant { positions: 8 });
        window.extend(&samples(0..8)).unwrap();
        let drawn = window.draw(200, &mut stream(1, 2));
        assert_eq!(drawn, window.draw(200, &mut stream(1, 2)));
        for sample in samples(0..8) {
            assert!(drawn.contains(&sample));
        }
    }

    #[test]
    fn what_is_drawn_does_not_depend_on_the_pieces() {
        let size = WindowSize::Constant { positions: 50 };
        let (mut whole, mut pieces) = (window(size), window(size));
        whole.extend(&samples(0..70)).unwrap();
        for range in [0..13, 13..14, 14..55, 55..70] {
            pieces.extend(&samples(range)).unwrap();
        }
        // As a resumed run would: only the newest chunks, with the number of all.
        let mut resumed = ReplayWindow::new(size, &std::env::temp_dir(), 14);
        resumed.extend(&samples(14..70)).unwrap();
        let drawn = whole.draw(300, &mut stream(3, 0));
        assert_eq!(drawn, pieces.draw(300, &mut stream(3, 0)));
        assert_eq!(drawn, resumed.draw(300, &mut stream(3, 0)));
    }
}
