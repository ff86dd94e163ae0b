use std::fmt;

use super::{Mistake, Snapshot, model};
use crate::pit::Pit;
use crate::position::Board;
use crate::rules::Rules;

/// A board that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line of play, such as `random game 7`.
    pub line: String,
    /// The ply, counted from 1; 0 before the first move.
    pub ply: usize,
    /// The position before the move, as FEN.
    pub before: String,
    /// The pit that was played; `None` before the first move.
    pub pit: Option<Pit>,
    /// The right board.
    pub expected: Snapshot,
    /// The board of the implementation.
    pub found: Snapshot,
}

/// A kind of difference, with the first example of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// In how many lines of play it occurred.
    pub count: usize,
    /// The first of them.
    pub first: Difference,
}

/// What a difference comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FindingKind {
    /// A known mistake explains it, and the implementation makes it wherever it could.
    Mistake(Mistake),
    /// No known mistake does; this is where the boards first differ.
    Unexplained(Aspect),
}

/// A part of a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aspect {
    /// The board before the first move.
    Start,
    /// Stones in the pits.
    Pits,
    /// Stones in the kazans.
    Kazans,
    /// The tuzdiks.
    Tuzdiks,
    /// The side to move.
    Turn,
    /// The result.
    Result,
}

impl Aspect {
    fn of(expected: &Snapshot, found: &Snapshot) -> Self {
        if expected.board.pits != found.board.pits {
            Self::Pits
        } else if expected.board.kazans != found.board.kazans {
            Self::Kazans
        } else if expected.board.tuzdiks != found.board.tuzdiks {
            Self::Tuzdiks
        } else if expected.outcome != found.outcome {
            Self::Result
        } else {
            Self::Turn
        }
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Start => "sets up another board",
            Self::Pits => "has other stones in the pits, and no usual mistake explains it",
            Self::Kazans => "has other stones in the kazans, and no usual mistake explains it",
            Self::Tuzdiks => "has other tuzdiks, and no usual mistake explains it",
            Self::Turn => "has the wrong side to move",
            Self::Result => "has another result, and no usual mistake explains it",
        })
    }
}

/// What the kind says about the implementation.
impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mistake(mistake) => f.pad(mistake.explanation()),
            Self::Unexplained(aspect) => aspect.fmt(f),
        }
    }
}

/// A move and what the implementation made of it.
pub(super) struct Observation<'a> {
    pub(super) rules: &'a Rules,
    pub(super) before: Board,
    pub(super) pit: Pit,
    /// Whether the game is now drawn by repetition.
    pub(super) is_repetition: bool,
    pub(super) found: Snapshot,
}

impl Observation<'_> {
    /// What an implementation with this mistake would say; `None` if the mistake makes no difference here.
    fn predicted(&self, mistake: Mistake) -> Option<Snapshot> {
        let play = |mistake| model::play(self.rules, &self.before, self.pit, mistake);
        let right = play(None);
        if mistake == Mistake::NoRepetition {
            return self.is_repetition.then_some(right);
        }
        let predicted = play(Some(mistake));
        (!predicted.agrees_with(&right)).then_some(predicted)
    }

    fn is_explained_by(&self, mistake: Mistake) -> bool {
        self.predicted(mistake).is_some_and(|predicted| {
            // Who leaves the stones where they are may still count them.
            let only_boards = mistake == Mistake::AtsyrauStonesLeft && self.found.outcome.is_some();
            predicted.agrees_with(&match only_boards {
                true => Snapshot {
                    outcome: predicted.outcome,
                    ..self.found
                },
                false => self.found,
            })
        })
    }
}

/// All that was seen of an implementation.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// Mistakes that the implementation did not make where it could have.
    refuted: [bool; Mistake::ALL.len()],
    differences: Vec<Explained>,
}

/// A difference with the mistakes that explain it.
#[derive(Debug)]
struct Explained {
    by: Vec<Mistake>,
    difference: Difference,
}

impl Evidence {
    /// A move that the implementation played right.
    pub(super) fn add_agreement(&mut self, observation: &Observation<'_>) {
        for (mistake, refuted) in Mistake::ALL.iter().zip(&mut self.refuted) {
            *refuted = *refuted || observation.predicted(*mistake).is_some();
        }
    }

    /// A move that it played wrong.
    pub(super) fn add_difference(&mut self, observation: &Observation<'_>, difference: Difference) {
        let explained = |mistake: &Mistake| observation.is_explained_by(*mistake);
        let by = Mistake::ALL.into_iter().filter(explained).collect();
        self.differences.push(Explained { by, difference });
    }

    /// A board that was wrong before the first move.
    pub(super) fn add_wrong_start(&mut self, difference: Difference) {
        let by = Vec::new();
        self.differences.push(Explained { by, difference });
    }

    /// The kinds of differences. Of the mistakes that the implementation always makes, the one that explains most comes first;
    /// each next one explains most of what is left.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut left: Vec<&Explained> = self.differences.iter().collect();
        let mut findings = Vec::new();
        while let Some(mistake) = self.best_explanation(&left) {
            let (same, others) = divide(left, |difference| difference.by.contains(&mistake));
            findings.extend(finding(FindingKind::Mistake(mistake), &same));
            left = others;
        }
        while let Some(first) = left.first() {
            let kind = unexplained(&first.difference);
            let (same, others) = divide(left, |other| unexplained(&other.difference) == kind);
            findings.extend(finding(kind, &same));
            left = others;
        }
        findings
    }

    fn best_explanation(&self, differences: &[&Explained]) -> Option<Mistake> {
        let count = |mistake: Mistake| {
            let explained = differences.iter().filter(|other| other.by.contains(&mistake));
            explained.count()
        };
        let candidates = Mistake::ALL.into_iter().zip(self.refuted);
        candidates
            .filter(|&(mistake, refuted)| !refuted && count(mistake) > 0)
            .map(|(mistake, _)| mistake)
            // Of equals the last is taken, and the list has the simpler ones first.
            .rev()
            .max_by_key(|&mistake| count(mistake))
    }
}

/// Those for which something holds, and the others.
fn divide(
    differences: Vec<&Explained>,
    holds: impl Fn(&Explained) -> bool,
) -> (Vec<&Explained>, Vec<&Explained>) {
    differences.into_iter().partition(|&difference| holds(difference))
}

fn unexplained(difference: &Difference) -> FindingKind {
    FindingKind::Unexplained(match difference.pit {
        None => Aspect::Start,
        Some(_) => Aspect::of(&difference.expected, &difference.found),
    })
}

fn finding(kind: FindingKind, differences: &[&Explained]) -> Option<Finding> {
    let first = differences.first()?;
    Some(Finding {
        kind,
        count: differences.len(),
        first: first.difference.clone(),
    })
}
