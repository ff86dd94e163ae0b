use thiserror::Error;

use crate::notation::MoveNotation;
use crate::pit::{MAX_PITS, Pit};
use crate::position::{NO_TUZDIK, Position, may_become_tuzdik, ring_index};
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

/// The most pits that a ring can have.
const MAX_RING: usize = 2 * MAX_PITS;

/// `FALLS[pits][first][stones]`: which pits get a stone when up to one lap of stones falls on a board of `pits` pits a side.
/// `first` counts the pit of the first stone along the ring, on which the rows follow each other without a gap.
///
/// A row of the table is added by a vector instruction, which makes random moves 1.17 times as fast as a loop over stones.
static FALLS: [[[[u8; MAX_RING]; MAX_RING + 1]; MAX_RING + 1]; MAX_PITS + 1] = {
    let mut falls = [[[[0; MAX_RING]; MAX_RING + 1]; MAX_RING + 1]; MAX_PITS + 1];
    let mut pits = 2;
    while pits <= MAX_PITS {
        let mut first = 0;
        while first <= 2 * pits {
            let mut stones = 1;
            while stones <= 2 * pits {
                falls[pits][first][stones] = falls[pits][first][stones - 1];
                falls[pits][first][stones][after_steps(first + stones - 1, pits)] = 1;
                stones += 1;
            }
            first += 1;
        }
        pits += 1;
    }
    falls
};

/// Ring index of the pit at this many steps from White's first pit, less than two laps.
#[inline]
const fn after_steps(steps: usize, pits: usize) -> usize {
    let steps = if steps < 2 * pits { steps } else { steps - 2 * pits };
    if steps < pits {
        steps
    } else {
        steps - pits + MAX_PITS
    }
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
        let last = self.sow(rules, ring_index(mover, pit));
        let [into_own_tuzdik, into_opponent_tuzdik] = self.empty_tuzdiks(mover);
        let (captured, makes_tuzdik) = self.capture(rules, mover, last);
        self.turn = !mover;
        self.settle(rules);
        let (last_side, last_pit) = if last < MAX_PITS {
            (Side::White, last)
        } else {
            (Side::Black, last - MAX_PITS)
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

    /// Sows the stones of a pit into the pits alone and returns the ring index of the last one.
    #[inline]
    fn sow(&mut self, rules: &Rules, origin: usize) -> usize {
        let pits = rules.pits();
        let stones = self.ring[origin];
        let stays = stones > 1 && rules.first_stone() == FirstStone::PitOfOrigin;
        let steps = if origin < MAX_PITS {
            origin
        } else {
            origin - MAX_PITS + pits
        };
        let first = steps + usize::from(!stays);
        let mut rest = stones as usize;
        while rest > 2 * pits {
            rest -= 2 * pits;
            self.add(&FALLS[pits][first][2 * pits]);
        }
        self.add(&FALLS[pits][first][rest]);
        // Later than the stones fall, since a byte written before would delay the addition.
        self.ring[origin] = self.ring[origin].wrapping_sub(stones);
        after_steps(first + rest - 1, pits)
    }

    #[inline]
    fn add(&mut self, falls: &[u8; MAX_RING]) {
        for (pit, &fallen) in self.ring.iter_mut().zip(falls) {
            *pit = pit.wrapping_add(fallen);
        }
    }

    /// Moves stones that fell in tuzdiks to their owners' kazans; returns those of the mover's and of the opponent's.
    #[inline]
    fn empty_tuzdiks(&mut self, mover: Side) -> [u8; 2] {
        [mover, !mover].map(|owner| match self.tuzdiks[owner.index()] {
            NO_TUZDIK => 0,
            index => {
                let fallen = std::mem::take(&mut self.ring[index as usize]);
                self.kazans[owner.index()] += fallen;
                fallen
            }
        })
    }

    /// Takes what the last stone wins: an even number, or the three stones of a new tuzdik. A tuzdik has just been
    /// emptied, so that it holds neither.
    #[inline]
    fn capture(&mut self, rules: &Rules, mover: Side, last: usize) -> (u8, bool) {
        let opponent_row = mover.opponent().index() * MAX_PITS;
        let pit = last.wrapping_sub(opponent_row);
        let stones = self.ring[last];
        if pit >= MAX_PITS || stones == 0 {
            return (0, false);
        }
        if stones.is_multiple_of(2) {
            self.ring[last] = 0;
            self.kazans[mover.index()] += stones;
            return (stones, false);
        }
        let makes_tuzdik = stones == 3
            && self.tuzdiks[mover.index()] == NO_TUZDIK
            && rules.tuzdik() == TuzdikRule::Compulsory
            && may_become_tuzdik(rules, !mover, pit, self.tuzdiks[mover.opponent().index()]);
        if makes_tuzdik {
            self.ring[last] = 0;
            self.kazans[mover.index()] += 3;
            self.tuzdiks[mover.index()] = last as u8;
        }
        (0, makes_tuzdik)
    }
}
