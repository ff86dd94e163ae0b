use thiserror::Error;

use crate::outcome::{Ending, Outcome};
use crate::pit::{MAX_PITS, Pit, PitSet};
use crate::row::Row;
use crate::rules::{AtsyrauRule, Goal, LastPitTuzdik, MajorityRule, Rules, SameNumberTuzdik, TuzdikRule};
use crate::side::Side;

/// Marks a side without a tuzdik.
pub(crate) const NO_TUZDIK: u8 = u8::MAX;

/// Everything on the board and whose turn it is: a small value without history.
///
/// A position does not hold the rule set that it is played under, so methods that need it take it. What depends on the
/// game so far (repetition, resignation) belongs to [`Game`](crate::Game).
///
/// A finished position has no legal move; after atsyrau the remaining stones already lie in their owner's kazan.
///
/// ```
/// use kumalak_env::{Pit, Position, Rules, Side};
///
/// let rules = Rules::STANDARD;
/// let mut position = Position::start(&rules);
/// let sowing = position.play(&rules, Pit::from_number(7).unwrap());
/// assert_eq!(sowing.notation().to_string(), "76");
/// assert_eq!(position.kazan(Side::White), 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's pits 1..9, then Black's pits 1..9, in the order of sowing.
    pub(crate) ring: [u8; 2 * MAX_PITS],
    pub(crate) kazans: [u8; 2],
    /// For each side the ring index of its tuzdik, or [`NO_TUZDIK`].
    pub(crate) tuzdiks: [u8; 2],
    pub(crate) turn: Side,
    pub(crate) ending: Option<BoardEnding>,
}

/// The two endings that a board shows by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BoardEnding {
    Majority,
    Atsyrau,
}

/// The contents of a board, for building a [`Position`] from outside. Unused pits of a small board hold 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Stones in the pits of White and of Black, each from its owner's left: `[2, 9]`.
    pub pits: [[u8; MAX_PITS]; 2],
    /// Stones won by White and by Black.
    pub kazans: [u8; 2],
    /// White's tuzdik, a pit of Black's side, and Black's tuzdik, a pit of White's side.
    pub tuzdiks: [Option<Pit>; 2],
    /// The side to move.
    pub turn: Side,
}

/// Why a board is not a position of the rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// Stones were lost or added.
    #[error("pits and kazans must hold {expected} stones together, got {found}")]
    StoneCount {
        /// Stones of the rule set.
        expected: usize,
        /// Stones on the board.
        found: usize,
    },
    /// A pit that the board does not have holds stones or is a tuzdik.
    #[error("{side} has no pit {pit}: the board has {pits} pits a side")]
    NoSuchPit {
        /// Owner of the row.
        side: Side,
        /// The pit.
        pit: Pit,
        /// Pits a side.
        pits: usize,
    },
    /// A tuzdik holds stones.
    #[error("pit {pit} of {side} is a tuzdik and must be empty, but holds {stones}")]
    StonesInTuzdik {
        /// Owner of the row.
        side: Side,
        /// The pit.
        pit: Pit,
        /// Stones in it.
        stones: u8,
    },
    /// A tuzdik that the rules do not allow.
    #[error("pit {pit} of {side} cannot be a tuzdik under these rules")]
    ForbiddenTuzdik {
        /// Owner of the row.
        side: Side,
        /// The pit.
        pit: Pit,
    },
}

/// Ring index of a pit.
#[inline]
pub(crate) const fn ring_index(side: Side, pit: Pit) -> usize {
    side.index() * MAX_PITS + pit.index()
}

/// Whether a pit may become the tuzdik of `owner`'s opponent, given the ring index of `owner`'s own tuzdik.
#[inline]
pub(crate) fn may_become_tuzdik(rules: &Rules, owner: Side, pit: usize, tuzdik_of_owner: u8) -> bool {
    let last = rules.pits() - 1;
    if pit == last && rules.last_pit_tuzdik() == LastPitTuzdik::Forbidden {
        return false;
    }
    if tuzdik_of_owner == NO_TUZDIK {
        return true;
    }
    let other = tuzdik_of_owner as usize - owner.opponent().index() * MAX_PITS;
    match rules.same_number_tuzdik() {
        SameNumberTuzdik::Allowed => true,
        SameNumberTuzdik::Forbidden => pit != other,
        SameNumberTuzdik::OppositeForbidden => pit != last - other,
    }
}

