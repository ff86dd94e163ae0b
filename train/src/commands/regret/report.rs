use std::fmt;

use kumalak_env::solver::ExactValue;
use kumalak_selfplay::{PhaseRegret, Regret};
use serde_json::{Value, json};

/// What is printed about a player's distance to perfect play.
pub(super) struct RegretReport {
    pub(super) player: String,
    pub(super) opponent: String,
    pub(super) games: usize,
    /// Exact value of the start for the side to move.
    pub(super) start: Option<ExactValue>,
    pub(super) regret: Regret,
}

impl RegretReport {
    fn phases(&self) -> [(&'static str, PhaseRegret); 4] {
        [
            ("opening", self.regret.opening),
            ("middle", self.regret.middle),
            ("ending", self.regret.ending),
            ("all", self.regret.total()),
        ]
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> Value {
        let phases = self.phases().map(|(name, phase)| {
            let fields = json!({
                "moves": phase.moves,
                "choices": phase.choices,
                "losing": phase.losing,
                "lost_half_points": phase.lost_half_points,
                "losing_share": phase.losing_share(),
                "losing_share_of_choices": phase.losing_share_of_choices(),
            });
            (name.to_owned(), fields)
        });
        json!({
            "player": self.player,
            "opponent": self.opponent,
            "games": self.games,
            "start": self.start.map(ExactValue::name),
            "phases": Value::Object(phases.into_iter().collect()),
        })
    }
}

impl fmt::Display for RegretReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} against {}, {} games",
            self.player, self.opponent, self.games
        )?;
        if let Some(value) = self.start {
            writeln!(
                f,
                "the start is a {value} for the side to move under perfect play"
            )?;
        }
        writeln!(
            f,
            "\nphase        moves   choices    losing   of moves   of choices   half points lost"
        )?;
        for (name, phase) in self.phases() {
            writeln!(
                f,
                "{name:8} {:9} {:9} {:9} {:>10} {:>12} {:18}",
                phase.moves,
                phase.choices,
                phase.losing,
                percent(phase.losing_share()),
                percent(phase.losing_share_of_choices()),
                phase.lost_half_points
            )?;
        }
        Ok(())
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
