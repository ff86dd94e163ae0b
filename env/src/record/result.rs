use crate::outcome::Outcome;

/// What a result says in a record: an outcome, or `None` for a game without one.
pub(super) type RecordedResult = Option<Outcome>;

/// Reads `1-0`, `1/2-1/2`, `0-1`, or `*` and `?` for no result; `None` if it is none of these.
pub(super) fn parse_result(text: &str) -> Option<RecordedResult> {
    match text {
        "1-0" => Some(Some(Outcome::WhiteWins)),
        "0-1" => Some(Some(Outcome::BlackWins)),
        "1/2-1/2" => Some(Some(Outcome::Draw)),
        "*" | "?" => Some(None),
        _ => None,
    }
}

/// A result as records write it.
pub(super) const fn result_text(result: RecordedResult) -> &'static str {
    match result {
        Some(Outcome::WhiteWins) => "1-0",
        Some(Outcome::BlackWins) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}
