use kumalak_env::{MAX_PITS, Pit, Position, Rules};

use crate::alphabeta::evaluation::evaluate;
use crate::alphabeta::score::Score;

/// A move with the position that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) pit: Pit,
    pub(crate) position: Position,
    /// How good the move looks to the player who makes it, before any search.
    promise: Score,
}

/// The moves of an unfinished position, in the order in which a search should try them.
///
/// Alpha-beta cuts most when the best move comes first (D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
/// 1975). First comes `favourite`, the best move of an earlier and shallower search; then the moves by what they show on
/// the board: the end of the game, stones won and tuzdiks. Equals stand from the mover's left.
pub(crate) struct OrderedChildren {
    children: [Option<Child>; MAX_PITS],
}

impl OrderedChildren {
    pub(crate) fn new(position: &Position, rules: &Rules, favourite: Option<Pit>) -> Self {
        let mut children = [None; MAX_PITS];
        for (slot, pit) in children.iter_mut().zip(position.legal_moves(rules)) {
            *slot = Some(child(position, rules, pit, favourite));
        }
        // Stable, and `None` sorts last: nothing promises less than nothing.
        children.sort_by_key(|child| std::cmp::Reverse(child.as_ref().map(|child| child.promise)));
        Self { children }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Child> {
        self.children.iter().map_while(Option::as_ref)
    }
}

#[inline]
fn child(position: &Position, rules: &Rules, pit: Pit, favourite: Option<Pit>) -> Child {
    let mut after = *position;
    after.play_unchecked(rules, pit);
    let promise = if favourite == Some(pit) {
        Score::INFINITY
    } else {
        match after.outcome(rules) {
            Some(outcome) => -Score::of_outcome(outcome, after.turn(), 0),
            None => -evaluate(&after, rules),
        }
    };
    Child {
        pit,
        position: after,
        promise,
    }
}
