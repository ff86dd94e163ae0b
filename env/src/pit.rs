use std::fmt;

/// The most pits a side can have under any rule set.
pub const MAX_PITS: usize = 9;

/// A pit of one side, counted from its owner's left. Which side is meant follows from the context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pit(u8);

impl Pit {
    /// All nine pits, from the owner's left.
    pub const ALL: [Self; MAX_PITS] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
    ];

    /// The pit with this index, counted from 0; `None` from 9 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < MAX_PITS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The pit with this number, counted from 1 as in the books; `None` for 0 and from 10 on.
    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::from_index(index),
            None => None,
        }
    }

    /// Index from 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number from 1 to 9, as in the books.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A set of pits of one side, such as the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PitSet(u16);

/// `LEN[bits]`: the size of each set. Not every processor of an architecture can count bits in one instruction.
static LEN: [u8; 1 << MAX_PITS] = {
    let mut table = [0; 1 << MAX_PITS];
    let mut bits = 0;
    while bits < table.len() {
        table[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    table
};

/// `NTH_PIT[bits][n]`: index of the `n`-th pit of each set. A loop to a random `n` would end unpredictably.
static NTH_PIT: [[u8; MAX_PITS]; 1 << MAX_PITS] = {
    let mut table = [[0; MAX_PITS]; 1 << MAX_PITS];
    let mut bits = 0;
    while bits < table.len() {
        let (mut pit, mut n) = (0, 0);
        while pit < MAX_PITS {
            if bits >> pit & 1 == 1 {
                table[bits][n] = pit as u8;
                n += 1;
            }
            pit += 1;
        }
        bits += 1;
    }
    table
};

impl PitSet {
    /// The set without a pit.
    pub const EMPTY: Self = Self(0);

    /// The set with this bit mask: bit `i` stands for the pit with index `i`. Bits from 9 on are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & ((1 << MAX_PITS) - 1))
    }

    /// Bit `i` is set where the pit with index `i` belongs to the set.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Adds a pit.
    #[inline]
    pub const fn insert(&mut self, pit: Pit) {
        self.0 |= 1 << pit.0;
    }

    /// Whether the pit belongs to the set.
    #[inline]
    pub const fn contains(self, pit: Pit) -> bool {
        self.0 >> pit.0 & 1 == 1
    }

    /// Number of pits.
    #[inline]
    pub const fn len(self) -> usize {
        LEN[self.0 as usize] as usize
    }

    /// Whether the set holds no pit.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `n`-th pit of the set, counted from 0 and from the owner's left.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Pit> {
        if n < self.len() {
            Some(Pit(NTH_PIT[self.0 as usize][n]))
        } else {
            None
        }
    }

    /// The pits of the set, from the owner's left.
    #[inline]
    pub const fn iter(self) -> PitSetIter {
        PitSetIter(self.0)
    }
}

impl fmt::Debug for PitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Pit::number)).finish()
    }
}

impl FromIterator<Pit> for PitSet {
    fn from_iter<I: IntoIterator<Item = Pit>>(pits: I) -> Self {
        let mut set = Self::EMPTY;
        for pit in pits {
            set.insert(pit);
        }
        set
    }
}

impl IntoIterator for PitSet {
    type Item = Pit;
    type IntoIter = PitSetIter;

    fn into_iter(self) -> PitSetIter {
        self.iter()
    }
}

/// Iterator over the pits of a [`PitSet`], from the owner's left.
#[derive(Clone, Debug)]
pub struct PitSetIter(u16);

impl Iterator for PitSetIter {
    type Item = Pit;

    #[inline]
    fn next(&mut self) -> Option<Pit> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Pit(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for PitSetIter {}
