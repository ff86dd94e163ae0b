use super::Tags;
use super::error::RecordProblem;
use crate::outcome::Outcome;

/// What a result says in a record: an outcome, or `None` for a game without one.
pub(super) type RecordedResult = Option<Outcome>;

/// What may stand where a result belongs.
pub(super) const EXPECTED_RESULT: &str = "a result (1-0, 1/2-1/2, 0-1, or * for none)";

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

/// Checks that every tag `Result` says the same as the record itself.
pub(super) fn check_result_tags(tags: &Tags, result: RecordedResult) -> Result<(), RecordProblem> {
    for (_, value) in tags.iter().filter(|&(name, _)| name == "Result") {
        let tag = parse_result(value).ok_or_else(|| RecordProblem::unexpected(EXPECTED_RESULT, value))?;
        if tag != result {
            return Err(RecordProblem::TwoResults {
                first: result_text(tag),
                second: result_text(result),
            });
        }
    }
    Ok(())
}
