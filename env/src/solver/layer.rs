//! Which kazans and tuzdiks can occur together.

use crate::pit::{MAX_PITS, Pit};
use crate::position::{NO_TUZDIK, Position, may_become_tuzdik, ring_index};
use crate::rules::{MajorityRule, Rules, TuzdikRule};
use crate::side::Side;

/// All positions with the same kazans and tuzdiks, seen by the side to move: its own first. They differ in how the
/// other stones lie in the pits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Layer {
    pub(super) kazans: [u8; 2],
    pub(super) tuzdiks: [Option<Pit>; 2],
}

impl Layer {
    /// The layer of a position, whichever side is to move.
    pub(super) fn of(position: &Position) -> Self {
        let sides = [position.turn(), !position.turn()];
        Self {
            kazans: sides.map(|side| position.kazan(side)),
            tuzdiks: sides.map(|side| position.tuzdik(side)),
        }
    }

    /// The same kazans and tuzdiks, seen by the other side.
    pub(super) const fn mirrored(self) -> Self {
        let ([own, other], [own_tuzdik, other_tuzdik]) = (self.kazans, self.tuzdiks);
        Self {
            kazans: [other, own],
            tuzdiks: [other_tuzdik, own_tuzdik],
        }
    }

    /// Stones in the pits.
    pub(super) fn stones(self, rules: &Rules) -> usize {
        rules.total_stones() - self.kazans.map(usize::from).iter().sum::<usize>()
    }

    /// Ring indices of the tuzdiks, where the side to move is White.
    pub(super) fn tuzdiks_in_ring(self) -> [u8; 2] {
        Side::ALL.map(|side| match self.tuzdiks[side.index()] {
            Some(pit) => ring_index(!side, pit) as u8,
            None => NO_TUZDIK,
        })
    }

    /// Ring indices of the pits that can hold stones, where the side to move is White.
    pub(super) fn cells(self, rules: &Rules) -> Vec<u8> {
        let tuzdiks = self.tuzdiks_in_ring();
        let pits = rules.pits();
        let ring = (0..pits)
            .chain(MAX_PITS..MAX_PITS + pits)
            .map(|index| index as u8);
        ring.filter(|index| !tuzdiks.contains(index)).collect()
    }
}

/// The layers that unfinished positions reached from `root` can belong to, one of each two that mirror each other, from
/// the fewest stones in the pits to the most.
///
/// A superset: it uses only that stones stay in kazans and tuzdiks stay, that a new tuzdik brings three stones, and
/// that the kazan of a side without a tuzdik grows by even numbers.
pub(super) fn reachable_layers(rules: &Rules, root: Layer) -> Vec<Layer> {
    let mut layers = Vec::new();
    for tuzdiks in reachable_tuzdiks(rules, root) {
        for own in reachable_kazans(rules, root, tuzdiks, 0) {
            for other in reachable_kazans(rules, root, tuzdiks, 1) {
                if usize::from(own) + usize::from(other) < rules.total_stones() {
                    let layer = Layer {
                        kazans: [own, other],
                        tuzdiks,
                    };
                    layers.push(layer.min(layer.mirrored()));
                }
            }
        }
    }
    layers.sort_unstable_by_key(|layer| (layer.stones(rules), *layer));
    layers.dedup();
    layers
}

/// Pairs of tuzdiks that can follow after those of `root`.
fn reachable_tuzdiks(rules: &Rules, root: Layer) -> Vec<[Option<Pit>; 2]> {
    let choices = root.tuzdiks.map(|tuzdik| match (tuzdik, rules.tuzdik()) {
        (None, TuzdikRule::Compulsory) => {
            let pits = Pit::ALL[..rules.pits()].iter().copied().map(Some);
            std::iter::once(None).chain(pits).collect()
        }
        _ => vec![tuzdik],
    });
    let mut pairs = Vec::new();
    for &own in &choices[0] {
        for &other in &choices[1] {
            if are_allowed(rules, [own, other]) {
                pairs.push([own, other]);
            }
        }
    }
    pairs
}

/// Whether each tuzdik may be made while the other is there.
fn are_allowed(rules: &Rules, tuzdiks: [Option<Pit>; 2]) -> bool {
    let layer = Layer {
        kazans: [0; 2],
        tuzdiks,
    };
    let in_ring = layer.tuzdiks_in_ring();
    Side::ALL.into_iter().all(|side| {
        tuzdiks[side.index()]
            .is_none_or(|pit| may_become_tuzdik(rules, !side, pit.index(), in_ring[side.opponent().index()]))
    })
}

/// Kazans that a side can come to hold, given the tuzdiks that are reached.
fn reachable_kazans(
    rules: &Rules,
    root: Layer,
    tuzdiks: [Option<Pit>; 2],
    side: usize,
) -> impl Iterator<Item = u8> + use<> {
    let most = match rules.majority() {
        MajorityRule::EndsGame => rules.half(),
        MajorityRule::PlayToTheEnd => rules.total_stones(),
    };
    let at_root = usize::from(root.kazans[side]);
    let (least, step) = match (root.tuzdiks[side], tuzdiks[side]) {
        (_, None) => (at_root, 2),
        (None, Some(_)) => (at_root + 3, 1),
        (Some(_), Some(_)) => (at_root, 1),
    };
    (least..=most).step_by(step).map(|kazan| kazan as u8)
}
