//! A literal player of moves that can be told to make a mistake. It exists to recognise the mistakes of others.

use super::{Mistake, Snapshot};
use crate::outcome::Outcome;
use crate::pit::Pit;
use crate::position::Board;
use crate::rules::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, Rules, SameNumberTuzdik, TuzdikRule,
};
use crate::side::Side;

/// The board after a move that keeps the rules but for `mistake`. It knows nothing of repetitions.
pub(super) fn play(rules: &Rules, before: &Board, pit: Pit, mistake: Option<Mistake>) -> Snapshot {
    let mut table = Table {
        rules,
        mistake,
        mover: before.turn,
        board: *before,
    };
    let (side, last) = table.sow(pit);
    table.take_last_pit(side, last);
    table.board.turn = !table.mover;
    let outcome = table.end();
    Snapshot {
        board: table.board,
        outcome,
    }
}

/// A board during a move.
struct Table<'a> {
    rules: &'a Rules,
    mistake: Option<Mistake>,
    mover: Side,
    board: Board,
}

impl Table<'_> {
    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn stones(&mut self, side: Side, pit: Pit) -> &mut u8 {
        &mut self.board.pits[side.index()][pit.index()]
    }

    /// Adds to a kazan. Mistaken games can hold more stones than a board has.
    fn win(&mut self, side: Side, stones: u8) {
        let kazan = &mut self.board.kazans[side.index()];
        *kazan = kazan.saturating_add(stones);
    }

    /// Whether a pit of `side` is the other side's tuzdik.
    fn is_tuzdik(&self, side: Side, pit: Pit) -> bool {
        self.board.tuzdiks[(!side).index()] == Some(pit)
    }

    /// Sows and returns the pit of the last stone.
    fn sow(&mut self, origin: Pit) -> (Side, Pit) {
        let mover = self.mover;
        let mut hand = std::mem::take(self.stones(mover, origin));
        let keeps_one = self.rules.first_stone() == FirstStone::PitOfOrigin;
        if hand > 1 && keeps_one && !self.makes(Mistake::FirstStoneNextPit) {
            *self.stones(mover, origin) = 1;
            hand -= 1;
        }
        let (mut side, mut pit) = (mover, origin);
        while hand > 0 {
            (side, pit) = self.next(side, pit);
            let is_tuzdik = self.is_tuzdik(side, pit);
            let is_left_out = self.makes(Mistake::OriginSkipped) && (side, pit) == (mover, origin)
                || self.makes(Mistake::TuzdikSkipped) && is_tuzdik;
            if is_left_out {
                continue;
            }
            hand -= 1;
            if !is_tuzdik || self.makes(Mistake::TuzdikKeepsStones) {
                let stones = self.stones(side, pit);
                *stones = stones.saturating_add(1);
            } else if self.makes(Mistake::TuzdikFeedsMover) {
                self.win(mover, 1);
            } else {
                self.win(!side, 1);
            }
        }
        (side, pit)
    }

    fn next(&self, side: Side, pit: Pit) -> (Side, Pit) {
        let pits = self.rules.pits();
        let (side, number) = match (self.makes(Mistake::Clockwise), pit.number()) {
            (true, 1) => (!side, pits),
            (true, number) => (side, number - 1),
            (false, number) if number == pits => (!side, 1),
            (false, number) => (side, number + 1),
        };
        (side, Pit::from_number(number).expect("the board has this pit"))
    }

    fn take_last_pit(&mut self, side: Side, pit: Pit) {
        let mover = self.mover;
        if self.is_tuzdik(side, pit) {
            return;
        }
        let stones = *self.stones(side, pit);
        let may_capture = match side == mover {
            true => self.makes(Mistake::CaptureOnOwnSide),
            false => !self.makes(Mistake::NoCapture),
        };
        if stones.is_multiple_of(2) {
            if may_capture {
                *self.stones(side, pit) = 0;
                self.win(mover, stones);
            }
        } else if stones == 3 && side != mover && self.allows_tuzdik(pit) {
            self.board.tuzdiks[mover.index()] = Some(pit);
            if !self.makes(Mistake::TuzdikStonesStay) {
                *self.stones(side, pit) = 0;
                self.win(mover, 3);
            }
        }
    }

    fn allows_tuzdik(&self, pit: Pit) -> bool {
        let rules = self.rules;
        let [own, others] = [self.mover, !self.mover].map(|side| self.board.tuzdiks[side.index()]);
        let barred = match rules.same_number_tuzdik() {
            _ if self.makes(Mistake::SameNumberTuzdik) => SameNumberTuzdik::Allowed,
            _ if self.makes(Mistake::OppositeBarred) => SameNumberTuzdik::OppositeForbidden,
            rule => rule,
        };
        let is_barred = others.is_some_and(|other| match barred {
            SameNumberTuzdik::Forbidden => other == pit,
            SameNumberTuzdik::Allowed => false,
            SameNumberTuzdik::OppositeForbidden => other.number() + pit.number() == rules.pits() + 1,
        });
        let last_allowed =
            rules.last_pit_tuzdik() == LastPitTuzdik::Allowed || self.makes(Mistake::LastPitTuzdik);
        rules.tuzdik() == TuzdikRule::Compulsory
            && !self.makes(Mistake::NoTuzdik)
            && (own.is_none() || self.makes(Mistake::SecondTuzdik))
            && (last_allowed || pit.number() != rules.pits())
            && !is_barred
    }

    /// Ends the game if it is over, and returns its result.
    fn end(&mut self) -> Option<Outcome> {
        if self.has_majority() {
            return Some(self.outcome_by_kazans());
        }
        let mover = self.mover;
        if self.makes(Mistake::OwnEmptySideEnds) && self.is_empty(mover) && !self.is_empty(!mover) {
            self.sweep(!mover, !mover);
            return Some(self.outcome_by_kazans());
        }
        if !self.is_empty(!mover) || self.makes(Mistake::AtsyrauIgnored) {
            return None;
        }
        let winner = if self.makes(Mistake::AtsyrauToStuckPlayer) {
            !mover
        } else {
            mover
        };
        if !self.makes(Mistake::AtsyrauStonesLeft) {
            self.sweep(mover, winner);
        }
        let stuck_player_loses = self.rules.atsyrau() == AtsyrauRule::StuckPlayerLoses;
        if stuck_player_loses || self.makes(Mistake::AtsyrauStuckPlayerLoses) {
            return Some(Outcome::win_of(mover));
        }
        Some(self.outcome_by_kazans())
    }

    fn has_majority(&self) -> bool {
        if self.rules.majority() == MajorityRule::PlayToTheEnd || self.makes(Mistake::NoMajority) {
            return false;
        }
        let least = self.rules.half() + usize::from(!self.makes(Mistake::MajorityAtHalf));
        let reaches = |side: Side| usize::from(self.board.kazans[side.index()]) >= least;
        reaches(self.mover) || reaches(!self.mover) && !self.makes(Mistake::MajorityOfMoverOnly)
    }

    fn is_empty(&self, side: Side) -> bool {
        self.board.pits[side.index()].iter().all(|&stones| stones == 0)
    }

    /// Moves all stones of `side` to a kazan.
    fn sweep(&mut self, side: Side, winner: Side) {
        for stones in std::mem::take(&mut self.board.pits[side.index()]) {
            self.win(winner, stones);
        }
    }

    fn outcome_by_kazans(&self) -> Outcome {
        let [white, black] = self.board.kazans;
        if white == black {
            return Outcome::Draw;
        }
        let more = if white > black { Side::White } else { Side::Black };
        Outcome::win_of(match self.rules.goal() {
            Goal::MostStones => more,
            Goal::Giveaway => !more,
        })
    }
}
