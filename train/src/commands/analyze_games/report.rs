//! A judged game as text.

use std::fmt::{self, Write};

use kumalak_env::Side;

use super::judged::JudgedGame;

impl JudgedGame {
    /// `A (1800) - B, 1-0, 87 plies`.
    pub(super) fn title(&self) -> String {
        let player = |side| match self.rating(side) {
            Some(rating) => format!("{} ({rating})", self.name(side)),
            None => self.name(side).to_owned(),
        };
        format!(
            "{} - {}, {}, {} plies",
            player(Side::White),
            player(Side::Black),
            self.result(),
            self.game.moves().len()
        )
    }

    /// How a side played, in one line.
    pub(super) fn side_line(&self, side: Side) -> String {
        let tally = self.tally(side);
        format!(
            "first choice {} of {} moves, mean loss {}",
            percent(tally.first_choice()),
            tally.moves,
            percent(tally.mean_loss())
        )
    }

    /// The title, a table of the moves and the worst of them.
    pub(super) fn text(&self, worst: usize) -> Result<String, fmt::Error> {
        let mut text = String::new();
        writeln!(text, "{}", self.title())?;
        writeln!(text, "judged by {}\n", self.judge)?;
        for side in Side::ALL {
            writeln!(text, "{side}  {}", self.side_line(side))?;
        }
        writeln!(
            text,
            "\nply   side   move  best  evaluation        White   loss    (White: chances after the move, a draw is half)"
        )?;
        let notations = self.notations();
        let points = self.analysis.white_points();
        for ((analyzed, [played, best]), after) in
            self.analysis.moves.iter().zip(&notations).zip(&points[1..])
        {
            let best = if played == best { "=" } else { best };
            let loss = match analyzed.loss() {
                0.0 => String::new(),
                loss => percent(loss),
            };
            let line = format!(
                "{:<5} {:<6} {played:<5} {best:<5} {:<16} {:>6} {loss:>6}",
                analyzed.ply,
                analyzed.side.to_string(),
                analyzed.evaluation.to_string(),
                percent(*after)
            );
            writeln!(text, "{}", line.trim_end())?;
        }
        let worst = self.analysis.worst(worst);
        if !worst.is_empty() {
            writeln!(text, "\nworst moves")?;
        }
        for analyzed in worst {
            let [played, best] = &notations[analyzed.ply - 1];
            writeln!(
                text,
                "  ply {:<4} {:<5} {played:<4} instead of {best:<4} from {} to {}",
                analyzed.ply,
                analyzed.side.to_string(),
                percent(analyzed.points_before),
                percent(analyzed.points_after)
            )?;
        }
        Ok(text)
    }
}

/// `53.2%`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