impl Position {
    /// The start of the game: every pit full, White to move.
    pub fn start(rules: &Rules) -> Self {
        let mut ring = [0; 2 * MAX_PITS];
        for row in ring.chunks_exact_mut(MAX_PITS) {
            row[..rules.pits()].fill(rules.stones() as u8);
        }
        Self {
            ring,
            kazans: [0; 2],
            tuzdiks: [NO_TUZDIK; 2],
            turn: Side::White,
            ending: None,
        }
    }

    /// The position with these contents. If it is finished, it is settled as after a move: a kazan above half ends it,
    /// and the stones that an empty side to move leaves over go to the other kazan. An empty board counts as atsyrau.
    ///
    /// # Errors
    /// If the board cannot stand under `rules`.
    pub fn from_board(rules: &Rules, board: &Board) -> Result<Self, BoardError> {
        check_board(rules, board)?;
        let mut ring = [0; 2 * MAX_PITS];
        ring[..MAX_PITS].copy_from_slice(&board.pits[0]);
        ring[MAX_PITS..].copy_from_slice(&board.pits[1]);
        let tuzdik =
            |side: Side| board.tuzdiks[side.index()].map_or(NO_TUZDIK, |pit| ring_index(!side, pit) as u8);
        let mut position = Self {
            ring,
            kazans: board.kazans,
            tuzdiks: [tuzdik(Side::White), tuzdik(Side::Black)],
            turn: board.turn,
            ending: None,
        };
        if ring == [0; 2 * MAX_PITS] {
            position.ending = Some(BoardEnding::Atsyrau);
        } else {
            position.settle(rules);
        }
        Ok(position)
    }

    /// The contents of the board.
    pub fn board(&self) -> Board {
        Board {
            pits: Side::ALL.map(|side| *self.pits(side)),
            kazans: self.kazans,
            tuzdiks: Side::ALL.map(|side| self.tuzdik(side)),
            turn: self.turn,
        }
    }

    /// The side to move; in a finished position the side that would have been.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Stones in a side's pits, from its owner's left: `[9]`, 0 beyond the board's width.
    #[inline]
    pub fn pits(&self, side: Side) -> &[u8; MAX_PITS] {
        let (white, black) = self.ring.split_at(MAX_PITS);
        match side {
            Side::White => white,
            Side::Black => black,
        }
        .try_into()
        .expect("a row has nine pits")
    }

    /// Stones in one pit.
    #[inline]
    pub const fn stones(&self, side: Side, pit: Pit) -> u8 {
        self.ring[ring_index(side, pit)]
    }

    /// Stones that a side has won.
    #[inline]
    pub const fn kazan(&self, side: Side) -> u8 {
        self.kazans[side.index()]
    }

    /// A side's tuzdik: a pit of its opponent's row.
    #[inline]
    pub fn tuzdik(&self, side: Side) -> Option<Pit> {
        match self.tuzdiks[side.index()] {
            NO_TUZDIK => None,
            index => Pit::from_index(index as usize - side.opponent().index() * MAX_PITS),
        }
    }

    /// Whether a side has a tuzdik. Once one has, no position can occur again.
    #[inline]
    pub const fn has_tuzdik(&self) -> bool {
        self.tuzdiks[0] & self.tuzdiks[1] != NO_TUZDIK
    }

    /// The pits that the side to move may play; empty exactly when the position is finished.
    #[inline]
    pub fn legal_moves(&self, rules: &Rules) -> PitSet {
        if self.ending.is_some() {
            return PitSet::EMPTY;
        }
        let filled = self.filled_pits(self.turn);
        match rules.goal() {
            Goal::MostStones => filled,
            Goal::Giveaway => self.compulsory_moves(rules, filled),
        }
    }

    /// The pits of a side that hold stones.
    #[inline(always)]
    pub(crate) fn filled_pits(&self, side: Side) -> PitSet {
        Row::load(&self.ring, side).filled()
    }

