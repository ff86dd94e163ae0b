//! What a collection of games is like.

use std::collections::BTreeMap;

use kumalak_env::record::{GameRecord, ReplayedGame};
use kumalak_env::{Ending, MAX_PITS, Outcome, Side};

use super::distribution::Distribution;

/// Results, in the order of the table.
pub(super) const OUTCOMES: [Outcome; 3] = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];

/// Games by their results: by [`OUTCOMES`], then those without one.
pub(super) type Results = [u64; OUTCOMES.len() + 1];

/// Counts over the games of a collection. Memory does not grow with their number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Collection {
    /// Games by their results.
    pub(super) results: Results,
    /// Games by [`Ending::ALL`], then those of which the ending is not known.
    pub(super) endings: [u64; Ending::ALL.len() + 1],
    /// Plies of each game.
    pub(super) plies: Distribution,
    /// Games by the first move, as score sheets write it, and their results.
    pub(super) first_moves: BTreeMap<String, Results>,
    /// Games by the number of tuzdiks that they saw.
    pub(super) tuzdiks: [u64; 3],
    /// Tuzdiks of White and of Black by their pit, counted by the pit's owner.
    pub(super) tuzdik_pits: [[u64; MAX_PITS]; 2],
    /// Ply at which White and Black made their tuzdik.
    pub(super) tuzdik_plies: [Distribution; 2],
    /// White's stones less Black's at the end of games that the board ended.
    pub(super) white_margins: Distribution,
    /// The winner's stones less the loser's at the end of these games.
    pub(super) margins: Distribution,
    /// Ratings of players, one for each game and player.
    pub(super) ratings: Distribution,
    /// Games between players of different rating that one of them won, and those of them that the higher rated one won.
    pub(super) rated_wins: [u64; 2],
}

impl Collection {
    /// Number of games.
    pub(super) fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Counts a game.
    pub(super) fn count(&mut self, record: &GameRecord, game: &ReplayedGame) {
        let result = result_index(game.outcome);
        self.results[result] += 1;
        let ending = Ending::ALL.iter().position(|&ending| Some(ending) == game.ending);
        self.endings[ending.unwrap_or(Ending::ALL.len())] += 1;
        self.plies.add(game.plies() as i64);
        if let Some(first) = record.moves.first() {
            let results = self.first_moves.entry(first.notation.to_string()).or_default();
            results[result] += 1;
        }
        self.count_tuzdiks(game);
        self.count_margin(game);
        self.count_ratings(record, game);
    }

    fn count_tuzdiks(&mut self, game: &ReplayedGame) {
        let board = &game.game;
        let mut made = 0;
        for side in Side::ALL {
            let Some(pit) = board.position().tuzdik(side) else {
                continue;
            };
            made += 1;
            self.tuzdik_pits[side.index()][pit.index()] += 1;
        }
        self.tuzdiks[made] += 1;
        let mut position = *board.start();
        for (index, &pit) in board.moves().iter().enumerate() {
            let sowing = position.play_unchecked(board.rules(), pit);
            if sowing.makes_tuzdik {
                self.tuzdik_plies[sowing.mover.index()].add(index as i64 + 1);
            }
        }
    }

    fn count_margin(&mut self, game: &ReplayedGame) {
        if game.game.status().ending().is_some() {
            let [white, black] = game.kazans().map(i64::from);
            self.white_margins.add(white - black);
            self.margins.add((white - black).abs());
        }
    }

    fn count_ratings(&mut self, record: &GameRecord, game: &ReplayedGame) {
        let ratings = Side::ALL.map(|side| record.rating(side));
        for rating in ratings.into_iter().flatten() {
            self.ratings.add(rating.into());
        }
        let winner = game.outcome.and_then(Outcome::winner);
        if let ([Some(white), Some(black)], Some(winner)) = (ratings, winner)
            && white != black
        {
            self.rated_wins[0] += 1;
            let higher = if white > black { Side::White } else { Side::Black };
            self.rated_wins[1] += u64::from(winner == higher);
        }
    }
}

/// Index of a result in [`Results`].
fn result_index(outcome: Option<Outcome>) -> usize {
    let index = OUTCOMES.iter().position(|&known| Some(known) == outcome);
    index.unwrap_or(OUTCOMES.len())
}
