use std::hint::black_box;

use kumalak_env::{MAX_PITS, Pit, Position, Rules, Side};

use super::arrangement::{Arrangement, MOST_STONES, stones_in_pits};
use super::share_table::{Share, ShareTable};
use crate::meter::{Halt, Meter};

/// Credit of a stone that a move wins, against that of moves that answered a question before.
const STONE_WON: i32 = 1000;

/// Credit of a move for each reply that it leaves the other side less.
const REPLY_LESS: i32 = 2 * STONE_WON;

/// Credits are halved when one is greater.
const MOST_CREDIT: i32 = 4 * STONE_WON;

/// Whether a side gets at least so many of all stones.
///
/// Boolean alpha-beta search to the end of the game: a yes for one move answers a position, and so does a no for all.
/// Before a reply is searched, the table is asked about all of them (enhanced transposition cut-offs: A. Plaat, J.
/// Schaeffer, W. Pijls and A. de Bruin, "Exploiting graph properties of game trees", 1996).
pub(super) struct Question<'a, 'm> {
    /// Stones that each side must get for its yes: one of them gets them.
    goals: [i32; 2],
    rules: &'a Rules,
    table: &'a mut ShareTable,
    meter: &'a mut Meter<'m>,
    /// How much a move has shown, by side, pit and stones in the pit
    /// (J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989).
    credits: [[[i32; MOST_STONES + 1]; MAX_PITS]; 2],
}

/// An answer for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Whether it reaches its goal.
    pub(super) is_yes: bool,
    /// Plies until one of the sides has reached its goal, at the most.
    pub(super) plies: u16,
    /// The move by which it reaches its goal, if it has not reached it yet.
    pub(super) best: Option<Pit>,
}

/// A move that the table does not answer.
#[derive(Clone, Copy)]
struct OpenMove {
    rank: i32,
    pit: Pit,
    after: Position,
    arrangement: Arrangement,
}

impl<'a, 'm> Question<'a, 'm> {
    /// Whether `asker` gets at least so many stones; the table may hold what other questions about the same position found.
    pub(super) fn new(
        asker: Side,
        stones: usize,
        rules: &'a Rules,
        table: &'a mut ShareTable,
        meter: &'a mut Meter<'m>,
    ) -> Self {
        let mut goals = [rules.total_stones() as i32 - stones as i32 + 1; 2];
        goals[asker.index()] = stones as i32;
        Self {
            goals,
            rules,
            table,
            meter,
            credits: [[[0; MOST_STONES + 1]; MAX_PITS]; 2],
        }
    }

    /// The answer for the side to move.
    pub(super) fn answer(&mut self, position: &Position) -> Result<Answer, Halt> {
        let arrangement = Arrangement::of(position);
        match self.known(position, arrangement) {
            Some(answer) => Ok(answer),
            None => self.search(position, arrangement),
        }
    }

    /// The answer that the kazans give, or the table.
    #[inline]
    fn known(&self, position: &Position, arrangement: Arrangement) -> Option<Answer> {
        let missing = self.missing(position);
        let decided = |is_yes| {
            Some(Answer {
                is_yes,
                plies: 0,
                best: None,
            })
        };
        if missing <= 0 {
            return decided(true);
        }
        if missing > stones_in_pits(position, self.rules) as i32 {
            return decided(false);
        }
        let share = self.table.get(arrangement)?;
        if missing <= i32::from(share.least) {
            Some(Answer {
                is_yes: true,
                plies: share.plies_to_least,
                best: share.best,
            })
        } else if missing > i32::from(share.most) {
            Some(Answer {
                is_yes: false,
                plies: share.plies_to_most,
                best: None,
            })
        } else {
            None
        }
    }

    /// Stones that the side to move needs to reach its goal.
    #[inline]
    fn missing(&self, position: &Position) -> i32 {
        let mover = position.turn();
        self.goals[mover.index()] - i32::from(position.kazan(mover))
    }

