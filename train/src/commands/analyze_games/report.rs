//! A judged game as text.

use std::fmt::{self, Write};

use kumalak_env::Side;
use kumalak_selfplay::AnalyzedMove;

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
        let choice = percent(tally.first_choice());
        let line = format!("first choice {choice} of {} moves", tally.moves);
        match tally.mean_loss() {
            None => line,
            Some(loss) => format!("{line}, mean loss {}", percent(loss)),
        }
    }

    /// The title, a table of the moves and the worst of them.
    pub(super) fn text(&self, worst: usize) -> Result<String, fmt::Error> {
        let mut text = String::new();
        writeln!(text, "{}", self.title())?;
        writeln!(text, "judged by {}\n", self.judge)?;
        for side in Side::ALL {
            writeln!(text, "{side}  {}", self.side_line(side))?;
        }
        match self.analysis.white_points() {
            None => self.write_choices(&mut text)?,
            Some(points) => self.write_judgements(&mut text, &points, worst)?,
        }
        Ok(text)
    }

    /// What was played and what the judge would have chosen.
    fn write_choices(&self, text: &mut String) -> fmt::Result {
        writeln!(
            text,
            "\nply   side   move  best    ({} does not say what the moves are worth)",
            self.judge
        )?;
        for (analyzed, notations) in self.analysis.moves.iter().zip(&self.notations()) {
            writeln!(text, "{}", move_columns(analyzed, notations).trim_end())?;
        }
        Ok(())
    }

    /// The same with what the judge says about it, and the worst moves.
    fn write_judgements(&self, text: &mut String, points: &[f64], worst: usize) -> fmt::Result {
        writeln!(
            text,
            "\nply   side   move  best  evaluation        White   loss    (White: chances after the move, a draw is half)"
        )?;
        let notations = self.notations();
        for ((analyzed, notations), after) in self.analysis.moves.iter().zip(&notations).zip(&points[1..]) {
            let judgement = analyzed.judgement;
            let evaluation = judgement.map(|judgement| judgement.evaluation.to_string());
            let loss = analyzed.loss().filter(|&loss| loss > 0.0).map(percent);
            let line = format!(
                "{} {:<16} {:>6} {:>6}",
                move_columns(analyzed, notations),
                evaluation.unwrap_or_default(),
                percent(*after),
                loss.unwrap_or_default()
            );
            writeln!(text, "{}", line.trim_end())?;
        }
        let worst = self.analysis.worst(worst);
        if !worst.is_empty() {
            writeln!(text, "\nworst moves")?;
        }
        for analyzed in worst {
            let [played, best] = &notations[analyzed.ply - 1];
            let Some(judgement) = analyzed.judgement else {
                continue;
            };
            writeln!(
                text,
                "  ply {:<4} {:<5} {played:<4} instead of {best:<4} from {} to {}",
                analyzed.ply,
                analyzed.side.to_string(),
                percent(judgement.points_before),
                percent(judgement.points_after)
            )?;
        }
        Ok(())
    }
}

/// Number, side, move and best move (`=`: the same).
fn move_columns(analyzed: &AnalyzedMove, [played, best]: &[String; 2]) -> String {
    let best = if analyzed.is_first_choice() { "=" } else { best };
    format!(
        "{:<5} {:<6} {played:<5} {best:<5}",
        analyzed.ply,
        analyzed.side.to_string()
    )
}

/// `53.2%`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
