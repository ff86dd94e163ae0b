//! Moves on 64 boards at once, without a branch: every loop over lanes compiles to vector instructions.

#![expect(
    clippy::needless_range_loop,
    reason = "a lane is the same index of many arrays, and a pit of several rows"
)]

use crate::observation::{
    OBSERVATION_LEN, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_PITS, OWN_TUZDIK,
    REPETITION,
};
use crate::pit::MAX_PITS;
use crate::rules::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, Rules, SameNumberTuzdik, TuzdikRule,
};
use crate::vec_env::block::{Block, End, LANES, Lanes};

/// A rule set as numbers to compute with: a switch is 1 where it is on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switches {
    half: u8,
    majority_ends: u8,
    tuzdiks: u8,
    last_pit_allowed: u8,
    same_number_forbidden: u8,
    opposite_forbidden: u8,
    first_stone_moves: u8,
    stuck_loses: u8,
    giveaway: u8,
}

impl Switches {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            half: rules.half() as u8,
            majority_ends: (rules.majority() == MajorityRule::EndsGame).into(),
            tuzdiks: (rules.tuzdik() == TuzdikRule::Compulsory).into(),
            last_pit_allowed: (rules.last_pit_tuzdik() == LastPitTuzdik::Allowed).into(),
            same_number_forbidden: (rules.same_number_tuzdik() == SameNumberTuzdik::Forbidden).into(),
            opposite_forbidden: (rules.same_number_tuzdik() == SameNumberTuzdik::OppositeForbidden).into(),
            first_stone_moves: (rules.first_stone() == FirstStone::NextPit).into(),
            stuck_loses: (rules.atsyrau() == AtsyrauRule::StuckPlayerLoses).into(),
            giveaway: (rules.goal() == Goal::Giveaway).into(),
        }
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

/// Looks up the stones of each pit that is to be played; returns whether all moves are legal.
#[inline(always)]
pub(super) fn pick<const PITS: usize>(playable: &[Lanes; MAX_PITS], end: &Lanes, moves: &mut Moves) -> bool {
    let mut illegal = 0;
    for lane in 0..LANES {
        let origin = moves.origins[lane];
        let mut stones = 0;
        for pit in 0..PITS {
            stones |= if origin == pit as u8 {
                playable[pit][lane]
            } else {
                0
            };
        }
        let live = end[lane] == End::None as u8;
        illegal |= u8::from(live & (stones == 0));
        moves.stones[lane] = if live { stones } else { 0 };
    }
    illegal == 0
}

/// What a step did to a block besides moving stones.
#[derive(Clone, Copy)]
pub(super) struct Played {
    /// +1, 0 or −1 for the player who moved, 0 if the game goes on: `[64]`.
    pub(super) rewards: [i8; LANES],
    /// Whether a board may have come back to an earlier position.
    pub(super) long_run: bool,
}