    /// Plays all lines of an open position until one answers it.
    ///
    /// The recursion is as deep as the rest of the game is long. A stone is sown past each pit once at most before it falls
    /// in a tuzdik, so that this is less than twenty times the board.
    fn search(&mut self, position: &Position, arrangement: Arrangement) -> Result<Answer, Halt> {
        self.meter.count()?;
        let favourite = self.table.get(arrangement).and_then(|share| share.best);
        let mut open = [OpenMove {
            rank: 0,
            pit: Pit::ALL[0],
            after: *position,
            arrangement,
        }; MAX_PITS];
        let mut length = 0;
        let mut longest = 0;
        let replies = self.replies(position);
        for pit in position.legal_moves(self.rules) {
            let (after, reached) = replies[pit.index()];
            match self.known(&after, reached) {
                None => {
                    open[length] = OpenMove {
                        rank: self.rank(position, &after, pit, favourite),
                        pit,
                        after,
                        arrangement: reached,
                    };
                    length += 1;
                }
                Some(reply) if reply.is_yes => longest = longest.max(reply.plies),
                Some(reply) => return Ok(self.yes(position, arrangement, pit, reply.plies)),
            }
        }
        let open = &mut open[..length];
        open.sort_unstable_by_key(|open| (-open.rank, open.pit));
        for &mut OpenMove {
            pit,
            ref after,
            arrangement: reached,
            ..
        } in open
        {
            let reply = self.search(after, reached)?;
            if !reply.is_yes {
                self.credit(position, pit);
                return Ok(self.yes(position, arrangement, pit, reply.plies));
            }
            longest = longest.max(reply.plies);
        }
        Ok(self.no(position, arrangement, longest))
    }

    /// What each legal move leads to; anything elsewhere.
    ///
    /// Their buckets of the table lie far apart in memory. A look at all of them at once lets the waits for memory overlap,
    /// which the questions that follow, each with a decision, would not.
    fn replies(&self, position: &Position) -> [(Position, Arrangement); MAX_PITS] {
        let mut replies = [(*position, Arrangement::NONE); MAX_PITS];
        for pit in position.legal_moves(self.rules) {
            let (after, reached) = &mut replies[pit.index()];
            after.play_unchecked(self.rules, pit);
            *reached = Arrangement::of(after);
        }
        let touched = replies
            .iter()
            .fold(0, |sum, (_, reached)| sum ^ self.table.touch(*reached));
        black_box(touched);
        replies
    }

    /// How soon a move is tried: greater is sooner.
    ///
    /// A yes to the move takes a no to each reply, so that a move with few replies is the cheapest to try, and the nearest to
    /// leaving none at all, which gives the mover the rest.
    fn rank(&self, position: &Position, after: &Position, pit: Pit, favourite: Option<Pit>) -> i32 {
        let mover = position.turn();
        let won = |side| i32::from(after.kazan(side)) - i32::from(position.kazan(side));
        let replies = after.legal_moves(self.rules).len() as i32;
        let credit = self.credits[mover.index()][pit.index()][usize::from(position.stones(mover, pit))];
        let first = if favourite == Some(pit) { i32::MAX / 2 } else { 0 };
        first + (won(mover) - won(!mover)) * STONE_WON - replies * REPLY_LESS + credit
    }

    fn credit(&mut self, position: &Position, pit: Pit) {
        let mover = position.turn();
        let credit = &mut self.credits[mover.index()][pit.index()][usize::from(position.stones(mover, pit))];
        *credit += stones_in_pits(position, self.rules) as i32;
        if *credit > MOST_CREDIT {
            let all = self.credits.as_flattened_mut().as_flattened_mut();
            all.iter_mut().for_each(|credit| *credit /= 2);
        }
    }

    fn yes(&mut self, position: &Position, arrangement: Arrangement, best: Pit, plies: u16) -> Answer {
        let answer = Answer {
            is_yes: true,
            plies: plies + 1,
            best: Some(best),
        };
        let known = self.share(arrangement);
        let share = Share {
            least: self.missing(position) as u8,
            best: answer.best,
            plies_to_least: answer.plies,
            ..known
        };
        self.table.insert(arrangement, share);
        answer
    }

    fn no(&mut self, position: &Position, arrangement: Arrangement, plies: u16) -> Answer {
        let answer = Answer {
            is_yes: false,
            plies: plies + 1,
            best: None,
        };
        let known = self.share(arrangement);
        let share = Share {
            most: (self.missing(position) - 1) as u8,
            plies_to_most: answer.plies,
            ..known
        };
        self.table.insert(arrangement, share);
        answer
    }

    /// What the table says about an open position.
    fn share(&self, arrangement: Arrangement) -> Share {
        let share = self.table.get(arrangement).copied();
        share.unwrap_or(Share::unknown(arrangement.stones()))
    }
}
