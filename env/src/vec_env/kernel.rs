//! Moves on 64 boards at once, without a branch: every loop over lanes compiles to vector instructions.

#![expect(
    clippy::needless_range_loop,
    reason = "a lane is the same index of many arrays, and a pit of several rows"
)]

use crate::observation::{
    OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK, REPETITION,
};
use crate::pit::MAX_PITS;
use crate::rules::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, Rules, SameNumberTuzdik, TuzdikRule,
};
use crate::vec_env::block::{Block, End, LANES, Lanes};

/// A rule set as numbers to compute with: a switch is 1 where it is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Switches {
    pub(super) pits: u8,
    pub(super) ring: u8,
    /// 2¹⁶ divided by `ring`, rounded up.
    laps_factor: u16,
    half: u8,
    majority_ends: u8,
    tuzdiks: u8,
    last_pit_allowed: u8,
    same_number_forbidden: u8,
    opposite_forbidden: u8,
    pub(super) first_stone_moves: u8,
    stuck_loses: u8,
    giveaway: u8,
}

impl Switches {
    const STANDARD: Self = Self::new(&Rules::STANDARD);

    pub(super) const fn new(rules: &Rules) -> Self {
        Self {
            pits: rules.pits() as u8,
            ring: 2 * rules.pits() as u8,
            laps_factor: (1u32 << 16).div_ceil(2 * rules.pits() as u32) as u16,
            half: rules.half() as u8,
            majority_ends: matches!(rules.majority(), MajorityRule::EndsGame) as u8,
            tuzdiks: matches!(rules.tuzdik(), TuzdikRule::Compulsory) as u8,
            last_pit_allowed: matches!(rules.last_pit_tuzdik(), LastPitTuzdik::Allowed) as u8,
            same_number_forbidden: matches!(rules.same_number_tuzdik(), SameNumberTuzdik::Forbidden) as u8,
            opposite_forbidden: matches!(rules.same_number_tuzdik(), SameNumberTuzdik::OppositeForbidden)
                as u8,
            first_stone_moves: matches!(rules.first_stone(), FirstStone::NextPit) as u8,
            stuck_loses: matches!(rules.atsyrau(), AtsyrauRule::StuckPlayerLoses) as u8,
            giveaway: matches!(rules.goal(), Goal::Giveaway) as u8,
        }
    }

    /// Stones divided by the length of the ring. Vectors cannot divide.
    #[inline(always)]
    pub(super) fn full_laps(&self, stones: u8) -> u8 {
        ((u32::from(stones) * u32::from(self.laps_factor)) >> 16) as u8
    }

    /// Whether the opponent's pit with this number, now holding `stones`, becomes the mover's tuzdik.
    #[inline(always)]
    pub(super) fn may_make_tuzdik(&self, stones: u8, own: u8, opponent: u8, number: u8) -> bool {
        let opposite = keep(opponent != 0, (self.pits + 1).wrapping_sub(opponent));
        let barred =
            keep(self.same_number_forbidden != 0, opponent) | keep(self.opposite_forbidden != 0, opposite);
        (stones == 3)
            & (own == 0)
            & (self.tuzdiks != 0)
            & ((number != self.pits) | (self.last_pit_allowed != 0))
            & (number != barred)
    }
}

/// One move on each board of a block.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    /// Index of the pit that is played.
    pub(super) origins: Lanes,
    /// Stones that lay in it; 0 on a board that takes no move.
    pub(super) stones: Lanes,
}

impl Moves {
    pub(super) const NONE: Self = Self {
        origins: [0; LANES],
        stones: [0; LANES],
    };
}

/// What a step did to a block besides moving stones.
#[derive(Clone, Copy)]
pub(super) struct Played {
    /// +1, 0 or −1 for the player who moved, 0 if the game goes on: `[64]`.
    pub(super) rewards: [i8; LANES],
    /// 1 where the plies since the last stone was won are so many that the position may have occurred before: `[64]`.
    pub(super) long_runs: Lanes,
}

/// Looks up the stones of each pit that is to be played; returns whether all moves are legal.
#[inline(always)]
pub(super) fn pick(rules: &Switches, playable: &[Lanes; MAX_PITS], end: &Lanes, moves: &mut Moves) -> bool {
    let mut stones = [0; LANES];
    for (pit, row) in playable[..rules.pits as usize].iter().enumerate() {
        for lane in 0..LANES {
            stones[lane] |= keep(moves.origins[lane] == pit as u8, row[lane]);
        }
    }
    let live = lanes(|lane| end[lane] == End::None as u8);
    moves.stones = lanes(|lane| keep(live[lane], stones[lane]));
    let illegal = lanes(|lane| live[lane] & (stones[lane] == 0));
    !illegal.contains(&true)
}

/// Plays one move on each live board and hands the turn over; other boards stay as they are.
#[inline(always)]
pub(super) fn play(rules: &Switches, moves: &Moves, block: &mut Block) -> Played {
    if *rules == Switches::STANDARD {
        play_under(&Switches::STANDARD, moves, block)
    } else {
        play_under(rules, moves, block)
    }
}

