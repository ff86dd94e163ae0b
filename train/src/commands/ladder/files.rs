use std::fmt::Write;

use kumalak_selfplay::TournamentReport;

/// The table in Markdown. `iterations` are those of the players by number; `anchor` is the name of the player with rating 0.
pub(super) fn markdown(
    title: &str,
    anchor: &str,
    report: &TournamentReport,
    iterations: &[Option<u32>],
) -> String {
    let mut text = format!(
        "# {title}\n\nElo difference to {anchor} with 95 % intervals; LOS is the likelihood that a player is stronger than the next one.\n\n\
         | # | player | iteration | Elo | ± | points | games | score | LOS |\n\
         |--:|---|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    for (rank, player) in report.players.iter().enumerate() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:+.1} | {:.1} | {:.1} | {} | {:.3} | {} |",
            rank + 1,
            player.name.replace('|', "\\|"),
            or_empty(iterations[player.number]),
            player.rating.rounded(1),
            player.rating.margin,
            player.points,
            player.games,
            player.points / player.games as f64,
            or_empty(
                player
                    .superiority
                    .map(|superiority| format!("{:.1} %", 100.0 * superiority))
            ),
        );
    }
    if let Some(note) = report.method_note() {
        let _ = writeln!(text, "\n{note}");
    }
    for forfeit in &report.forfeits {
        let _ = writeln!(text, "\n{forfeit}.");
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "\nWarning: {warning}.");
    }
    text
}

/// The table as comma-separated values with a line of names.
pub(super) fn csv(report: &TournamentReport, iterations: &[Option<u32>]) -> String {
    let mut text = "rank,player,iteration,elo,margin,points,games,superiority,drawn_pairs_added\n".to_owned();
    // To each match, so that the ratings are finite.
    let added = u8::from(report.method_note().is_some());
    for (rank, player) in report.players.iter().enumerate() {
        let _ = writeln!(
            text,
            "{},{},{},{:.2},{:.2},{},{},{},{added}",
            rank + 1,
            quoted(&player.name),
            or_empty(iterations[player.number]),
            player.rating.rounded(2),
            player.rating.margin,
            player.points,
            player.games,
            or_empty(player.superiority.map(|superiority| format!("{superiority:.4}"))),
        );
    }
    text
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A field in quotes if it holds what separates fields (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("net:a,sims=64"), "\"net:a,sims=64\"");
        assert_eq!(quoted("a\"b,"), "\"a\"\"b,\"");
        assert_eq!(quoted("greedy"), "greedy");
    }
}
