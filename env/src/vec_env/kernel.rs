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

/// What a step did to a block besides moving stones.
#[derive(Clone, Copy)]
pub(super) struct Played {
    /// +1, 0 or −1 for the player who moved, 0 if the game goes on: `[64]`.
    pub(super) rewards: [i8; LANES],
    /// Whether a board may have come back to an earlier position.
    pub(super) long_run: bool,
}

/// Looks up the stones of each pit that is to be played; returns whether all moves are legal.
#[inline(always)]
pub(super) fn pick<const PITS: usize>(playable: &[Lanes; MAX_PITS], end: &Lanes, moves: &mut Moves) -> bool {
    let mut stones = [0; LANES];
    for (pit, row) in playable[..PITS].iter().enumerate() {
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
pub(super) fn play<const PITS: usize>(rules: &Switches, moves: &Moves, block: &mut Block) -> Played {
    let sown = sow::<PITS>(rules, moves, block);
    let won = capture::<PITS>(rules, sown);
    settle::<PITS>(rules, moves, won, block)
}

/// The boards after the stones have fallen.
struct Sown {
    mover_row: [Lanes; MAX_PITS],
    other_row: [Lanes; MAX_PITS],
    mover_kazan: Lanes,
    other_kazan: Lanes,
    own_tuzdik: Lanes,
    opponent_tuzdik: Lanes,
    /// Number of the pit of the last stone on the opponent's side; no number of a pit if it fell on the own side.
    last_number: Lanes,
}

/// Every pit of the ring gets a stone for each full lap, and the pits of the last lap get one more.
#[inline(always)]
fn sow<const PITS: usize>(rules: &Switches, moves: &Moves, block: &Block) -> Sown {
    let ring = 2 * PITS as u8;
    let pits = PITS as u8;
    let Moves { origins, stones } = moves;
    let columns = &block.columns;
    let own_tuzdik = columns[OWN_TUZDIK];
    let opponent_tuzdik = columns[OPPONENT_TUZDIK];

    let first =
        lanes(|lane| origins[lane].wrapping_add(u8::from(stones[lane] == 1) | rules.first_stone_moves));
    let laps = lanes(|lane| stones[lane].wrapping_sub(1) / ring);
    // The last lap has 1 to 2·PITS stones.
    let rest = lanes(|lane| stones[lane].wrapping_sub(laps[lane].wrapping_mul(ring)));
    let falls = |lane: usize, index: u8| {
        laps[lane].wrapping_add(u8::from(ahead(first[lane], index, ring) < rest[lane]))
    };

    let mut mover_row = [[0; LANES]; MAX_PITS];
    let mut other_row = [[0; LANES]; MAX_PITS];
    for pit in 0..PITS {
        let index = pit as u8;
        let row = &columns[OWN_PITS + pit];
        mover_row[pit] = lanes(|lane| {
            let before = keep(origins[lane] != index, row[lane]);
            keep(
                opponent_tuzdik[lane] != index + 1,
                before.wrapping_add(falls(lane, index)),
            )
        });
        let row = &columns[OPPONENT_PITS + pit];
        other_row[pit] = lanes(|lane| {
            keep(
                own_tuzdik[lane] != index + 1,
                row[lane].wrapping_add(falls(lane, pits + index)),
            )
        });
    }
    Sown {
        mover_row,
        other_row,
        mover_kazan: lanes(|lane| {
            let fallen = falls(lane, (pits - 1).wrapping_add(own_tuzdik[lane]));
            columns[OWN_KAZAN][lane].wrapping_add(keep(own_tuzdik[lane] != 0, fallen))
        }),
        other_kazan: lanes(|lane| {
            let fallen = falls(lane, opponent_tuzdik[lane].wrapping_sub(1));
            columns[OPPONENT_KAZAN][lane].wrapping_add(keep(opponent_tuzdik[lane] != 0, fallen))
        }),
        own_tuzdik,
        opponent_tuzdik,
        last_number: lanes(|lane| {
            let last = wrap(first[lane].wrapping_add(rest[lane]).wrapping_sub(1), ring);
            last.wrapping_sub(pits - 1)
        }),
    }
}

/// The boards after capture and tuzdik.
struct Won {
    sown: Sown,
    /// Stones taken from the last pit.
    taken: Lanes,
}

#[inline(always)]
fn capture<const PITS: usize>(rules: &Switches, mut sown: Sown) -> Won {
    let pits = PITS as u8;
    let last = sown.last_number;
    let mut in_last = [0; LANES];
    for (pit, row) in sown.other_row[..PITS].iter().enumerate() {
        for lane in 0..LANES {
            in_last[lane] |= keep(last[lane] == pit as u8 + 1, row[lane]);
        }
    }
    let own = sown.own_tuzdik;
    let opponent = sown.opponent_tuzdik;
    let makes_tuzdik = lanes(|lane| {
        let opposite = keep(opponent[lane] != 0, (pits + 1).wrapping_sub(opponent[lane]));
        let barred = keep(rules.same_number_forbidden != 0, opponent[lane])
            | keep(rules.opposite_forbidden != 0, opposite);
        (in_last[lane] == 3)
            & (own[lane] == 0)
            & (rules.tuzdiks != 0)
            & ((last[lane] != pits) | (rules.last_pit_allowed != 0))
            & (last[lane] != barred)
    });
    let taken = lanes(|lane| keep((in_last[lane] & 1 == 0) | makes_tuzdik[lane], in_last[lane]));
    for (pit, row) in sown.other_row[..PITS].iter_mut().enumerate() {
        for lane in 0..LANES {
            row[lane] = keep((last[lane] != pit as u8 + 1) | (taken[lane] == 0), row[lane]);
        }
    }
    sown.own_tuzdik = lanes(|lane| own[lane] | keep(makes_tuzdik[lane], last[lane]));
    sown.mover_kazan = lanes(|lane| sown.mover_kazan[lane].wrapping_add(taken[lane]));
    Won { sown, taken }
}

/// Finds out which games are over, and turns the live boards round for the next player.
#[inline(always)]
fn settle<const PITS: usize>(rules: &Switches, moves: &Moves, won: Won, block: &mut Block) -> Played {
    let ring = 2 * PITS as u8;
    let Won { sown, taken } = won;
    let live = lanes(|lane| moves.stones[lane] != 0);

    let mut feeds = [0; LANES];
    let mut left_over = [0; LANES];
    for pit in 0..PITS {
        for lane in 0..LANES {
            feeds[lane] |= sown.other_row[pit][lane];
            left_over[lane] = sown.mover_row[pit][lane].wrapping_add(left_over[lane]);
        }
    }
    let majority = lanes(|lane| {
        let more_than_half = (sown.mover_kazan[lane] > rules.half) | (sown.other_kazan[lane] > rules.half);
        more_than_half & (rules.majority_ends != 0)
    });
    let atsyrau = lanes(|lane| (feeds[lane] == 0) & !majority[lane]);
    let mover_kazan = lanes(|lane| sown.mover_kazan[lane].wrapping_add(keep(atsyrau[lane], left_over[lane])));
    let over = lanes(|lane| majority[lane] | atsyrau[lane]);

    let run = block.reversible;
    block.reversible = lanes(|lane| {
        let no_tuzdik = sown.own_tuzdik[lane] | sown.opponent_tuzdik[lane] == 0;
        let reversible = (taken[lane] == 0) & no_tuzdik & !over[lane] & live[lane];
        keep(reversible, run[lane] + u8::from(run[lane] <= ring))
    });
    let rewards = lanes(|lane| {
        let (own, other) = (mover_kazan[lane], sown.other_kazan[lane]);
        let more = i8::from(own > other) - i8::from(own < other);
        let by_kazans = if rules.giveaway != 0 { -more } else { more };
        let stuck_loses = atsyrau[lane] & (rules.stuck_loses != 0);
        let result = if stuck_loses { 1 } else { by_kazans };
        if over[lane] & live[lane] { result } else { 0 }
    });
    let before = block.end;
    block.end = lanes(|lane| {
        let by_atsyrau = keep(atsyrau[lane], End::Atsyrau as u8);
        let now = if majority[lane] {
            End::Majority as u8
        } else {
            by_atsyrau
        };
        choose(live[lane], now, before[lane])
    });

    let mut hand_over = |column: usize, values: &Lanes| {
        let before = block.columns[column];
        block.columns[column] = lanes(|lane| choose(live[lane], values[lane], before[lane]));
    };
    for pit in 0..PITS {
        let kept = lanes(|lane| keep(!atsyrau[lane], sown.mover_row[pit][lane]));
        hand_over(OWN_PITS + pit, &sown.other_row[pit]);
        hand_over(OPPONENT_PITS + pit, &kept);
    }
    hand_over(OWN_KAZAN, &sown.other_kazan);
    hand_over(OPPONENT_KAZAN, &mover_kazan);
    hand_over(OWN_TUZDIK, &sown.opponent_tuzdik);
    hand_over(OPPONENT_TUZDIK, &sown.own_tuzdik);
    hand_over(REPETITION, &[0; LANES]);
    let longest_run = block.reversible.iter().fold(0, |longest, &run| run.max(longest));
    Played {
        rewards,
        long_run: longest_run >= ring,
    }
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
fn lanes<T: Copy + Default>(value: impl Fn(usize) -> T) -> [T; LANES] {
    let mut values = [T::default(); LANES];
    for lane in 0..LANES {
        values[lane] = value(lane);
    }
    values
}

/// `value` where the condition holds, else 0.
#[inline(always)]
fn keep(condition: bool, value: u8) -> u8 {
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
