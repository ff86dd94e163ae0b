use std::fmt;

use super::{Finding, ImplementationError};
use crate::rules::Rules;

/// What a check has found.
#[derive(Debug)]
pub struct ConformanceReport {
    /// The rules, without a ply cap.
    pub rules: Rules,
    /// Lines of play that were finished.
    pub lines: usize,
    /// Moves that were compared.
    pub moves: u64,
    /// Lines that were skipped, since the implementation cannot set up positions.
    pub skipped: u64,
    /// The kinds of differences.
    pub findings: Vec<Finding>,
    /// The line of play and the ply at which the implementation did not answer, and how, if that ended the check.
    pub failure: Option<(String, usize, ImplementationError)>,
}

impl ConformanceReport {
    /// Whether all answers came and were right.
    pub fn passes(&self) -> bool {
        self.findings.is_empty() && self.failure.is_none()
    }
}

/// A few lines with the verdict and the first example of each kind of difference; they end with a line feed.
impl fmt::Display for ConformanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules     {}", self.rules)?;
        writeln!(
            f,
            "compared  {} moves in {} lines of play",
            self.moves, self.lines
        )?;
        if self.skipped > 0 {
            let skipped = self.skipped;
            writeln!(
                f,
                "skipped   {skipped} positions, which the implementation cannot set up"
            )?;
        }
        for finding in &self.findings {
            self.write_finding(f, finding)?;
        }
        if let Some((line, ply, error)) = &self.failure {
            writeln!(f, "\nThe check ended in {line}, ply {ply}: {error}.")?;
        }
        match (self.passes(), self.findings.len()) {
            (true, _) => writeln!(f, "verdict   keeps the rules"),
            (false, 0) => writeln!(f, "\nverdict   does not answer as it should"),
            (false, 1) => writeln!(f, "\nverdict   breaks a rule"),
            (false, kinds) => writeln!(f, "\nverdict   differs in {kinds} ways"),
        }
    }
}

impl ConformanceReport {
    fn write_finding(&self, f: &mut fmt::Formatter<'_>, finding: &Finding) -> fmt::Result {
        let Finding { kind, count, first } = finding;
        let times = if *count == 1 {
            "once".to_owned()
        } else {
            format!("{count} times")
        };
        writeln!(f, "\nIt {kind} ({times}).")?;
        writeln!(f, "  first in  {}, ply {}", first.line, first.ply)?;
        match first.pit {
            Some(pit) => writeln!(f, "  move      pit {pit} in {}", first.before)?,
            None => writeln!(f, "  position  {}", first.before)?,
        }
        writeln!(f, "  expected  {}", first.expected.to_text(&self.rules))?;
        writeln!(f, "  found     {}", first.found.to_text(&self.rules))
    }
}
