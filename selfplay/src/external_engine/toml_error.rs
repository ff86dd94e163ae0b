//! Errors of TOML files for people: the line, and the nearest known key.

use super::error::EngineError;

/// An error of the TOML reader with file and line.
pub(super) fn located(error: &toml::de::Error, text: &str, place: &str) -> EngineError {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.unwrap_or_default().matches('\n').count() + 1;
    EngineError::Description {
        place: format!("{place}:{line}"),
        reason: explained(error.message()),
    }
}

/// The word among `known` that looks most like `found`.
pub(super) fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |known: &str| strsim::normalized_damerau_levenshtein(found, known);
    known
        .into_iter()
        .max_by(|left, right| similarity(left).total_cmp(&similarity(right)))
}

/// What serde calls whole numbers, and how people call them.
const NUMBERS: [(&str, &str); 3] = [
    (" as i128", ""),
    ("expected u64", "expected a whole number, not negative"),
    ("expected u32", "expected a whole number, not negative"),
];

/// Serde says "unknown field `x`, expected one of `a`, `b`"; a user needs the nearest of them.
fn explained(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    match quoted.next() {
        Some(key) if message.starts_with("unknown field") => match nearest(key, quoted) {
            Some(nearest) => format!("unknown key `{key}`; the nearest known key is `{nearest}`"),
            None => format!("unknown key `{key}`; no key is known here"),
        },
        _ => {
            let words: Vec<&str> = message.split_whitespace().collect();
            let message = words.join(" ").replace("missing field", "missing key");
            NUMBERS
                .iter()
                .fold(message, |message, (theirs, ours)| message.replace(theirs, ours))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_leads_to_the_nearest() {
        let message = "unknown field `comand`, expected one of `command`, `args`, `folder`";
        assert_eq!(
            explained(message),
            "unknown key `comand`; the nearest known key is `command`"
        );
        assert_eq!(explained("missing field `reply`"), "missing key `reply`");
        assert_eq!(
            explained("invalid type: integer `-5`, expected u64"),
            "invalid type: integer `-5`, expected a whole number, not negative"
        );
    }
}
