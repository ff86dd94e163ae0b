use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use kumalak_env::{AtsyrauRule, Goal, MAX_PITS, Pit, Position, Rules, Side};

use super::meter::{Halt, Meter};
use super::table::hash;

/// The most stones in the pits of an ending that is proven.
const MOST_STONES: usize = 20;

/// Numbers from here on stand for "never".
const NEVER: u32 = 1 << 30;

/// Whether the proof search can tell the value of a position: few stones lie in the pits, a tuzdik keeps positions from
/// coming back, and half of the stones are enough not to lose.
pub(super) fn is_provable(position: &Position, rules: &Rules) -> bool {
    let in_kazans: usize = Side::ALL
        .iter()
        .map(|&side| usize::from(position.kazan(side)))
        .sum();
    position.has_tuzdik()
        && rules.total_stones() - in_kazans <= MOST_STONES
        && rules.goal() == Goal::MostStones
        && rules.atsyrau() == AtsyrauRule::OwnerTakesRest
}

/// What a proof search found out about the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// It wins by this move, in at most so many plies.
    Win(Pit, u32),
    /// It cannot win, and draws by this move.
    Draw(Pit),
    /// It loses.
    Loss,
}

/// Finds the value of an ending, or `None` if that takes more than so many positions of memory.
///
/// Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002)
/// of two questions with a yes or no for an answer, whether the side to move wins and whether it can draw: it goes on where
/// the least is left to prove. Of replies that must all be answered the hardest counts, and one for each other that is
/// open, as in weak proof-number search (T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, 2008).
pub(super) fn prove(
    position: &Position,
    rules: &Rules,
    capacity: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Proof>, Halt> {
    let mut wins = Question::new(position, rules, Goals::WIN, capacity);
    match wins.answer(position, meter)? {
        Some(true) => {
            let best = wins.answering_move(position);
            return Ok(best.map(|pit| Proof::Win(pit, wins.plies(position, &mut HashMap::new()))));
        }
        Some(false) => {}
        None => return Ok(None),
    }
    let mut draws = Question::new(position, rules, Goals::DRAW, capacity);
    Ok(match draws.answer(position, meter)? {
        Some(true) => draws.answering_move(position).map(Proof::Draw),
        Some(false) => Some(Proof::Loss),
        None => None,
    })
}

/// The least result that each side must reach for its answer: a loss is −1, a draw 0, a win 1.
#[derive(Clone, Copy)]
struct Goals {
    of_asker: i8,
    of_other: i8,
}

impl Goals {
    const WIN: Self = Self {
        of_asker: 1,
        of_other: 0,
    };
    const DRAW: Self = Self {
        of_asker: 0,
        of_other: 1,
    };
}

/// How much is left to show that the side to move reaches its goal, and that it does not; 0 is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
    };

    const fn known(is_reached: bool) -> Self {
        if is_reached {
            Self {
                proof: 0,
                disproof: NEVER,
            }
        } else {
            Self {
                proof: NEVER,
                disproof: 0,
            }
        }
    }
}

/// A move and what it leads to.
type Reply = (Pit, Position);

/// A position with the quick hash of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key(Position);

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(hash(&self.0));
    }
}

/// Takes a number that is a hash already.
#[derive(Default)]
struct Unchanged(u64);

impl Hasher for Unchanged {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        unreachable!("a key is one number, not {bytes:?}");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A question of the side that is to move at the root.
struct Question<'a> {
    rules: &'a Rules,
    asker: Side,
    goals: Goals,
    known: HashMap<Key, Numbers, BuildHasherDefault<Unchanged>>,
    capacity: usize,
}

impl<'a> Question<'a> {
    fn new(root: &Position, rules: &'a Rules, goals: Goals, capacity: usize) -> Self {
        Self {
            rules,
            asker: root.turn(),
            goals,
            known: HashMap::default(),
            capacity,
        }
    }

