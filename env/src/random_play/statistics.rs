use std::ops::Range;

use super::tally::{PlyTally, Tally};
use crate::outcome::{Ending, Outcome};
use crate::side::Side;
use crate::vec_env::FinishedGame;

/// The first plies of the phases in which legal moves are counted, from 0; the last phase has no end.
pub(super) const PHASES: [u32; 3] = [0, 20, 60];

/// Legal moves and plies of one game, in each of the [`PHASES`].
#[derive(Clone, Copy, Default)]
pub(super) struct LegalMoves {
    pub(super) moves: [u32; PHASES.len()],
    pub(super) plies: [u32; PHASES.len()],
}

/// What uniformly random games from the start are like.
///
/// Shares are tallies of 100 and 0, so that their means are percentages. Truncated games count for `plies`, the
/// tuzdiks and the legal moves, and for nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RandomPlayStatistics {
    /// Games that White won, in percent.
    pub white_wins: Tally,
    /// Draws, in percent.
    pub draws: Tally,
    /// Games that Black won, in percent.
    pub black_wins: Tally,
    /// Games that ended because the side to move had no stone, in percent.
    pub atsyrau: Tally,
    /// Plies of a game.
    pub plies: Tally,
    /// Games at whose end both sides had a tuzdik, in percent.
    pub both_tuzdiks: Tally,
    /// Games at whose end White alone had one, in percent.
    pub only_white_tuzdik: Tally,
    /// Games at whose end Black alone had one, in percent.
    pub only_black_tuzdik: Tally,
    /// Games at whose end nobody had one, in percent.
    pub no_tuzdik: Tally,
    /// Stones of the winner of a decided game, in his kazan.
    pub winner_kazan: Tally,
    /// Stones of the loser of a decided game, in his kazan.
    pub loser_kazan: Tally,
    legal_moves: [PlyTally; 4],
    lengths: Vec<u64>,
}

impl RandomPlayStatistics {
    pub(super) fn add(&mut self, game: &FinishedGame, legal: &LegalMoves) {
        let share = |tally: &mut Tally, holds: bool| tally.add(if holds { 100 } else { 0 });
        if let Some(outcome) = game.status.outcome() {
            share(&mut self.white_wins, outcome == Outcome::WhiteWins);
            share(&mut self.draws, outcome == Outcome::Draw);
            share(&mut self.black_wins, outcome == Outcome::BlackWins);
            share(&mut self.atsyrau, game.status.ending() == Some(Ending::Atsyrau));
            if let Some(winner) = outcome.winner() {
                self.winner_kazan.add(game.position.kazan(winner).into());
                self.loser_kazan.add(game.position.kazan(!winner).into());
            }
        }
        let tuzdiks = Side::ALL.map(|side| game.position.tuzdik(side).is_some());
        share(&mut self.both_tuzdiks, tuzdiks == [true, true]);
        share(&mut self.only_white_tuzdik, tuzdiks == [true, false]);
        share(&mut self.only_black_tuzdik, tuzdiks == [false, true]);
        share(&mut self.no_tuzdik, tuzdiks == [false, false]);
        self.plies.add(game.plies.into());
        self.add_length(game.plies as usize, 1);
        self.add_legal_moves(legal);
    }

    fn add_legal_moves(&mut self, legal: &LegalMoves) {
        let sum = |counts: &[u32]| counts.iter().map(|&count| u64::from(count)).sum();
        self.legal_moves[0].add(sum(&legal.moves), sum(&legal.plies));
        for (phase, tally) in self.legal_moves[1..].iter_mut().enumerate() {
            tally.add(legal.moves[phase].into(), legal.plies[phase].into());
        }
    }

    fn add_length(&mut self, plies: usize, games: u64) {
        if self.lengths.len() <= plies {
            self.lengths.resize(plies + 1, 0);
        }
        self.lengths[plies] += games;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (tally, more) in self.tallies_mut().into_iter().zip(other.tallies()) {
            tally.merge(more);
        }
        for (tally, more) in self.legal_moves.iter_mut().zip(&other.legal_moves) {
            tally.merge(more);
        }
        for (plies, &games) in other.lengths.iter().enumerate() {
            self.add_length(plies, games);
        }
    }

    fn tallies(&self) -> [&Tally; 11] {
        [
            &self.white_wins,
            &self.draws,
            &self.black_wins,
            &self.atsyrau,
            &self.plies,
            &self.both_tuzdiks,
            &self.only_white_tuzdik,
            &self.only_black_tuzdik,
            &self.no_tuzdik,
            &self.winner_kazan,
            &self.loser_kazan,
        ]
    }

    fn tallies_mut(&mut self) -> [&mut Tally; 11] {
        [
            &mut self.white_wins,
            &mut self.draws,
            &mut self.black_wins,
            &mut self.atsyrau,
            &mut self.plies,
            &mut self.both_tuzdiks,
            &mut self.only_white_tuzdik,
            &mut self.only_black_tuzdik,
            &mut self.no_tuzdik,
            &mut self.winner_kazan,
            &mut self.loser_kazan,
        ]
    }

    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.plies.count()
    }

    /// Legal moves at each ply.
    pub const fn legal_moves(&self) -> &PlyTally {
        &self.legal_moves[0]
    }

    /// Legal moves at plies 1 to 20, at plies 21 to 60, and from ply 61 on.
    pub fn legal_moves_by_phase(&self) -> [&PlyTally; PHASES.len()] {
        let [_, early, middle, late] = &self.legal_moves;
        [early, middle, late]
    }

    /// Plies of the shortest and of the longest game; empty without any.
    pub fn lengths(&self) -> Range<usize> {
        let shortest = self.lengths.iter().position(|&games| games > 0);
        shortest.unwrap_or(0)..self.lengths.len()
    }

    /// The least number of plies that half of the games do not exceed.
    pub fn median_plies(&self) -> usize {
        let mut games = 0;
        let reaches_half = |&count: &u64| {
            games += count;
            2 * games >= self.games()
        };
        self.lengths.iter().position(reaches_half).unwrap_or(0)
    }
}
