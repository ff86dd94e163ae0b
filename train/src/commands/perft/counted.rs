use kumalak_env::{Position, Rules, perft};

use crate::interrupt;
use crate::progress::Progress;

/// Plies that are counted at once, in some hundredths of a second.
const PLIES_AT_ONCE: u32 = 7;

/// The most plies of the beginnings by which the bar moves: 43,184 from the start of the standard game.
const MOST_PLIES_OF_BEGINNINGS: u32 = 5;

/// The sequences of so many moves, like [`perft`], with a bar where they take a while; `None` if Ctrl-C stopped it.
pub(super) fn counted(label: &str, position: &Position, rules: &Rules, depth: u32) -> Option<u64> {
    let beginnings = depth.saturating_sub(PLIES_AT_ONCE).min(MOST_PLIES_OF_BEGINNINGS);
    let progress = Progress::new(label, "beginnings", perft(position, rules, beginnings));
    let counted = sequences(position, rules, depth, beginnings, &progress);
    progress.clear();
    counted
}

/// The sequences after a position that lies so many plies before the end of a beginning.
fn sequences(
    position: &Position,
    rules: &Rules,
    depth: u32,
    to_beginning: u32,
    progress: &Progress,
) -> Option<u64> {
    if to_beginning == 0 {
        let counted = in_pieces(position, rules, depth);
        progress.add(1);
        return counted;
    }
    sum_over_moves(position, rules, |next| {
        sequences(next, rules, depth - 1, to_beginning - 1, progress)
    })
}

/// The sequences after a position, in pieces between which Ctrl-C is heard.
fn in_pieces(position: &Position, rules: &Rules, depth: u32) -> Option<u64> {
    if depth > PLIES_AT_ONCE {
        return sum_over_moves(position, rules, |next| in_pieces(next, rules, depth - 1));
    }
    (!interrupt::is_interrupted()).then(|| perft(position, rules, depth))
}

fn sum_over_moves(
    position: &Position,
    rules: &Rules,
    mut of: impl FnMut(&Position) -> Option<u64>,
) -> Option<u64> {
    let counts = position.legal_moves(rules).iter().map(|pit| {
        let mut next = *position;
        next.play_unchecked(rules, pit);
        of(&next)
    });
    counts.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_add_up_to_the_whole() {
        for rules in [Rules::STANDARD, Rules::BESTEMSHE] {
            let start = Position::start(&rules);
            for (depth, to_beginning) in [(0, 0), (1, 0), (3, 2), (PLIES_AT_ONCE + 1, 0), (PLIES_AT_ONCE, 2)]
            {
                let progress = Progress::new("perft", "beginnings", 1);
                let counted = sequences(&start, &rules, depth, to_beginning, &progress);
                assert_eq!(counted, Some(perft(&start, &rules, depth)));
            }
        }
    }
}
