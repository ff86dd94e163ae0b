use std::fmt;

use anyhow::Context;
use kumalak_env::solver::{ByteSize, ExactMove, Solution, Verdict};
use kumalak_env::{Position, Rules, Side, TuzdikRule};
use serde_json::{Value, json};

use crate::paint::Paint;
use crate::terminal_board::TerminalBoard;

/// What is printed about a solved position.
pub(super) struct SolveReport<'a> {
    solution: &'a Solution,
    position: Position,
    verdict: Verdict,
    /// From the best to the worst.
    moves: Vec<ExactMove>,
}

impl<'a> SolveReport<'a> {
    /// The report on a position that was solved.
    pub(super) fn new(solution: &'a Solution, position: Position) -> anyhow::Result<Self> {
        let solved = solution.verdict(&position).zip(solution.moves(&position));
        let (verdict, moves) = solved.context("the position is missing in its own solution")?;
        Ok(Self {
            solution,
            position,
            verdict,
            moves,
        })
    }

    fn rules(&self) -> &Rules {
        self.solution.rules()
    }

    fn is_best(&self, candidate: &ExactMove) -> bool {
        candidate.verdict == self.verdict
    }

    fn notation(&self, candidate: &ExactMove) -> String {
        let mut after = self.position;
        after.play(self.rules(), candidate.pit).notation().to_string()
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> Value {
        let rules = self.rules();
        let counts = self.solution.counts();
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|candidate| {
                json!({
                    "pit": candidate.pit.number(),
                    "notation": self.notation(candidate),
                    "value": candidate.verdict.value.name(),
                    "plies": candidate.verdict.plies,
                    "is_best": self.is_best(candidate),
                })
            })
            .collect();
        json!({
            "pits": rules.pits(),
            "stones": rules.stones(),
            "tuzdik": tuzdik_name(rules),
            "fen": self.position.to_fen(rules, 1),
            "value": self.verdict.value.name(),
            "plies": self.verdict.plies,
            "moves": moves,
            "positions": counts.positions(),
            "won": counts.won,
            "drawn": counts.drawn,
            "lost": counts.lost,
            "longest_plies": counts.longest,
            "table_bytes": self.solution.table_bytes(),
            "peak_bytes": self.solution.peak_bytes(),
        })
    }
}

impl fmt::Display for SolveReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let counts = self.solution.counts();
        let memory = [self.solution.table_bytes(), self.solution.peak_bytes()].map(ByteSize);
        let (pits, stones, tuzdik) = (rules.pits(), rules.stones(), tuzdik_name(rules));
        writeln!(f, "board      2×{pits} pits of {stones} stones, tuzdik {tuzdik}")?;
        writeln!(f, "positions  {}", counts.positions())?;
        let [won, drawn, lost] = [counts.won, counts.drawn, counts.lost];
        writeln!(
            f,
            "values     {won} won, {drawn} drawn, {lost} lost for the side to move"
        )?;
        writeln!(f, "longest    a win in {} plies", counts.longest)?;
        writeln!(f, "memory     {}, while solving {}\n", memory[0], memory[1])?;
        let board = TerminalBoard {
            position: &self.position,
            rules,
            bottom: Side::White,
            last_move: None,
            paint: Paint::for_stdout(),
        };
        let side = self.position.turn();
        writeln!(f, "{board}\n{side} is to move: {}.\n", verdict_text(self.verdict))?;
        writeln!(f, "move   value")?;
        for candidate in &self.moves {
            let (notation, value) = (self.notation(candidate), verdict_text(candidate.verdict));
            let mark = if self.is_best(candidate) { "  best" } else { "" };
            writeln!(f, "{}", format!("{notation:4}   {value:16}{mark}").trim_end())?;
        }
        Ok(())
    }
}

/// `win in 5 plies`, `draw`.
pub(in crate::commands) fn verdict_text(verdict: Verdict) -> String {
    let Verdict { value, plies } = verdict;
    match plies {
        None => value.to_string(),
        Some(1) => format!("{value} in 1 ply"),
        Some(plies) => format!("{value} in {plies} plies"),
    }
}

const fn tuzdik_name(rules: &Rules) -> &'static str {
    match rules.tuzdik() {
        TuzdikRule::Compulsory => "compulsory",
        TuzdikRule::None => "none",
    }
}
