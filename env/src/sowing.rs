use thiserror::Error;

use crate::notation::MoveNotation;
use crate::pit::{MAX_PITS, Pit};
use crate::position::{NO_TUZDIK, Position, may_become_tuzdik, ring_index};
use crate::row::Row;
use crate::rules::{FirstStone, Rules, TuzdikRule};
use crate::side::Side;

/// What one move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sowing {
    /// The side that moved.
    pub mover: Side,
    /// The pit that was played.
    pub origin: Pit,
    /// The side on which the last stone fell.
    pub last_side: Side,
    /// The pit in which the last stone fell.
    pub last_pit: Pit,
    /// Stones captured from the last pit as an even number; 0 if there was no capture.
    pub captured: u8,
    /// Whether the last pit became the mover's tuzdik, which wins its three stones.
    pub makes_tuzdik: bool,
    /// Stones that fell in the mover's tuzdik.
    pub into_own_tuzdik: u8,
    /// Stones that fell in the opponent's tuzdik.
    pub into_opponent_tuzdik: u8,
}

impl Sowing {
    /// Stones that the mover won by this move: capture, new tuzdik and stones in the own tuzdik. What he takes when the
    /// opponent is then stuck (atsyrau) does not count.
    pub const fn stones_won(&self) -> u8 {
        self.captured + self.into_own_tuzdik + if self.makes_tuzdik { 3 } else { 0 }
    }

    /// The move as score sheets write it: pit of origin, pit of the last stone, `X` for a new tuzdik.
    pub const fn notation(&self) -> MoveNotation {
        MoveNotation {
            origin: self.origin,
            last: self.last_pit,
            makes_tuzdik: self.makes_tuzdik,
        }
    }
}

/// Why a pit cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over, pit {0} cannot be played")]
    GameOver(Pit),
    /// The pit holds nothing.
    #[error("pit {pit} of {side} is empty")]
    EmptyPit {
        /// The side to move.
        side: Side,
        /// The pit.
        pit: Pit,
    },
    /// The board is narrower.
    #[error("{side} has no pit {pit} on this board")]
    NoSuchPit {
        /// The side to move.
        side: Side,
        /// The pit.
        pit: Pit,
    },
    /// Giveaway: another move wins stones, this one does not.
    #[error("pit {pit} of {side} wins nothing, and a move that wins stones is compulsory")]
    MustWinStones {
        /// The side to move.
        side: Side,
        /// The pit.
        pit: Pit,
    },
}

/// What falls where when up to one lap of stones is sown on a board of `pits` pits a side:
/// `FALLS[pits][first][stones]`, for the row of the mover and of the opponent. `first` counts the pit of the first stone
/// from the mover's first pit, along the ring on which the rows follow each other without a gap.
static FALLS: [[[[Row; 2]; 2 * MAX_PITS + 1]; MAX_PITS + 1]; MAX_PITS + 1] = {
    let mut falls = [[[[Row::EMPTY; 2]; 2 * MAX_PITS + 1]; MAX_PITS + 1]; MAX_PITS + 1];
    let mut pits = 2;
    while pits <= MAX_PITS {
        let mut first = 0;
        while first <= pits {
            let mut stones = 1;
            while stones <= 2 * pits {
                let step = wrap(first + stones - 1, pits);
                let mut rows = falls[pits][first][stones - 1];
                rows[step / pits] = rows[step / pits].with(step % pits, 1);
                falls[pits][first][stones] = rows;
                stones += 1;
            }
            first += 1;
        }
        pits += 1;
    }
    falls
};

/// Steps along the ring, less a lap if they are more than one.
#[inline]
const fn wrap(steps: usize, pits: usize) -> usize {
    if steps < 2 * pits { steps } else { steps - 2 * pits }
}

/// The two rows during a move, and where its last stone fell.
struct Sown {
    own: Row,
    opponents: Row,
    /// Steps from the mover's first pit: the opponent's row begins at the width of the board.
    last: usize,
}

impl Position {
    /// Plays a pit.
    ///
    /// # Panics
    /// If the move is illegal; [`try_play`](Self::try_play) returns an error instead.
    pub fn play(&mut self, rules: &Rules, pit: Pit) -> Sowing {
        self.try_play(rules, pit)
            .unwrap_or_else(|illegal| panic!("illegal move: {illegal}"))
    }

    /// Plays a pit if it is legal.
    ///
    /// # Errors
    /// If the move is illegal; the position is then unchanged.
    pub fn try_play(&mut self, rules: &Rules, pit: Pit) -> Result<Sowing, IllegalMove> {
        self.check_legal(rules, pit)?;
        Ok(self.play_unchecked(rules, pit))
    }

