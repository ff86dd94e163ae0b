//! Prints the table of matches among the baseline players in `docs/evaluation.md`:
//! `cargo run --release -p kumalak-selfplay --example baselines`.

use kumalak_selfplay::{ArenaError, ArenaSettings, MatchReport, Player, PlayerSpec, play_match};

const MATCHES: [(&str, &str); 7] = [
    ("greedy", "random"),
    ("alphabeta:depth=2", "random"),
    ("alphabeta:depth=2", "greedy"),
    ("alphabeta:depth=4", "greedy"),
    ("alphabeta:depth=4", "alphabeta:depth=2"),
    ("alphabeta:depth=6", "alphabeta:depth=2"),
    ("alphabeta:depth=6", "alphabeta:depth=4"),
];

fn main() -> Result<(), ArenaError> {
    let settings = ArenaSettings {
        pairs: 200,
        seed: 1,
        ..ArenaSettings::default()
    };
    println!(
        "| first | second | wins | draws | losses | score | Elo | pairs 0, ½, 1, 1½, 2 | plies | margin |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (first, second) in MATCHES {
        print_row(&play_match(
            &settings,
            &mut [player(first)],
            &mut [player(second)],
            &(),
            &|_| {},
        )?);
    }
    Ok(())
}

fn player(spec: &str) -> Box<dyn Player> {
    let spec: PlayerSpec = spec.parse().expect("the table names known players");
    spec.build_builtin()
        .expect("the table names players without a network")
}

fn print_row(report: &MatchReport) {
    let total = report.total;
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {:?} | {:.1} | {:+.1} |",
        report.first,
        report.second,
        total.wins,
        total.draws,
        total.losses,
        report.score,
        report.elo,
        report.pairs.counts(),
        report.mean_plies,
        report.mean_margin,
    );
}
