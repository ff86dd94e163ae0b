use kumalak_env::{MAX_PITS, Pit, Position, Rules, Side};

use super::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// The result of searching one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    pub(super) depth: u8,
    /// Proven ends are counted from this position.
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) best: Pit,
}

/// Remembers positions that a search meets again along another order of moves.
///
/// Positions with equal hash share a bucket of two slots: one keeps the deepest result of the present search, the other
/// the newest. A slot holds the whole position, so that two positions are never confused.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Number of the present search. Entries of others count as empty, which makes forgetting free.
    search: u8,
}

/// One cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket {
    deepest: Slot,
    newest: Slot,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    score: Score,
    position: Position,
    depth: u8,
    bound: Bound,
    best: Pit,
    /// 0 for a slot that was never filled.
    search: u8,
}

impl Slot {
    #[inline]
    const fn entry(&self) -> TableEntry {
        TableEntry {
            depth: self.depth,
            score: self.score,
            bound: self.bound,
            best: self.best,
        }
    }
}

impl Bucket {
    fn empty() -> Self {
        let slot = Slot {
            score: Score::DRAW,
            position: Position::start(&Rules::STANDARD),
            depth: 0,
            bound: Bound::Exact,
            best: Pit::ALL[0],
            search: 0,
        };
        Self {
            deepest: slot,
            newest: slot,
        }
    }
}

impl TranspositionTable {
    /// A table of at most so many bytes, and not much larger than a search of so many plies has use for: a processor's
    /// cache holds a small one.
    pub(super) fn new(bytes: usize, plies: u32) -> Self {
        let fitting = (bytes / size_of::<Bucket>()).max(1).ilog2();
        let useful = 4 + plies;
        Self {
            buckets: vec![Bucket::empty(); 1 << fitting.min(useful)],
            search: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.search == u8::MAX {
            self.buckets.fill(Bucket::empty());
            self.search = 0;
        }
        self.search += 1;
    }

    #[inline]
    pub(super) fn get(&self, position: &Position) -> Option<TableEntry> {
        let bucket = &self.buckets[self.index(position)];
        [&bucket.deepest, &bucket.newest]
            .into_iter()
            .find(|slot| slot.search == self.search && slot.position == *position)
            .map(Slot::entry)
    }

    #[inline]
    pub(super) fn insert(&mut self, position: &Position, entry: TableEntry) {
        let index = self.index(position);
        let Bucket { deepest, newest } = &mut self.buckets[index];
        let is_replaceable =
            deepest.search != self.search || deepest.depth <= entry.depth || deepest.position == *position;
        let slot = if is_replaceable { deepest } else { newest };
        *slot = Slot {
            score: entry.score,
            position: *position,
            depth: entry.depth,
            bound: entry.bound,
            best: entry.best,
            search: self.search,
        };
    }

    #[inline]
    fn index(&self, position: &Position) -> usize {
        hash(position) as usize & (self.buckets.len() - 1)
    }
}

/// Three words hold what the board does not imply, and are folded by multiplication to 128 bits, as in wyhash (Wang Yi).
#[inline]
pub(super) fn hash(position: &Position) -> u64 {
    let [white, black] = Side::ALL.map(|side| position.pits(side));
    let word = |row: &[u8; MAX_PITS]| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&row[..8]);
        u64::from_le_bytes(bytes)
    };
    let tuzdik = |side| position.tuzdik(side).map_or(0, |pit| pit.number() as u64);
    let rest = u64::from(white[8])
        | u64::from(black[8]) << 8
        | u64::from(position.kazan(Side::White)) << 16
        | tuzdik(Side::White) << 24
        | tuzdik(Side::Black) << 32
        | (position.turn().index() as u64) << 40;
    // Fractional digits of the square roots of 2, 3 and 5.
    let first = fold(
        word(white) ^ 0x6a09_e667_f3bc_c908,
        word(black) ^ 0xbb67_ae85_84ca_a73b,
    );
    fold(first, rest ^ 0x3c6e_f372_fe94_f82b)
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