    /// Whether a pit may be played, and if not, why.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn check_legal(&self, rules: &Rules, pit: Pit) -> Result<(), IllegalMove> {
        let side = self.turn;
        if self.legal_moves(rules).contains(pit) {
            Ok(())
        } else if self.is_over() {
            Err(IllegalMove::GameOver(pit))
        } else if pit.index() >= rules.pits() {
            Err(IllegalMove::NoSuchPit { side, pit })
        } else if self.stones(side, pit) == 0 {
            Err(IllegalMove::EmptyPit { side, pit })
        } else {
            Err(IllegalMove::MustWinStones { side, pit })
        }
    }

    /// Plays a pit without checking that it is legal. An illegal move leaves an unspecified position, and may panic.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Rules, pit: Pit) -> Sowing {
        let mover = self.turn;
        let mut sown = self.sow(rules, pit);
        let [into_own_tuzdik, into_opponent_tuzdik] = self.empty_tuzdiks(&mut sown);
        let (captured, makes_tuzdik) = self.capture(rules, &mut sown);
        sown.own.store(&mut self.ring, mover);
        sown.opponents.store(&mut self.ring, !mover);
        self.turn = !mover;
        self.settle(rules);
        let (last_side, last_pit) = if sown.last < rules.pits() {
            (mover, sown.last)
        } else {
            (!mover, sown.last - rules.pits())
        };
        Sowing {
            mover,
            origin: pit,
            last_side,
            last_pit: Pit::ALL[last_pit],
            captured,
            makes_tuzdik,
            into_own_tuzdik,
            into_opponent_tuzdik,
        }
    }

    /// How many legal moves the opponent has after a pit is played, where every filled pit is legal. It leaves out all that
    /// only the position after the move needs, which makes counting a fifth faster.
    #[inline(always)]
    pub(crate) fn count_replies(&self, rules: &Rules, pit: Pit) -> usize {
        let mut after = *self;
        let mut sown = after.sow(rules, pit);
        after.empty_tuzdiks(&mut sown);
        after.capture(rules, &mut sown);
        if after.has_majority(rules) {
            0
        } else {
            sown.opponents.filled().len()
        }
    }

    /// Sows the stones of a pit into the pits alone.
    #[inline(always)]
    fn sow(&self, rules: &Rules, origin: Pit) -> Sown {
        let pits = rules.pits();
        let mut own = Row::load(&self.ring, self.turn);
        let mut opponents = Row::load(&self.ring, !self.turn);
        let stones = own.stones(origin.index());
        let stays = stones > 1 && rules.first_stone() == FirstStone::PitOfOrigin;
        let first = origin.index() + usize::from(!stays);
        let falls = &FALLS[pits][first];
        own = own.without(origin.index());
        let mut rest = stones as usize;
        while rest > 2 * pits {
            rest -= 2 * pits;
            own = own.plus(&falls[2 * pits][0]);
            opponents = opponents.plus(&falls[2 * pits][1]);
        }
        Sown {
            own: own.plus(&falls[rest][0]),
            opponents: opponents.plus(&falls[rest][1]),
            last: wrap(first + rest - 1, pits),
        }
    }

    /// Moves stones that fell in tuzdiks to their owners' kazans; returns those of the mover's and of the opponent's.
    #[inline(always)]
    fn empty_tuzdiks(&mut self, sown: &mut Sown) -> [u8; 2] {
        if self.has_tuzdik() {
            let mover = self.turn;
            let own = self.empty_tuzdik(mover, &mut sown.opponents);
            [own, self.empty_tuzdik(!mover, &mut sown.own)]
        } else {
            [0; 2]
        }
    }

    /// Moves what fell in the owner's tuzdik from this row to his kazan; returns how much it was.
    #[inline(always)]
    fn empty_tuzdik(&mut self, owner: Side, row: &mut Row) -> u8 {
        let index = self.tuzdiks[owner.index()];
        if index == NO_TUZDIK {
            return 0;
        }
        let pit = index as usize - owner.opponent().index() * MAX_PITS;
        let fallen = row.stones(pit);
        *row = row.without(pit);
        self.kazans[owner.index()] += fallen;
        fallen
    }

    /// Takes what the last stone wins: an even number, or the three stones of a new tuzdik. A tuzdik has just been
    /// emptied, so that it holds neither.
    #[inline(always)]
    fn capture(&mut self, rules: &Rules, sown: &mut Sown) -> (u8, bool) {
        let mover = self.turn;
        // On the mover's own side this wraps to a number that no pit has.
        let pit = sown.last.wrapping_sub(rules.pits()).min(MAX_PITS);
        let stones = sown.opponents.stones(pit);
        let makes_tuzdik = stones == 3
            && pit < MAX_PITS
            && self.tuzdiks[mover.index()] == NO_TUZDIK
            && rules.tuzdik() == TuzdikRule::Compulsory
            && may_become_tuzdik(rules, !mover, pit, self.tuzdiks[mover.opponent().index()]);
        if makes_tuzdik {
            self.tuzdiks[mover.index()] = ring_index(!mover, Pit::ALL[pit]) as u8;
        }
        // Whether stones are won is a coin toss to a branch predictor, so that there is no branch.
        let wins = pit < MAX_PITS && (stones.is_multiple_of(2) || makes_tuzdik);
        let won = if wins { stones } else { 0 };
        sown.opponents = sown.opponents.without(if wins { pit } else { MAX_PITS });
        self.kazans[mover.index()] += won;
        (if makes_tuzdik { 0 } else { won }, makes_tuzdik)
    }
}
