use std::str::FromStr;

use thiserror::Error;

use crate::excerpt::quoted;

/// A day of the calendar: year, month from 1, day from 1.
type Day = (u16, u8, u8);

/// The days that a date in a record can mean: one, or a whole month or year if the rest is unknown.
///
/// Read are `2025.03.30`, `2025-03-30`, `30.03.2025`, and with unknown parts `2025.03.??`, `2025.??.??`, `2025-03`, `2025`.
///
/// ```
/// use kumalak_env::record::DateSpan;
///
/// let march: DateSpan = "2025.03.??".parse()?;
/// assert!(march.lies_within(Some("2025".parse()?), Some("2025-06-30".parse()?)));
/// assert!(!march.lies_within(Some("2025-03-10".parse()?), None));
/// # Ok::<(), kumalak_env::record::DateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DateSpan {
    first: Day,
    last: Day,
}

/// Text that is no date, or one of which not even the year is known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a date such as 2025, 2025-03 or 2025-03-30, found {}", quoted(.0))]
pub struct DateError(pub String);

impl DateSpan {
    /// Whether all days of this span lie between the first day of `since` and the last day of `until`, both included.
    pub fn lies_within(&self, since: Option<Self>, until: Option<Self>) -> bool {
        since.is_none_or(|since| since.first <= self.first)
            && until.is_none_or(|until| self.last <= until.last)
    }

    /// Whether every day of this span comes before every day of `other`.
    pub fn is_before(&self, other: &Self) -> bool {
        self.last < other.first
    }

    fn of(year: &str, month: Option<&str>, day: Option<&str>) -> Option<Self> {
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        let month = known(month, 12)?;
        let day = known(day, 31)?;
        match (month, day) {
            (None, Some(_)) => None,
            _ => Some(Self {
                first: (year, month.unwrap_or(1), day.unwrap_or(1)),
                last: (year, month.unwrap_or(12), day.unwrap_or(31)),
            }),
        }
    }
}

/// A month or a day; an inner `None` if it is unknown, an outer one if it is neither.
fn known(part: Option<&str>, largest: u8) -> Option<Option<u8>> {
    match part {
        None | Some("??" | "?") => Some(None),
        Some(text) => {
            let number = text.parse().ok().filter(|_| text.len() <= 2)?;
            (1..=largest).contains(&number).then_some(Some(number))
        }
    }
}

impl FromStr for DateSpan {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let parts: Vec<&str> = text.trim().split(['.', '-', '/']).collect();
        let is_plain = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
        let span = match parts[..] {
            _ if !parts.iter().all(is_plain) => None,
            [year] => Self::of(year, None, None),
            [year, month] if year.len() == 4 => Self::of(year, Some(month), None),
            [month, year] => Self::of(year, Some(month), None),
            [year, month, day] if year.len() == 4 => Self::of(year, Some(month), Some(day)),
            [day, month, year] => Self::of(year, Some(month), Some(day)),
            _ => None,
        };
        span.ok_or_else(|| DateError(text.to_owned()))
    }
}
