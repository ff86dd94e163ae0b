//! One random generator per board, and moves drawn from them.

use rand::Rng;

use crate::pit::MAX_PITS;
use crate::random::{GameRng, stream};
use crate::vec_env::block::{End, LANES, Lanes};
use crate::vec_env::kernel::{Switches, keep, lanes};

/// 64 generators xoshiro128++ 1.0 (D. Blackman and S. Vigna, 2021), word by word.
///
/// The library's [`GameRng`](crate::GameRng) seeds them; their 32-bit words fit twice as many lanes in a register.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct RandomLanes {
    pub(super) words: [[u32; LANES]; 4],
}

impl RandomLanes {
    /// The generators of boards `first_board..first_board + 64`: each depends on the seed and its board alone.
    pub(super) fn new(seed: u64, first_board: usize) -> Self {
        let mut lanes = Self {
            words: [[0; LANES]; 4],
        };
        for lane in 0..LANES {
            lanes.seed_lane(lane, stream(seed, (first_board + lane) as u64));
        }
        lanes
    }

    /// Starts the generator of one board anew.
    pub(super) fn seed_lane(&mut self, lane: usize, mut generator: GameRng) {
        for word in &mut self.words {
            word[lane] = generator.next_u32();
        }
        // The state of zeros is the only one that never leaves itself.
        self.words[0][lane] |= u32::from(self.words.iter().all(|word| word[lane] == 0));
    }

    #[inline(always)]
    fn next(&mut self) -> [u32; LANES] {
        let [a, b, c, d] = &mut self.words;
        let mut drawn = [0; LANES];
        for lane in 0..LANES {
            drawn[lane] = a[lane].wrapping_add(d[lane]).rotate_left(7).wrapping_add(a[lane]);
            let shifted = b[lane] << 9;
            c[lane] ^= a[lane];
            d[lane] ^= b[lane];
            b[lane] ^= c[lane];
            a[lane] ^= d[lane];
            c[lane] ^= shifted;
            d[lane] = d[lane].rotate_left(11);
        }
        drawn
    }
}

/// Draws a legal move on each live board, each with the same probability up to 1 part in 2²⁴; 0 on other boards.
///
/// Every board draws one number, live or not.
#[inline(always)]
pub(super) fn sample(
    rules: &Switches,
    playable: &[Lanes; MAX_PITS],
    end: &Lanes,
    generators: &mut RandomLanes,
) -> Lanes {
    let rows = &playable[..rules.pits as usize];
    let mut counts = [0; LANES];
    for row in rows {
        for lane in 0..LANES {
            counts[lane] += u8::from(row[lane] != 0);
        }
    }
    let drawn = generators.next();
    // 28 random bits times at most nine moves fit 32 bits.
    let chosen = lanes(|lane| (((drawn[lane] >> 4) * u32::from(counts[lane])) >> 28) as u8);
    let mut up_to_here = [0; LANES];
    let mut actions = [0; LANES];
    for row in rows {
        for lane in 0..LANES {
            up_to_here[lane] += u8::from(row[lane] != 0);
            actions[lane] += u8::from(up_to_here[lane] <= chosen[lane]);
        }
    }
    lanes(|lane| keep(end[lane] == End::None as u8, actions[lane]))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro128PlusPlus;

    use super::*;

    #[test]
    fn lanes_are_the_published_generator() {
        let mut lanes = RandomLanes::new(3, 64);
        for lane in [0, 5, 63] {
            let mut seed = [0; 16];
            for (bytes, word) in seed.chunks_exact_mut(4).zip(&lanes.words) {
                bytes.copy_from_slice(&word[lane].to_le_bytes());
            }
            let mut alone = Xoshiro128PlusPlus::from_seed(seed);
            let mut copy = lanes.clone();
            for _ in 0..100 {
                assert_eq!(copy.next()[lane], alone.next_u32());
            }
        }
        lanes.next();
    }
}
