use super::replay::ReplayProblem;
use super::{GameRecord, Tags};
use crate::game::Game;
use crate::number;
use crate::position::Position;
use crate::rules::Rules;
use crate::side::Side;

/// The tags of a record that the board can confirm.
pub(super) struct TagChecks<'a> {
    tags: &'a Tags,
    /// Ply, name and value of each `DiagramN`.
    diagrams: Vec<(usize, &'a str, &'a str)>,
}

impl<'a> TagChecks<'a> {
    pub(super) fn new(record: &'a GameRecord) -> Self {
        let diagrams = record.tags.iter().filter_map(|(name, value)| {
            let ply = number::parse(name.strip_prefix("Diagram")?)?;
            Some((ply, name, value))
        });
        Self {
            tags: &record.tags,
            diagrams: diagrams.collect(),
        }
    }

    /// Compares the diagrams printed after `ply` plies with the position.
    pub(super) fn check_diagrams(
        &self,
        rules: &Rules,
        ply: usize,
        position: &Position,
    ) -> Result<(), ReplayProblem> {
        for &(_, name, value) in self.diagrams.iter().filter(|&&(at, ..)| at == ply) {
            let problem = |expected| ReplayProblem::Tag {
                name: name.to_owned(),
                expected,
                found: value.to_owned(),
            };
            let printed = Position::from_diagram(rules, value, position.turn())
                .map_err(|error| problem(format!("a diagram ({error})")))?;
            if printed.board() != position.board() {
                return Err(problem(position.to_diagram_line(rules)));
            }
        }
        Ok(())
    }

    /// Compares what is said about the whole game with its last position.
    pub(super) fn check_end(&self, game: &Game) -> Result<(), ReplayProblem> {
        let plies = game.moves().len();
        if let Some(&(_, name, value)) = self.diagrams.iter().find(|&&(at, ..)| at > plies) {
            return Err(ReplayProblem::Tag {
                name: name.to_owned(),
                expected: format!("no diagram after the last ply, {plies}"),
                found: value.to_owned(),
            });
        }
        let [white, black] = Side::ALL.map(|side| game.position().kazan(side));
        self.check_value("Count", &format!("{white}-{black}"))?;
        self.check_value("Plies", &plies.to_string())
    }

    /// Compares the values of a tag, of which `?` stands for an unknown one.
    fn check_value(&self, name: &str, expected: &str) -> Result<(), ReplayProblem> {
        let wrong = self
            .tags
            .iter()
            .find(|&(other, value)| other == name && value != "?" && value != expected);
        match wrong {
            None => Ok(()),
            Some((name, found)) => Err(ReplayProblem::Tag {
                name: name.to_owned(),
                expected: expected.to_owned(),
                found: found.to_owned(),
            }),
        }
    }
}