    fn compulsory_moves(&self, rules: &Rules, filled: PitSet) -> PitSet {
        let winning: PitSet = filled
            .iter()
            .filter(|&pit| {
                let mut after = *self;
                after.play_unchecked(rules, pit).stones_won() > 0
            })
            .collect();
        if winning.is_empty() { filled } else { winning }
    }

    /// Whether the game has ended on the board, by majority or atsyrau.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// How the game has ended on the board, if it has.
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending.map(|ending| match ending {
            BoardEnding::Majority => Ending::Majority,
            BoardEnding::Atsyrau => Ending::Atsyrau,
        })
    }

    /// The result of a finished position; `None` while the game goes on.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let ending = self.ending?;
        if ending == BoardEnding::Atsyrau && rules.atsyrau() == AtsyrauRule::StuckPlayerLoses {
            return Some(Outcome::win_of(!self.turn));
        }
        let [white, black] = self.kazans;
        let (white, black) = match rules.goal() {
            Goal::MostStones => (white, black),
            Goal::Giveaway => (black, white),
        };
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::WhiteWins,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::BlackWins,
        })
    }

    /// The same position with the sides exchanged: White's stones become Black's and the other side is to move.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut ring = self.ring;
        ring.rotate_left(MAX_PITS);
        let mirror = |index: u8| match index {
            NO_TUZDIK => NO_TUZDIK,
            index => (index + MAX_PITS as u8) % (2 * MAX_PITS as u8),
        };
        let [white, black] = self.tuzdiks;
        Self {
            ring,
            kazans: [self.kazans[1], self.kazans[0]],
            tuzdiks: [mirror(black), mirror(white)],
            turn: !self.turn,
            ending: self.ending,
        }
    }

    /// Whether a kazan holds so much that the game ends.
    #[inline(always)]
    pub(crate) fn has_majority(&self, rules: &Rules) -> bool {
        let half = rules.half() as u8;
        (self.kazans[0] > half || self.kazans[1] > half) && rules.majority() == MajorityRule::EndsGame
    }

    /// Ends the game if the rules say so for the side that is now to move.
    #[inline(always)]
    pub(crate) fn settle(&mut self, rules: &Rules) {
        if self.has_majority(rules) {
            self.ending = Some(BoardEnding::Majority);
        } else if *self.pits(self.turn) == [0; MAX_PITS] {
            self.ending = Some(BoardEnding::Atsyrau);
            let owner = !self.turn;
            self.kazans[owner.index()] += self.pits(owner).iter().sum::<u8>();
            self.ring = [0; 2 * MAX_PITS];
        }
    }
}

fn check_board(rules: &Rules, board: &Board) -> Result<(), BoardError> {
    let in_pits = board.pits.iter().flatten().chain(&board.kazans);
    let found = in_pits.map(|&stones| stones as usize).sum();
    if found != rules.total_stones() {
        return Err(BoardError::StoneCount {
            expected: rules.total_stones(),
            found,
        });
    }
    for side in Side::ALL {
        let row = &board.pits[side.index()];
        let tuzdik = board.tuzdiks[side.opponent().index()];
        for pit in Pit::ALL {
            let stones = row[pit.index()];
            let is_tuzdik = tuzdik == Some(pit);
            if pit.index() >= rules.pits() && (stones > 0 || is_tuzdik) {
                return Err(BoardError::NoSuchPit {
                    side,
                    pit,
                    pits: rules.pits(),
                });
            }
            if is_tuzdik && stones > 0 {
                return Err(BoardError::StonesInTuzdik { side, pit, stones });
            }
        }
        if let Some(pit) = tuzdik {
            let own = board.tuzdiks[side.index()].map_or(NO_TUZDIK, |own| ring_index(!side, own) as u8);
            let allowed =
                rules.tuzdik() == TuzdikRule::Compulsory && may_become_tuzdik(rules, side, pit.index(), own);
            if !allowed {
                return Err(BoardError::ForbiddenTuzdik { side, pit });
            }
        }
    }
    Ok(())
}
