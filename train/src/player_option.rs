//! Specifications of players with one option replaced.

use kumalak_selfplay::{PlayerSpec, PlayerSpecError};

/// The specification with `key=value` in place of what it says of `key` and of `replaced`.
///
/// # Errors
/// If the player has no such option, or not with this value.
pub(crate) fn with_option(
    spec: &PlayerSpec,
    key: &str,
    value: &str,
    replaced: &[&str],
) -> Result<PlayerSpec, PlayerSpecError> {
    let text = spec.to_string();
    let (name, arguments) = text.split_once(':').unwrap_or((&text, ""));
    let is_kept = |part: &&str| {
        let given = part.split_once('=').map_or("", |(given, _)| given);
        !part.is_empty() && given != key && !replaced.contains(&given)
    };
    let mut parts: Vec<&str> = arguments.split(',').filter(is_kept).collect();
    let option = format!("{key}={value}");
    parts.push(&option);
    format!("{name}:{}", parts.join(",")).parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(spec: &str, key: &str, value: &str) -> Result<String, String> {
        let spec: PlayerSpec = spec.parse().unwrap();
        let changed = with_option(&spec, key, value, &[]);
        changed
            .map(|spec| spec.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn an_option_is_replaced() {
        assert_eq!(
            changed("alphabeta:depth=4", "depth", "6").unwrap(),
            "alphabeta:depth=6"
        );
        assert_eq!(
            changed("net:runs/a,sims=4", "sims", "6").unwrap(),
            "net:runs/a,sims=6"
        );
    }

    #[test]
    fn what_a_player_does_not_have_is_refused() {
        assert!(
            changed("random", "depth", "6")
                .unwrap_err()
                .contains("random has no option")
        );
        assert!(
            changed("alphabeta:depth=4", "depth", "0")
                .unwrap_err()
                .contains("depth")
        );
    }
}
