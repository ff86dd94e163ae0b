use kumalak_env::Pit;

use super::arrangement::Arrangement;

/// What is known about the share of the side to move in the stones that lie in the pits, if both sides play best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// It gets at least so many stones.
    pub(super) least: u8,
    /// It gets at most so many stones.
    pub(super) most: u8,
    /// The move by which it gets the least, if that was shown.
    pub(super) best: Option<Pit>,
    /// Plies after which it has the least at the latest.
    pub(super) plies_to_least: u16,
    /// Plies after which the other side has the rest at the latest.
    pub(super) plies_to_most: u16,
}

impl Share {
    /// Nothing is known but how many stones there are.
    pub(super) const fn unknown(stones: u32) -> Self {
        Self {
            least: 0,
            most: stones as u8,
            best: None,
            plies_to_least: 0,
            plies_to_most: 0,
        }
    }
}

/// Remembers shares. It starts small and grows up to a size, from where on new positions replace those of the same bucket
/// with the fewest stones, which are found again the soonest.
pub(super) struct ShareTable {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    filled: usize,
}

const SLOTS: usize = 4;

/// Buckets at the start.
const FEWEST_BUCKETS: usize = 256;

/// One cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

#[derive(Clone, Copy)]
struct Slot {
    arrangement: Arrangement,
    share: Share,
}

impl Slot {
    const EMPTY: Self = Self {
        arrangement: Arrangement::NONE,
        share: Share::unknown(0),
    };
}

impl ShareTable {
    /// An empty table of at most so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Bucket>()).max(1);
        let most_buckets = 1 << fitting.ilog2();
        Self {
            buckets: vec![Bucket([Slot::EMPTY; SLOTS]); FEWEST_BUCKETS.min(most_buckets)],
            most_buckets,
            filled: 0,
        }
    }

    #[inline]
    pub(super) fn get(&self, arrangement: Arrangement) -> Option<&Share> {
        let bucket = &self.buckets[self.index(arrangement)];
        let slot = bucket.0.iter().find(|slot| slot.arrangement == arrangement);
        slot.map(|slot| &slot.share)
    }

    /// Reads from the bucket of a position, so that it is at hand after that.
    #[inline]
    pub(super) fn touch(&self, arrangement: Arrangement) -> u8 {
        self.buckets[self.index(arrangement)].0[0].share.least
    }

    #[inline]
    pub(super) fn insert(&mut self, arrangement: Arrangement, share: Share) {
        let is_crowded = self.filled > self.buckets.len() * SLOTS / 2;
        if is_crowded && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        let index = self.index(arrangement);
        let slots = &mut self.buckets[index].0;
        let found = slots.iter().position(|slot| slot.arrangement == arrangement);
        let fewest = || (0..SLOTS).min_by_key(|&slot| slots[slot].arrangement.stones());
        let place = found.or_else(fewest).expect("a bucket has slots");
        if slots[place].arrangement == Arrangement::NONE {
            self.filled += 1;
        }
        slots[place] = Slot { arrangement, share };
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Bucket([Slot::EMPTY; SLOTS]); 2 * self.buckets.len()];
        let smaller = std::mem::replace(&mut self.buckets, larger);
        self.filled = 0;
        for slot in smaller.iter().flat_map(|bucket| &bucket.0) {
            if slot.arrangement != Arrangement::NONE {
                self.insert(slot.arrangement, slot.share);
            }
        }
    }

    #[inline]
    fn index(&self, arrangement: Arrangement) -> usize {
        arrangement.hash() as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
