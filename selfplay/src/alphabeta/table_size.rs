use std::fmt;
use std::str::FromStr;

/// Memory of a transposition table: whole mebibytes, from 1 to [`TableSize::MAX`].
///
/// ```
/// use kumalak_selfplay::TableSize;
///
/// let size: TableSize = "16MiB".parse().unwrap();
/// assert_eq!(size.mebibytes(), 16);
/// assert_eq!(size.to_string(), "16MiB");
/// assert_eq!("1GiB".parse::<TableSize>().unwrap().to_string(), "1024MiB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableSize(u32);

impl TableSize {
    /// The greatest size: 64 GiB.
    pub const MAX: Self = Self(64 * 1024);

    /// A size in mebibytes (2²⁰ bytes); `None` for 0 and above [`TableSize::MAX`].
    pub const fn new(mebibytes: u32) -> Option<Self> {
        if mebibytes >= 1 && mebibytes <= Self::MAX.0 {
            Some(Self(mebibytes))
        } else {
            None
        }
    }

    /// The size in mebibytes.
    pub const fn mebibytes(self) -> u32 {
        self.0
    }

    /// The size in bytes.
    pub const fn bytes(self) -> usize {
        (self.0 as usize) << 20
    }
}

/// 16 MiB.
impl Default for TableSize {
    fn default() -> Self {
        Self(16)
    }
}

/// As `16MiB`.
impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}MiB", self.0)
    }
}

/// Reads a whole number with the unit `MiB` or `GiB`.
impl FromStr for TableSize {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, unit) = match (text.strip_suffix("MiB"), text.strip_suffix("GiB")) {
            (Some(number), _) => (number, 1),
            (None, Some(number)) => (number, 1024),
            (None, None) => return Err(()),
        };
        let number: u32 = number.parse().map_err(|_| ())?;
        number.checked_mul(unit).and_then(Self::new).ok_or(())
    }
}
