use kumalak_env::{Position, Rules, perft};

use crate::interrupt;
use crate::progress::Progress;

/// Plies that are counted at once, in some hundredths of a second.
const PLIES_AT_ONCE: u32 = 7;

/// The sequences of so many moves, like [`perft`], with a bar where they take a while; `None` if Ctrl-C stopped it.
pub(super) fn counted(label: &str, position: &Position, rules: &Rules, depth: u32) -> Option<u64> {
    let before = depth.saturating_sub(PLIES_AT_ONCE);
    let progress = Progress::new(label, "beginnings", perft(position, rules, before));
    let counted = after(before, position, rules, depth, &progress);
    progress.clear();
    counted
}

/// Plays `before` moves in every way, and counts the sequences that go on from there.
fn after(before: u32, position: &Position, rules: &Rules, depth: u32, progress: &Progress) -> Option<u64> {
    if before == 0 {
        if interrupt::is_interrupted() {
            return None;
        }
        let sequences = perft(position, rules, depth);
        progress.add(1);
        return Some(sequences);
    }
    let mut sequences = 0;
    for pit in position.legal_moves(rules) {
        let mut next = *position;
        next.play_unchecked(rules, pit);
        sequences += after(before - 1, &next, rules, depth - 1, progress)?;
    }
    Some(sequences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_add_up_to_the_whole() {
        for rules in [Rules::STANDARD, Rules::BESTEMSHE] {
            let start = Position::start(&rules);
            for depth in [1, 2, PLIES_AT_ONCE] {
                let progress = Progress::new("perft", "beginnings", 1);
                for before in 0..depth.min(3) {
                    let sequences = after(before, &start, &rules, depth, &progress);
                    assert_eq!(sequences, Some(perft(&start, &rules, depth)));
                }
            }
        }
    }
}