/// Plays one move on each live board and hands the turn over; other boards stay as they are.
#[inline(always)]
pub(super) fn play<const PITS: usize>(rules: &Switches, moves: &Moves, block: &mut Block) -> Played {
    let ring = 2 * PITS as u8;
    let pits = PITS as u8;
    let Block {
        columns,
        end,
        reversible,
    } = block;
    let mut rewards = [0; LANES];
    let mut longest_run = 0;
    for lane in 0..LANES {
        let origin = moves.origins[lane];
        let stones = moves.stones[lane];
        let live = stones != 0;

        let first = origin.wrapping_add(u8::from(stones == 1) | rules.first_stone_moves);
        let laps = stones.wrapping_sub(1) / ring;
        // The last lap has 1 to 2·PITS stones.
        let rest = stones.wrapping_sub(laps * ring);
        let last = wrap(first.wrapping_add(rest).wrapping_sub(1), ring);
        let falls = |index: u8| laps + u8::from(ahead(first, index, ring) < rest);

        let own_tuzdik = columns[OWN_TUZDIK][lane];
        let opponent_tuzdik = columns[OPPONENT_TUZDIK][lane];
        let into_own_tuzdik = keep(own_tuzdik != 0, falls((pits - 1).wrapping_add(own_tuzdik)));
        let into_opponent_tuzdik = keep(opponent_tuzdik != 0, falls(opponent_tuzdik.wrapping_sub(1)));

        let mut mover_row = [0; MAX_PITS];
        for pit in 0..PITS {
            let number = pit as u8 + 1;
            let before = keep(origin != pit as u8, columns[OWN_PITS + pit][lane]);
            mover_row[pit] = keep(opponent_tuzdik != number, before.wrapping_add(falls(pit as u8)));
        }
        let last_number = last.wrapping_sub(pits - 1);
        let mut other_row = [0; MAX_PITS];
        let mut in_last = 0;
        for pit in 0..PITS {
            let number = pit as u8 + 1;
            let before = columns[OPPONENT_PITS + pit][lane];
            other_row[pit] = keep(own_tuzdik != number, before.wrapping_add(falls(pits + pit as u8)));
            in_last |= keep(last_number == number, other_row[pit]);
        }

        let opposite = keep(opponent_tuzdik != 0, (pits + 1).wrapping_sub(opponent_tuzdik));
        let barred = keep(rules.same_number_forbidden != 0, opponent_tuzdik)
            | keep(rules.opposite_forbidden != 0, opposite);
        let makes_tuzdik = (in_last == 3)
            & (own_tuzdik == 0)
            & (rules.tuzdiks != 0)
            & ((last_number != pits) | (rules.last_pit_allowed != 0))
            & (last_number != barred);
        let captures = in_last & 1 == 0;
        let taken = keep(captures | makes_tuzdik, in_last);
        for pit in 0..PITS {
            let number = pit as u8 + 1;
            other_row[pit] = keep((last_number != number) | (taken == 0), other_row[pit]);
        }
        let own_tuzdik = own_tuzdik | keep(makes_tuzdik, last_number);

        let mut mover_kazan = columns[OWN_KAZAN][lane]
            .wrapping_add(taken)
            .wrapping_add(into_own_tuzdik);
        let other_kazan = columns[OPPONENT_KAZAN][lane].wrapping_add(into_opponent_tuzdik);

        let majority = ((mover_kazan > rules.half) | (other_kazan > rules.half)) & (rules.majority_ends != 0);
        let stuck = other_row.iter().fold(0, |any, &stones| any | stones) == 0;
        let atsyrau = stuck & !majority;
        let left_over = mover_row
            .iter()
            .fold(0u8, |sum, &stones| sum.wrapping_add(stones));
        mover_kazan = mover_kazan.wrapping_add(keep(atsyrau, left_over));
        for stones in &mut mover_row {
            *stones = keep(!atsyrau, *stones);
        }

        let over = majority | atsyrau;
        let reversing = (taken == 0) & (own_tuzdik | opponent_tuzdik == 0) & !over & live;
        let run = reversible[lane];
        let run = keep(reversing, run + u8::from(run <= ring));
        reversible[lane] = run;
        longest_run = longest_run.max(run);

        let more = i8::from(mover_kazan > other_kazan) - i8::from(mover_kazan < other_kazan);
        let by_kazans = if rules.giveaway != 0 { -more } else { more };
        let result = if atsyrau & (rules.stuck_loses != 0) {
            1
        } else {
            by_kazans
        };
        rewards[lane] = if over & live { result } else { 0 };
        let new_end = keep(majority, End::Majority as u8) | keep(atsyrau, End::Atsyrau as u8);
        end[lane] = if live { new_end } else { end[lane] };

        let mut hand_over = |column: usize, value: u8| {
            columns[column][lane] = if live { value } else { columns[column][lane] };
        };
        for pit in 0..PITS {
            hand_over(OWN_PITS + pit, other_row[pit]);
            hand_over(OPPONENT_PITS + pit, mover_row[pit]);
        }
        hand_over(OWN_KAZAN, other_kazan);
        hand_over(OPPONENT_KAZAN, mover_kazan);
        hand_over(OWN_TUZDIK, opponent_tuzdik);
        hand_over(OPPONENT_TUZDIK, own_tuzdik);
        hand_over(REPETITION, 0);
    }
    Played {
        rewards,
        long_run: longest_run >= ring,
    }
}

/// Counts the ply and changes the player on each board that moved.
#[inline(always)]
pub(super) fn pass_turns(moves: &Moves, turns: &mut Lanes, plies: &mut [u32; LANES]) {
    for lane in 0..LANES {
        let moved = moves.stones[lane] != 0;
        turns[lane] ^= u8::from(moved);
    }
    for lane in 0..LANES {
        let moved = moves.stones[lane] != 0;
        plies[lane] = plies[lane].wrapping_add(u32::from(moved));
    }
}

/// `value` where the condition holds, else 0.
#[inline(always)]
fn keep(condition: bool, value: u8) -> u8 {
    if condition { value } else { 0 }
}

/// An index of the ring that may be too large by one lap.
#[inline(always)]
fn wrap(index: u8, ring: u8) -> u8 {
    index.min(index.wrapping_sub(ring))
}

/// Steps from one index of the ring forwards to another.
#[inline(always)]
fn ahead(from: u8, to: u8, ring: u8) -> u8 {
    let steps = to.wrapping_sub(from);
    steps.min(steps.wrapping_add(ring))
}

const _: () = assert!(REPETITION + 1 == OBSERVATION_LEN);
