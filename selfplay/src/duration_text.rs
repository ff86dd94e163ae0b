//! Durations as users write them: `100ms`, `2s`.

use std::time::Duration;

/// The longest duration that can be written: a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What [`parse_duration`] reads, for messages.
pub(crate) const EXPECTED_DURATION: &str = "a time from 1ms to 86400s such as 100ms or 2s";

/// Reads a whole number with the unit `ms` or `s`; `None` for anything else, zero, and more than a day.
pub(crate) fn parse_duration(text: &str) -> Option<Duration> {
    let duration = match text.strip_suffix("ms") {
        Some(number) => Duration::from_millis(whole_number(number)?),
        None => Duration::from_secs(whole_number(text.strip_suffix('s')?)?),
    };
    (duration > Duration::ZERO && duration <= LONGEST).then_some(duration)
}

/// A duration of whole milliseconds as [`parse_duration`] reads it.
pub(crate) fn duration_text(duration: Duration) -> String {
    match duration.subsec_nanos() {
        0 => format!("{}s", duration.as_secs()),
        _ => format!("{}ms", duration.as_millis()),
    }
}

fn whole_number(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_and_written() {
        for text in ["1ms", "100ms", "2s", "1500ms", "86400s"] {
            let duration = parse_duration(text);
            assert_eq!(duration.map(duration_text).as_deref(), Some(text));
        }
        assert_eq!(parse_duration("1000ms"), Some(Duration::from_secs(1)));
        for text in [
            "",
            "s",
            "5",
            "0ms",
            "+5s",
            "-1s",
            "1.5s",
            "5 s",
            "86401s",
            "5m",
            "99999999999999999999s",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
