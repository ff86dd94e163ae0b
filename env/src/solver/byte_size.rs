use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Units from the largest, in decimal steps; `B` last, since the others end in it too.
const UNITS: [(&str, u64); 7] = [
    ("EB", 1_000_000_000_000_000_000),
    ("PB", 1_000_000_000_000_000),
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("kB", 1_000),
    ("B", 1),
];

/// A number of bytes as people write it: `2GB`, `500 MB`, `1.5 GB`. Units are decimal: a kB is 1,000 bytes.
///
/// ```
/// use kumalak_env::solver::ByteSize;
///
/// assert_eq!("1.5GB".parse(), Ok(ByteSize(1_500_000_000)));
/// assert_eq!(ByteSize(2_000_000_000).to_string(), "2.0 GB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ByteSize(pub u64);

/// Text that is no number of bytes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a number of bytes such as 2GB, 500MB or 800kB, got {0:?}")]
pub struct ByteSizeError(pub String);

/// With one decimal in the largest unit that fits, such as `4.4 MB`; bytes are whole.
impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = UNITS.into_iter().find(|&(_, bytes)| self.0 >= bytes);
        f.pad(&match unit {
            Some((name, bytes)) if bytes > 1 => format!("{:.1} {name}", self.0 as f64 / bytes as f64),
            _ => format!("{} B", self.0),
        })
    }
}

/// Reads digits, perhaps with a decimal point, and a unit in upper or lower case.
impl FromStr for ByteSize {
    type Err = ByteSizeError;

    fn from_str(text: &str) -> Result<Self, ByteSizeError> {
        parse(text).ok_or_else(|| ByteSizeError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<ByteSize> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, unit) = UNITS
        .into_iter()
        .find_map(|(name, bytes)| Some((lower.strip_suffix(&name.to_ascii_lowercase())?, bytes)))?;
    let number = number.trim_end();
    let is_plain = number.starts_with(|digit: char| digit.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let bytes = number.parse::<f64>().ok().filter(|_| is_plain)? * unit as f64;
    (bytes < u64::MAX as f64).then_some(ByteSize(bytes as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("800", None),
            ("800B", Some(800)),
            ("2gb", Some(2_000_000_000)),
            ("0.5 kB", Some(500)),
            ("-1GB", None),
            ("1e3GB", None),
            ("GB", None),
            ("1.2.3GB", None),
            ("infGB", None),
            ("99999999999TB", None),
            ("", None),
        ] {
            assert_eq!(text.parse().ok(), bytes.map(ByteSize), "{text:?}");
        }
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(ByteSize(999).to_string(), "999 B");
        assert_eq!(ByteSize(4_440_000).to_string(), "4.4 MB");
    }
}
