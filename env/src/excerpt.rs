/// Most characters of foreign text that a message repeats.
const LONGEST: usize = 40;

/// Foreign text in quotes for a message, cut if it is long, with control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
