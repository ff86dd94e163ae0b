use std::fmt;

/// How many plies a search looks ahead: from 1 to [`SearchDepth::MAX`], which bounds its recursion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SearchDepth(u8);

impl SearchDepth {
    /// The greatest depth: 64 plies.
    pub const MAX: Self = Self(64);

    /// The depth of this many plies; `None` for 0 and above [`SearchDepth::MAX`].
    pub const fn new(plies: u32) -> Option<Self> {
        if plies >= 1 && plies <= Self::MAX.plies() {
            Some(Self(plies as u8))
        } else {
            None
        }
    }

    /// Number of plies.
    pub const fn plies(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for SearchDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
