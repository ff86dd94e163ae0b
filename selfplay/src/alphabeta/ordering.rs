use kumalak_env::{Goal, MAX_PITS, Pit, Position, Rules};

use super::depth::SearchDepth;
use super::prospects::{Prospect, Prospects};

/// Ranks of moves, from the best to the worst: the end of the game, a tuzdik or a capture by its size, killers, history.
mod rank {
    pub(super) const GAME_OVER: i32 = 1 << 24;
    pub(super) const STONE_WON: i32 = 1 << 16;
    pub(super) const KILLER: i32 = 1 << 15;
    pub(super) const HISTORY_MAX: i32 = 1 << 14;
    /// A tuzdik goes on winning stones: as much as so many at once.
    pub(super) const TUZDIK_IN_STONES: i32 = 20;
}

/// Stones in a pit from which on histories are shared.
const HISTORY_STONES: usize = 32;

/// A move with the position that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) pit: Pit,
    pub(super) position: Position,
    /// Whether the move neither wins stones nor ends the game.
    pub(super) is_quiet: bool,
}

impl Child {
    #[inline]
    pub(super) fn new(position: &Position, rules: &Rules, pit: Pit) -> Self {
        let mut after = *position;
        let sowing = after.play_unchecked(rules, pit);
        Self {
            pit,
            position: after,
            is_quiet: sowing.captured == 0 && !sowing.makes_tuzdik && !after.is_over(),
        }
    }
}

/// A move and its rank in one number, greater for a better move: the rank, then how far left the pit lies, then whether
/// the move is quiet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RankedMove(i32);

impl RankedMove {
    #[inline]
    const fn new(rank: i32, pit: Pit, is_quiet: bool) -> Self {
        let from_right = (MAX_PITS - 1 - pit.index()) as i32;
        Self(rank << 5 | from_right << 1 | is_quiet as i32)
    }

    #[inline]
    const fn pit(self) -> Pit {
        Pit::ALL[MAX_PITS - 1 - (self.0 >> 1 & 0xf) as usize]
    }

    #[inline]
    const fn is_quiet(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The moves of an unfinished position, handed out in the order in which a search should try them.
///
/// Alpha-beta cuts most when the best move comes first (D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
/// 1975). Equals stand from the mover's left. A move is played when it is handed out, since most never are.
pub(super) struct Children {
    moves: [RankedMove; MAX_PITS],
    length: usize,
}

impl Children {
    /// All moves but `except`.
    pub(super) fn new(
        position: &Position,
        rules: &Rules,
        ply: u32,
        memory: &OrderingMemory,
        except: Option<Pit>,
    ) -> Self {
        let mut children = Self::EMPTY;
        let prospects = Prospects::of(position, rules);
        for pit in position.legal_moves(rules) {
            if Some(pit) != except {
                children.push(match prospects.of_move(pit) {
                    Prospect::Quiet => RankedMove::new(memory.rank(position, ply, pit), pit, true),
                    winning => RankedMove::new(rank_of_winning(winning, rules), pit, false),
                });
            }
        }
        children
    }

    /// The moves that capture, make a tuzdik or end the game.
    #[inline]
    pub(super) fn winning_stones(position: &Position, rules: &Rules) -> Self {
        let mut children = Self::EMPTY;
        let prospects = Prospects::of(position, rules);
        for pit in position.legal_moves(rules) {
            match prospects.of_move(pit) {
                Prospect::Quiet => {}
                winning => children.push(RankedMove::new(rank_of_winning(winning, rules), pit, false)),
            }
        }
        children
    }

    const EMPTY: Self = Self {
        moves: [RankedMove(0); MAX_PITS],
        length: 0,
    };

    #[inline]
    fn push(&mut self, ranked: RankedMove) {
        self.moves[self.length] = ranked;
        self.length += 1;
    }

    /// Plays the best move that was not handed out yet.
    #[inline]
    pub(super) fn take_best(&mut self, position: &Position, rules: &Rules) -> Option<Child> {
        let moves = &mut self.moves[..self.length];
        let mut best = 0;
        for index in 1..moves.len() {
            if moves[index] > moves[best] {
                best = index;
            }
        }
        let ranked = *moves.get(best)?;
        self.length -= 1;
        moves[best] = moves[self.length];
        let mut after = *position;
        after.play_unchecked(rules, ranked.pit());
        Some(Child {
            pit: ranked.pit(),
            position: after,
            is_quiet: ranked.is_quiet(),
        })
    }
}

#[inline]
fn rank_of_winning(prospect: Prospect, rules: &Rules) -> i32 {
    let gain = match prospect {
        Prospect::Quiet => 0,
        Prospect::Capture(stones) => i32::from(stones),
        Prospect::Tuzdik => rank::TUZDIK_IN_STONES,
        Prospect::End(sign) => return i32::from(sign) * rank::GAME_OVER,
    };
    match rules.goal() {
        Goal::MostStones => gain * rank::STONE_WON,
        Goal::Giveaway => -gain * rank::STONE_WON,
    }
}

/// What a search remembers about moves that caused cut-offs, to order the moves of other positions.
pub(super) struct OrderingMemory {
    /// For each ply the last two moves that win nothing and cut off there
    /// (S. Akl and M. Newborn, "The principal continuation and the killer heuristic", 1977).
    killers: [[Option<Pit>; 2]; SearchDepth::MAX.plies() as usize + 1],
    /// By side, pit and stones in it (J. Schaeffer, "The history heuristic", 1983).
    history: [[[i32; HISTORY_STONES]; MAX_PITS]; 2],
}

impl OrderingMemory {
    pub(super) const EMPTY: Self = Self {
        killers: [[None; 2]; SearchDepth::MAX.plies() as usize + 1],
        history: [[[0; HISTORY_STONES]; MAX_PITS]; 2],
    };

    #[inline]
    fn rank(&self, position: &Position, ply: u32, pit: Pit) -> i32 {
        let killer = self.killers[ply as usize]
            .iter()
            .position(|&killer| killer == Some(pit))
            .map_or(0, |place| rank::KILLER - place as i32);
        killer + self.history[position.turn().index()][pit.index()][stones(position, pit)]
    }

    /// Remembers a move that wins nothing and caused a cut-off.
    pub(super) fn record_cutoff(&mut self, position: &Position, ply: u32, depth: u32, pit: Pit) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(pit) {
            *killers = [Some(pit), killers[0]];
        }
        let history = &mut self.history[position.turn().index()];
        let credit = &mut history[pit.index()][stones(position, pit)];
        *credit += (depth * depth) as i32;
        if *credit > rank::HISTORY_MAX {
            for credit in history.as_flattened_mut() {
                *credit /= 2;
            }
        }
    }
}

#[inline]
fn stones(position: &Position, pit: Pit) -> usize {
    usize::from(position.stones(position.turn(), pit)).min(HISTORY_STONES - 1)
}
