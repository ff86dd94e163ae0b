use kumalak_env::{Goal, MAX_PITS, Pit, Position, Rules, Side, Sowing};

use super::depth::SearchDepth;

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
    /// Whether the move wins stones or ends the game.
    pub(super) is_quiet: bool,
    rank: i32,
}

/// The moves of an unfinished position, handed out in the order in which a search should try them.
///
/// Alpha-beta cuts most when the best move comes first (D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
/// 1975). Equals stand from the mover's left.
pub(super) struct Children {
    children: [Child; MAX_PITS],
    next: usize,
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
        let mut children = Self::empty(position);
        for pit in position.legal_moves(rules) {
            if Some(pit) != except {
                let mut child = Child::new(position, rules, pit);
                if child.is_quiet {
                    child.rank = memory.rank(position, ply, pit);
                }
                children.push(child);
            }
        }
        children
    }

    /// The moves that capture, make a tuzdik or end the game.
    pub(super) fn winning_stones(position: &Position, rules: &Rules) -> Self {
        let mut children = Self::empty(position);
        for pit in position.legal_moves(rules) {
            let child = Child::new(position, rules, pit);
            if !child.is_quiet {
                children.push(child);
            }
        }
        children
    }

    #[inline]
    fn empty(position: &Position) -> Self {
        let unused = Child {
            pit: Pit::ALL[0],
            position: *position,
            is_quiet: true,
            rank: 0,
        };
        Self {
            children: [unused; MAX_PITS],
            next: 0,
            length: 0,
        }
    }

    #[inline]
    fn push(&mut self, child: Child) {
        self.children[self.length] = child;
        self.length += 1;
    }

    /// The best move that was not handed out yet.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<Child> {
        let rest = &mut self.children[self.next..self.length];
        let mut best = 0;
        for (index, child) in rest.iter().enumerate() {
            if child.rank > rest[best].rank {
                best = index;
            }
        }
        let child = *rest.get(best)?;
        // The others move up, so that equals keep their order.
        rest.copy_within(..best, 1);
        self.next += 1;
        Some(child)
    }
}

impl Child {
    #[inline]
    pub(super) fn new(position: &Position, rules: &Rules, pit: Pit) -> Self {
        let mut after = *position;
        let sowing = after.play_unchecked(rules, pit);
        let gain = gain(&sowing, rules);
        Self {
            pit,
            position: after,
            is_quiet: gain == 0 && !after.is_over(),
            rank: if after.is_over() {
                end_rank(&after, rules, sowing.mover)
            } else {
                gain * rank::STONE_WON
            },
        }
    }
}

#[inline]
fn gain(sowing: &Sowing, rules: &Rules) -> i32 {
    let tuzdik = if sowing.makes_tuzdik {
        rank::TUZDIK_IN_STONES
    } else {
        0
    };
    let gain = i32::from(sowing.captured) + tuzdik;
    match rules.goal() {
        Goal::MostStones => gain,
        Goal::Giveaway => -gain,
    }
}

#[cold]
fn end_rank(after: &Position, rules: &Rules, mover: Side) -> i32 {
    let sign = after.outcome(rules).map_or(0, |outcome| outcome.sign_for(mover));
    i32::from(sign) * rank::GAME_OVER
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