#[inline(always)]
fn play_under(rules: &Switches, moves: &Moves, block: &mut Block) -> Played {
    let last = sow(rules, moves, block);
    let taken = capture(rules, &last, block);
    let live = lanes(|lane| moves.stones[lane] != 0);
    let played = find_ends(rules, &live, &taken, block);
    turn_round(rules, &live, block);
    played
}

/// Sows: every pit of the ring gets a stone for each full lap, and the pits of the last lap get one more.
///
/// Returns the number of the pit of the last stone on the opponent's side, or what is no number of a pit there.
#[inline(always)]
fn sow(rules: &Switches, moves: &Moves, block: &mut Block) -> Lanes {
    let (pits, ring) = (rules.pits, rules.ring);
    let Moves { origins, stones } = moves;
    let columns = &mut block.columns;
    let own_tuzdik = columns[OWN_TUZDIK];
    let opponent_tuzdik = columns[OPPONENT_TUZDIK];

    let first =
        lanes(|lane| origins[lane].wrapping_add(u8::from(stones[lane] == 1) | rules.first_stone_moves));
    let laps = lanes(|lane| rules.full_laps(stones[lane].saturating_sub(1)));
    // The last lap has 1 to `ring` stones, and none where no move is played.
    let rest = lanes(|lane| stones[lane].wrapping_sub(laps[lane].wrapping_mul(ring)));
    let falls = |lane: usize, index: u8| {
        laps[lane].wrapping_add(u8::from(ahead(first[lane], index, ring) < rest[lane]))
    };

    for pit in 0..pits as usize {
        let index = pit as u8;
        let row = &mut columns[OWN_PITS + pit];
        *row = lanes(|lane| {
            let left = row[lane].wrapping_sub(keep(origins[lane] == index, stones[lane]));
            let sown = left.wrapping_add(falls(lane, index));
            keep(opponent_tuzdik[lane] != index + 1, sown)
        });
        let row = &mut columns[OPPONENT_PITS + pit];
        *row = lanes(|lane| {
            let sown = row[lane].wrapping_add(falls(lane, pits + index));
            keep(own_tuzdik[lane] != index + 1, sown)
        });
    }
    let kazan = &mut columns[OWN_KAZAN];
    *kazan = lanes(|lane| {
        let fallen = falls(lane, (pits - 1).wrapping_add(own_tuzdik[lane]));
        kazan[lane].wrapping_add(keep(own_tuzdik[lane] != 0, fallen))
    });
    let kazan = &mut columns[OPPONENT_KAZAN];
    *kazan = lanes(|lane| {
        let fallen = falls(lane, opponent_tuzdik[lane].wrapping_sub(1));
        kazan[lane].wrapping_add(keep(opponent_tuzdik[lane] != 0, fallen))
    });
    lanes(|lane| {
        let last = wrap(first[lane].wrapping_add(rest[lane]).wrapping_sub(1), ring);
        keep(stones[lane] != 0, last.wrapping_sub(pits - 1))
    })
}

/// Takes what the last stone wins; returns how many stones that is.
#[inline(always)]
fn capture(rules: &Switches, last: &Lanes, block: &mut Block) -> Lanes {
    let pits = rules.pits;
    let rows = OPPONENT_PITS..OPPONENT_PITS + pits as usize;
    let columns = &mut block.columns;
    let mut in_last = [0; LANES];
    for (pit, row) in columns[rows.clone()].iter().enumerate() {
        for lane in 0..LANES {
            in_last[lane] |= keep(last[lane] == pit as u8 + 1, row[lane]);
        }
    }
    let own = columns[OWN_TUZDIK];
    let opponent = columns[OPPONENT_TUZDIK];
    let makes_tuzdik =
        lanes(|lane| rules.may_make_tuzdik(in_last[lane], own[lane], opponent[lane], last[lane]));
    let taken = lanes(|lane| keep((in_last[lane] & 1 == 0) | makes_tuzdik[lane], in_last[lane]));
    for (pit, row) in columns[rows].iter_mut().enumerate() {
        *row = lanes(|lane| row[lane].wrapping_sub(keep(last[lane] == pit as u8 + 1, taken[lane])));
    }
    columns[OWN_TUZDIK] = lanes(|lane| own[lane] | keep(makes_tuzdik[lane], last[lane]));
    let kazan = &mut columns[OWN_KAZAN];
    *kazan = lanes(|lane| kazan[lane].wrapping_add(taken[lane]));
    taken
}

