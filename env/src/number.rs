use std::str::FromStr;

/// Reads a number written with digits alone, without sign and leading zeros; `None` for other text and for a number that
/// does not fit the type.
pub(crate) fn parse<N: FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}
