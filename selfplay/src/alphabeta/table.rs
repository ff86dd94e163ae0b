use std::hash::{Hash, Hasher};

use kumalak_env::{Pit, Position};

use crate::alphabeta::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// The result of searching one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEntry {
    pub(crate) depth: u32,
    /// Proven ends are counted from this position.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) best: Pit,
}

/// Remembers positions that a search meets again along another order of moves.
///
/// A slot holds the whole position, so that two positions are never confused. A newer entry replaces an older one.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable {
    slots: Vec<Option<Slot>>,
    /// Number of the present search; entries of others count as empty, which makes forgetting free.
    search: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    position: Position,
    search: u64,
    entry: TableEntry,
}

impl TranspositionTable {
    /// A table of `2^bits` slots.
    pub(crate) fn new(bits: u32) -> Self {
        Self {
            slots: vec![None; 1 << bits],
            search: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.search += 1;
    }

    pub(crate) fn get(&self, position: &Position) -> Option<TableEntry> {
        self.slots[self.index(position)]
            .as_ref()
            .filter(|slot| slot.search == self.search && slot.position == *position)
            .map(|slot| slot.entry)
    }

    pub(crate) fn insert(&mut self, position: &Position, entry: TableEntry) {
        let index = self.index(position);
        self.slots[index] = Some(Slot {
            position: *position,
            search: self.search,
            entry,
        });
    }

    fn index(&self, position: &Position) -> usize {
        let mut hasher = WordHasher::default();
        position.hash(&mut hasher);
        hasher.finish() as usize & (self.slots.len() - 1)
    }
}

/// Multiplies and folds eight bytes at a time. The standard library's hasher resists attacks that no search needs to
/// fear, and takes several times as long.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // The multiplier is 2⁶⁴ divided by the golden ratio, as in Fibonacci hashing (Knuth, TAOCP 3, 6.4).
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
