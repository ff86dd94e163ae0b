use super::{Implementation, ImplementationError, Mistake, Snapshot, model};
use crate::fen::Fen;
use crate::game::{Game, is_drawn_by_repetition};
use crate::outcome::Outcome;
use crate::pit::Pit;
use crate::position::Board;
use crate::rules::Rules;

/// An implementation that keeps the rules but for one mistake, to see what a check makes of it.
#[derive(Clone, Debug)]
pub struct MistakenImplementation {
    rules: Rules,
    mistake: Option<Mistake>,
    snapshot: Snapshot,
    earlier: Vec<Board>,
}

impl MistakenImplementation {
    /// The rules with a mistake; without one it keeps them all.
    pub fn new(rules: Rules, mistake: Option<Mistake>) -> Self {
        let snapshot = Snapshot::of(&Game::new(rules));
        Self {
            rules,
            mistake,
            snapshot,
            earlier: vec![snapshot.board],
        }
    }

    fn begin(&mut self, game: &Game) -> Snapshot {
        self.snapshot = Snapshot::of(game);
        self.earlier = vec![self.snapshot.board];
        self.snapshot
    }
}

impl Implementation for MistakenImplementation {
    fn start(&mut self) -> Result<Snapshot, ImplementationError> {
        Ok(self.begin(&Game::new(self.rules)))
    }

    fn set_position(&mut self, position: &Fen) -> Result<Option<Snapshot>, ImplementationError> {
        Ok(Some(
            self.begin(&Game::from_position(self.rules, position.position)),
        ))
    }

    fn play(&mut self, pit: Pit) -> Result<Snapshot, ImplementationError> {
        let mut after = model::play(&self.rules, &self.snapshot.board, pit, self.mistake);
        self.earlier.push(after.board);
        let occurrences = self.earlier.iter().filter(|&&board| board == after.board).count();
        let is_drawn = is_drawn_by_repetition(&self.rules, occurrences as u32);
        if after.outcome.is_none() && is_drawn && self.mistake != Some(Mistake::NoRepetition) {
            after.outcome = Some(Outcome::Draw);
        }
        self.snapshot = after;
        Ok(after)
    }
}