    fn answer(&mut self, root: &Position, meter: &mut Meter<'_>) -> Result<Option<bool>, Halt> {
        let limits = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        self.search(root, limits, meter)?;
        let Numbers { proof, disproof } = self.numbers(root);
        Ok(match (proof, disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        })
    }

    /// Searches below an unfinished position until one of its numbers reaches its limit.
    fn search(&mut self, position: &Position, limits: Numbers, meter: &mut Meter<'_>) -> Result<(), Halt> {
        meter.count()?;
        let (replies, length) = replies(position, self.rules);
        let replies = &replies[..length];
        loop {
            // What proves a reply disproves the move.
            let mut numbers = Numbers {
                proof: NEVER,
                disproof: 0,
            };
            let mut second = NEVER;
            let mut best = None;
            let mut open = 0;
            for (_, after) in replies {
                let reply = self.numbers(after);
                if reply.proof > 0 {
                    open += 1;
                    numbers.disproof = numbers.disproof.max(reply.proof);
                }
                if best.is_none() || reply.disproof < numbers.proof {
                    second = numbers.proof;
                    numbers.proof = reply.disproof;
                    best = Some(after);
                } else {
                    second = second.min(reply.disproof);
                }
            }
            // Lines meet again, so that a sum would count the same work many times.
            numbers.disproof = (numbers.disproof + open.max(1) - 1).min(NEVER);
            let is_full = self.known.len() >= self.capacity;
            let best = best.expect("an unfinished position has a legal move");
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || is_full {
                self.known.insert(Key(*position), numbers);
                return Ok(());
            }
            let limits = Numbers {
                proof: limits.disproof.saturating_sub(open - 1),
                disproof: limits.proof.min(second.saturating_add(1)),
            };
            self.search(best, limits, meter)?;
        }
    }

    fn numbers(&self, position: &Position) -> Numbers {
        let mover = position.turn();
        let goal = if mover == self.asker {
            self.goals.of_asker
        } else {
            self.goals.of_other
        };
        if let Some(outcome) = position.outcome(self.rules) {
            return Numbers::known(outcome.sign_for(mover) >= goal);
        }
        // Half of the stones are enough not to lose.
        let holds_half = |side| usize::from(position.kazan(side)) >= self.rules.half();
        if goal == 0 && holds_half(mover) {
            return Numbers::known(true);
        }
        if goal == 1 && holds_half(!mover) {
            return Numbers::known(false);
        }
        self.known
            .get(&Key(*position))
            .copied()
            .unwrap_or(Numbers::UNKNOWN)
    }

    /// A move after which the other side does not reach its goal.
    fn answering_move(&self, position: &Position) -> Option<Pit> {
        let (replies, length) = replies(position, self.rules);
        let mut replies = replies[..length].iter();
        replies
            .find(|(_, after)| self.numbers(after).disproof == 0)
            .map(|&(pit, _)| pit)
    }

    /// The most plies that the game lasts if the side that reaches its goal plays as proven.
    fn plies(&self, position: &Position, seen: &mut HashMap<Position, u32>) -> u32 {
        if position.is_over() {
            return 0;
        }
        if let Some(&plies) = seen.get(position) {
            return plies;
        }
        let is_reached = self.numbers(position).proof == 0;
        let (replies, length) = replies(position, self.rules);
        let mut longest = 0;
        for (_, after) in &replies[..length] {
            if !is_reached {
                longest = longest.max(self.plies(after, seen));
            } else if self.numbers(after).disproof == 0 {
                longest = self.plies(after, seen);
                break;
            }
        }
        seen.insert(*position, longest + 1);
        longest + 1
    }
}

fn replies(position: &Position, rules: &Rules) -> ([Reply; MAX_PITS], usize) {
    let mut replies = [(Pit::ALL[0], *position); MAX_PITS];
    let legal = position.legal_moves(rules);
    for (reply, pit) in replies.iter_mut().zip(legal) {
        reply.0 = pit;
        reply.1.play_unchecked(rules, pit);
    }
    (replies, legal.len())
}