/// Ends the games that a majority or atsyrau decides, and counts the plies that may be part of a repetition.
#[inline(always)]
fn find_ends(rules: &Switches, live: &[bool; LANES], taken: &Lanes, block: &mut Block) -> Played {
    let columns = &mut block.columns;
    let mut opponent_has = [0; LANES];
    let mut left_over = [0u8; LANES];
    for pit in 0..rules.pits as usize {
        for lane in 0..LANES {
            opponent_has[lane] |= columns[OPPONENT_PITS + pit][lane];
            left_over[lane] = left_over[lane].wrapping_add(columns[OWN_PITS + pit][lane]);
        }
    }
    let other = columns[OPPONENT_KAZAN];
    let before = columns[OWN_KAZAN];
    let majority = lanes(|lane| {
        let more_than_half = (before[lane] > rules.half) | (other[lane] > rules.half);
        live[lane] & more_than_half & (rules.majority_ends != 0)
    });
    let atsyrau = lanes(|lane| live[lane] & (opponent_has[lane] == 0) & !majority[lane]);
    let own = lanes(|lane| before[lane].wrapping_add(keep(atsyrau[lane], left_over[lane])));
    columns[OWN_KAZAN] = own;
    for row in &mut columns[OWN_PITS..OWN_PITS + rules.pits as usize] {
        *row = lanes(|lane| keep(!atsyrau[lane], row[lane]));
    }

    let rewards = lanes(|lane| {
        let more = i8::from(own[lane] > other[lane]) - i8::from(own[lane] < other[lane]);
        let by_kazans = if rules.giveaway != 0 { -more } else { more };
        let stuck_loses = atsyrau[lane] & (rules.stuck_loses != 0);
        let result = if stuck_loses { 1 } else { by_kazans };
        if majority[lane] | atsyrau[lane] { result } else { 0 }
    });
    let end = &mut block.end;
    *end = lanes(|lane| {
        end[lane] | keep(majority[lane], End::Majority as u8) | keep(atsyrau[lane], End::Atsyrau as u8)
    });
    let run = &mut block.reversible;
    *run = lanes(|lane| {
        let no_tuzdik = columns[OWN_TUZDIK][lane] | columns[OPPONENT_TUZDIK][lane] == 0;
        let reversible = (taken[lane] == 0) & no_tuzdik & (end[lane] == 0);
        keep(reversible, run[lane] + u8::from(run[lane] <= rules.ring))
    });
    let long_runs = lanes(|lane| u8::from(run[lane] >= rules.ring));
    Played { rewards, long_runs }
}

/// Shows the live boards to the next player.
#[inline(always)]
fn turn_round(rules: &Switches, live: &[bool; LANES], block: &mut Block) {
    let columns = &mut block.columns;
    let mut exchange = |own: usize, opponent: usize| {
        let (mover, other) = (columns[own], columns[opponent]);
        columns[own] = lanes(|lane| choose(live[lane], other[lane], mover[lane]));
        columns[opponent] = lanes(|lane| choose(live[lane], mover[lane], other[lane]));
    };
    for pit in 0..rules.pits as usize {
        exchange(OWN_PITS + pit, OPPONENT_PITS + pit);
    }
    exchange(OWN_KAZAN, OPPONENT_KAZAN);
    exchange(OWN_TUZDIK, OPPONENT_TUZDIK);
    let repetition = &mut columns[REPETITION];
    *repetition = lanes(|lane| keep(!live[lane], repetition[lane]));
}

/// Counts the ply and changes the player on each board that moved.
#[inline(always)]
pub(super) fn pass_turns(moves: &Moves, turns: &mut Lanes, plies: &mut [u32; LANES]) {
    for lane in 0..LANES {
        turns[lane] ^= u8::from(moves.stones[lane] != 0);
    }
    for lane in 0..LANES {
        plies[lane] = plies[lane].wrapping_add(u32::from(moves.stones[lane] != 0));
    }
}

/// One value for each board of a block.
#[inline(always)]
pub(super) fn lanes<T: Copy + Default>(value: impl Fn(usize) -> T) -> [T; LANES] {
    let mut values = [T::default(); LANES];
    for lane in 0..LANES {
        values[lane] = value(lane);
    }
    values
}

/// `value` where the condition holds, else 0.
#[inline(always)]
pub(super) fn keep(condition: bool, value: u8) -> u8 {
    if condition { value } else { 0 }
}

/// One of two values. A plain `if` would choose between the places to load from, which does not compile to vectors.
#[inline(always)]
fn choose(condition: bool, yes: u8, no: u8) -> u8 {
    let mask = u8::from(condition).wrapping_neg();
    (yes & mask) | (no & !mask)
}

/// An index of the ring that may be too large by one lap.
#[inline(always)]
pub(super) fn wrap(index: u8, ring: u8) -> u8 {
    index.min(index.wrapping_sub(ring))
}

/// Steps from one index of the ring forwards to another.
#[inline(always)]
pub(super) fn ahead(from: u8, to: u8, ring: u8) -> u8 {
    let steps = to.wrapping_sub(from);
    steps.min(steps.wrapping_add(ring))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laps_are_counted_by_multiplication() {
        for pits in 2..=MAX_PITS {
            let switches = Switches::new(&Rules::new(pits, 1).unwrap());
            for stones in 0..=u8::MAX {
                assert_eq!(switches.full_laps(stones), stones / switches.ring);
            }
        }
    }
}
