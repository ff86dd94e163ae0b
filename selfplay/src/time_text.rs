use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// A time as people write it, `100ms`, `1.5s` or `2m`, from one millisecond to one day; parts of a millisecond are rounded.
///
/// ```
/// use std::time::Duration;
/// use kumalak_selfplay::TimeText;
///
/// let time: TimeText = "1500ms".parse()?;
/// assert_eq!(time.0, Duration::from_millis(1500));
/// assert_eq!(TimeText(Duration::from_secs(2)).to_string(), "2s");
/// # Ok::<(), kumalak_selfplay::TimeTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeText(pub Duration);

/// Text that is no time.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, got {0:?}", expected = TimeText::EXPECTED)]
pub struct TimeTextError(pub String);

impl TimeText {
    /// What can be read, for messages.
    pub const EXPECTED: &'static str = "a time from 1ms to 86400s such as 100ms or 2s";
}

const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl FromStr for TimeText {
    type Err = TimeTextError;

    fn from_str(text: &str) -> Result<Self, TimeTextError> {
        let units = [("ms", 1.0), ("s", 1e3), ("m", 6e4)];
        let written = units
            .into_iter()
            .find_map(|(unit, millis)| Some((text.strip_suffix(unit)?, millis)));
        // No sign, no exponent, no word such as `inf`.
        let is_plain = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let millis = written
            .filter(|(number, _)| is_plain(number))
            .and_then(|(number, millis)| Some(number.parse::<f64>().ok()? * millis));
        let time = millis
            .filter(|millis| *millis <= LONGEST.as_millis() as f64)
            .map(|millis| Duration::from_millis(millis.round() as u64));
        time.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time))
            .map(Self)
            .ok_or_else(|| TimeTextError(text.to_owned()))
    }
}

impl fmt::Display for TimeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            milliseconds if milliseconds % 1000 == 0 => write!(f, "{}s", self.0.as_secs()),
            milliseconds => write!(f, "{milliseconds}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for text in ["1ms", "100ms", "1500ms", "2s", "86400s"] {
            assert_eq!(text.parse::<TimeText>().unwrap().to_string(), text);
        }
        for (text, written) in [
            ("2000ms", "2s"),
            ("1.5s", "1500ms"),
            ("0.5m", "30s"),
            ("2m", "120s"),
        ] {
            assert_eq!(text.parse::<TimeText>().unwrap().to_string(), written);
        }
        for text in [
            "",
            "s",
            "ms",
            "100",
            "0s",
            "-1s",
            "+5s",
            "1e3s",
            "infs",
            "nanm",
            "0.1ms",
            "1.2.3s",
            "1441m",
            "86401s",
            "99999999999999999999s",
        ] {
            assert_eq!(
                text.parse::<TimeText>().unwrap_err(),
                TimeTextError(text.to_owned())
            );
        }
    }
}
