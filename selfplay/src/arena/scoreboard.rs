use std::collections::{BTreeMap, HashMap};
use std::io;

use crate::arena::error::ArenaError;
use crate::arena::observer::MatchObserver;
use crate::arena::played_game::{PlayedGame, PlayedPair};
use crate::arena::settings::ArenaSettings;
use crate::arena::standing::MatchStanding;
use crate::statistics::Pentanomial;

/// The finished games of a match, and whether it is decided.
pub(crate) struct Scoreboard<'a> {
    settings: &'a ArenaSettings,
    /// Games whose pair lacks the other one, by pair.
    halves: HashMap<usize, PlayedGame>,
    pairs: BTreeMap<usize, PlayedPair>,
    standing: MatchStanding,
    /// The first pairs, without a gap.
    judged: Pentanomial,
    /// Pairs that count, once the match is decided.
    decided_after: Option<usize>,
}

impl<'a> Scoreboard<'a> {
    /// The scoreboard of a match of which some pairs are finished already.
    pub(crate) fn new(settings: &'a ArenaSettings, finished: Vec<PlayedPair>) -> Result<Self, ArenaError> {
        let mut board = Self {
            settings,
            halves: HashMap::new(),
            pairs: BTreeMap::new(),
            standing: MatchStanding::default(),
            judged: Pentanomial::default(),
            decided_after: None,
        };
        for pair in finished {
            let number = pair.number();
            if number >= settings.pairs || board.pairs.contains_key(&number) {
                return Err(ArenaError::ForeignPair {
                    pair: number,
                    pairs: settings.pairs,
                });
            }
            board.add_pair(pair);
        }
        Ok(board)
    }

    /// The pairs that are not finished, in order.
    pub(crate) fn missing_pairs(&self) -> Vec<usize> {
        (0..self.settings.pairs)
            .filter(|number| !self.pairs.contains_key(number))
            .collect()
    }

    /// Whether nothing more needs to be played.
    pub(crate) fn is_decided(&self) -> bool {
        self.decided_after.is_some()
    }

    /// Takes in a game, and tells the observer of a pair that it completes.
    pub(crate) fn add(&mut self, game: PlayedGame, observer: &dyn MatchObserver) -> io::Result<()> {
        let Some(other) = self.halves.remove(&game.pair) else {
            self.halves.insert(game.pair, game);
            return Ok(());
        };
        let pair = PlayedPair::new(other, game).expect("a lane plays both games of a pair once");
        let number = pair.number();
        self.add_pair(pair);
        observer.pair_finished(&self.pairs[&number], &self.standing)
    }

    /// The pairs that count, in order.
    pub(crate) fn into_pairs(self) -> Vec<PlayedPair> {
        let count = self.decided_after.unwrap_or(self.settings.pairs);
        self.pairs
            .into_values()
            .take_while(|pair| pair.number() < count)
            .collect()
    }

    fn add_pair(&mut self, pair: PlayedPair) {
        self.standing.add(&pair, &self.settings.stop);
        self.pairs.insert(pair.number(), pair);
        while self.decided_after.is_none() {
            let count = self.judged.pairs() as usize;
            let Some(next) = self.pairs.get(&count) else { break };
            self.judged.record(next.score());
            if self.settings.stop.is_decided(&self.judged) {
                self.decided_after = Some(count + 1);
            }
        }
    }
}
