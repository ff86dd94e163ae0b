//! Numbers for positions, and positions for numbers.

use std::ops::Range;

use super::error::SolverError;
use super::layer::{Layer, reachable_layers};
use super::value::Entry;
use crate::pit::{MAX_PITS, Pit};
use crate::position::Position;
use crate::rules::Rules;
use crate::side::Side;

/// Marks kazans and tuzdiks that cannot occur together.
const NO_LAYER: u32 = u32::MAX;

/// Gives every position that may be reachable a number of its own, its *slot*, almost without gaps.
///
/// Positions are seen by the side to move, so that a position and its mirror image have one slot. The slots of a layer
/// are consecutive. Within a layer a position is a way to spread `n` stones over `c` pits, and its place is the rank of
/// that spread in the combinatorial number system (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3): with `s(j)`
/// stones in the first `j` pits the rank is the sum of `binomial(s(j) + j − 1, j)` over `j` from 1 to `c − 1`.
#[derive(Clone, Debug)]
pub(super) struct PositionIndex {
    rules: Rules,
    binomials: Binomials,
    layers: Vec<IndexedLayer>,
    /// Number of the layer with these tuzdiks and kazans, or [`NO_LAYER`].
    layer_numbers: Vec<u32>,
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct IndexedLayer {
    layer: Layer,
    stones: usize,
    cells: Vec<u8>,
    first_slot: u64,
}

/// A layer and its mirror image. A move that wins nothing and loses nothing leads from one to the other; every other
/// move leads to a group with fewer stones in the pits.
#[derive(Clone, Debug)]
pub(super) struct Group {
    layers: Range<usize>,
    pub(super) slots: Range<u64>,
}

impl Group {
    /// Number of slots.
    pub(super) const fn len(&self) -> u64 {
        self.slots.end - self.slots.start
    }
}

/// How large an index and the table over it will be.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexSize {
    /// Slots in all, however many.
    pub(super) positions: u128,
    /// The same; a number beyond 64 bits stands at its maximum.
    pub(super) slots: u64,
    /// Slots of the largest group.
    pub(super) largest_group: u64,
    groups: u64,
    layer_places: u64,
}

impl IndexSize {
    /// Bytes of a group with its layers and their lists of pits, at most.
    const GROUP_BYTES: u64 = 400;

    /// The size for all positions that may be reached from a layer.
    pub(super) fn of(rules: &Rules, root: Layer) -> Self {
        let binomials = binomial_rows(rules);
        let layers = reachable_layers(rules, root);
        let mut size = Self {
            positions: 0,
            slots: 0,
            largest_group: 0,
            groups: layers.len() as u64,
            layer_places: layer_places(rules) as u64,
        };
        for layer in layers {
            let group = group_layers(layer)
                .map(|layer| {
                    let (stones, cells) = (layer.stones(rules), layer.cells(rules).len());
                    binomials[cells - 1][stones + cells - 1]
                })
                .sum::<u128>();
            size.positions += group;
            size.largest_group = size.largest_group.max(saturated(group));
        }
        size.slots = saturated(size.positions);
        size
    }

    /// Bytes of the index and of an entry for each slot.
    pub(super) const fn bytes(&self) -> u64 {
        let index = self.groups * Self::GROUP_BYTES + self.layer_places * size_of::<u32>() as u64;
        self.slots
            .saturating_mul(size_of::<Entry>() as u64)
            .saturating_add(index)
    }

    /// Whether the slots of each group and the moves between them can be numbered with 32 bits.
    pub(super) fn check_largest_group(&self, rules: &Rules) -> Result<(), SolverError> {
        let limit = u64::from(u32::MAX) / rules.pits() as u64;
        if self.largest_group > limit {
            return Err(SolverError::GroupTooLarge {
                found: self.largest_group,
                limit,
            });
        }
        Ok(())
    }
}

fn saturated(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A layer and its mirror image, if that is another one.
fn group_layers(layer: Layer) -> impl Iterator<Item = Layer> {
    let mirrored = Some(layer.mirrored()).filter(|&mirrored| mirrored != layer);
    std::iter::once(layer).chain(mirrored)
}

impl PositionIndex {
    /// The index of all positions that may be reached from a layer, and of its groups from the fewest stones in the pits
    /// to the most.
    pub(super) fn new(rules: Rules, root: Layer) -> Self {
        let mut index = Self {
            rules,
            binomials: Binomials::new(&rules),
            layers: Vec::new(),
            layer_numbers: vec![NO_LAYER; layer_places(&rules)],
            groups: Vec::new(),
        };
        let mut next_slot = 0;
        for representative in reachable_layers(&rules, root) {
            let (first_layer, first_slot) = (index.layers.len(), next_slot);
            for layer in group_layers(representative) {
                let (stones, cells) = (layer.stones(&rules), layer.cells(&rules));
                let number = index.layers.len() as u32;
                index.layer_numbers[layer_place(&rules, layer)] = number;
                let slots = index.binomials.spreads(stones, cells.len());
                index.layers.push(IndexedLayer {
                    layer,
                    stones,
                    cells,
                    first_slot: next_slot,
                });
                next_slot += slots;
            }
            index.groups.push(Group {
                layers: first_layer..index.layers.len(),
                slots: first_slot..next_slot,
            });
        }
        index
    }

    pub(super) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The groups, from the fewest stones in the pits to the most.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The slot of an unfinished position of the rule set; `None` if its kazans and tuzdiks cannot be reached.
    pub(super) fn slot(&self, position: &Position) -> Option<u64> {
        let seen = match position.turn() {
            Side::White => *position,
            Side::Black => position.mirrored(),
        };
        let place = layer_place(&self.rules, Layer::of(&seen));
        let number = self.layer_numbers[place];
        let indexed = self.layers.get(number as usize)?;
        let mut rank = 0;
        let mut before = 0;
        for (pits, &cell) in indexed.cells[..indexed.cells.len() - 1].iter().enumerate() {
            before += usize::from(seen.ring[usize::from(cell)]);
            rank += self.binomials.choose(before + pits, pits + 1);
        }
        Some(indexed.first_slot + rank)
    }

    /// The position of a slot, with White to move.
    pub(super) fn position(&self, group: &Group, slot: u64) -> Position {
        let layers = &self.layers[group.layers.clone()];
        let indexed = layers.iter().rfind(|indexed| indexed.first_slot <= slot);
        let indexed = indexed.expect("the slot belongs to the group");
        let mut ring = [0; 2 * MAX_PITS];
        let mut rank = slot - indexed.first_slot;
        let mut left = indexed.stones;
        for (pits, cells) in indexed.cells.windows(2).enumerate().rev() {
            let mut before = left;
            while self.binomials.choose(before + pits, pits + 1) > rank {
                before -= 1;
            }
            rank -= self.binomials.choose(before + pits, pits + 1);
            ring[usize::from(cells[1])] = (left - before) as u8;
            left = before;
        }
        ring[usize::from(indexed.cells[0])] = left as u8;
        Position {
            ring,
            kazans: indexed.layer.kazans,
            tuzdiks: indexed.layer.tuzdiks_in_ring(),
            turn: Side::White,
            ending: None,
        }
    }
}

/// Length of a table over all pairs of tuzdiks and kazans.
fn layer_places(rules: &Rules) -> usize {
    (rules.pits() + 1).pow(2) * (rules.total_stones() + 1).pow(2)
}

/// Place of a layer in that table.
fn layer_place(rules: &Rules, layer: Layer) -> usize {
    let [own_tuzdik, other_tuzdik] = layer.tuzdiks.map(|tuzdik| tuzdik.map_or(0, Pit::number));
    let [own, other] = layer.kazans.map(usize::from);
    let (tuzdiks, kazans) = (rules.pits() + 1, rules.total_stones() + 1);
    ((own_tuzdik * tuzdiks + other_tuzdik) * kazans + own) * kazans + other
}

/// Binomial coefficients, up to what the largest board needs; those beyond 64 bits stand at their maximum.
#[derive(Clone, Debug)]
struct Binomials {
    /// `rows[k][n]` is `n` over `k`.
    rows: Vec<Vec<u64>>,
}

impl Binomials {
    fn new(rules: &Rules) -> Self {
        let rows = binomial_rows(rules).into_iter();
        Self {
            rows: rows.map(|row| row.into_iter().map(saturated).collect()).collect(),
        }
    }

    #[inline]
    fn choose(&self, n: usize, k: usize) -> u64 {
        self.rows[k][n]
    }

    /// Ways to spread stones over cells.
    fn spreads(&self, stones: usize, cells: usize) -> u64 {
        self.choose(stones + cells - 1, cells - 1)
    }
}

/// `rows[k][n]` is `n` over `k`, for a board of these rules. The largest board needs 89 bits.
fn binomial_rows(rules: &Rules) -> Vec<Vec<u128>> {
    let cells = 2 * rules.pits();
    let most = rules.total_stones() + cells;
    let mut rows = vec![vec![1_u128; most]];
    for k in 1..cells {
        let mut row = vec![0_u128; most];
        for n in 1..most {
            row[n] = row[n - 1] + rows[k - 1][n - 1];
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_slots_and_positions_match(rules: Rules, root: Position) {
        let index = PositionIndex::new(rules, Layer::of(&root));
        let mut next = 0;
        for group in index.groups() {
            assert_eq!(group.slots.start, next);
            next = group.slots.end;
            for slot in group.slots.clone() {
                let position = index.position(group, slot);
                assert_eq!(index.slot(&position), Some(slot));
                assert_eq!(index.slot(&position.mirrored()), Some(slot));
                let stones: usize = position.ring.iter().map(|&stones| usize::from(stones)).sum();
                let kazans: usize = position.kazans.iter().map(|&stones| usize::from(stones)).sum();
                assert_eq!(stones + kazans, rules.total_stones());
            }
        }
        let size = IndexSize::of(&rules, Layer::of(&root));
        let largest = index.groups().iter().map(Group::len).max();
        assert_eq!((size.slots, Some(size.largest_group)), (next, largest));
    }

    #[test]
    fn every_slot_is_one_position() {
        for (pits, stones) in [(2, 1), (2, 3), (3, 2), (3, 3), (4, 1)] {
            let rules = Rules::new(pits, stones).unwrap();
            assert_slots_and_positions_match(rules, Position::start(&rules));
        }
    }

    #[test]
    fn an_ending_of_the_standard_game_has_few_slots() {
        let rules = Rules::STANDARD;
        let root = Position::from_fen(&rules, "7,2S,1S/8,3S 76 80 S 1").unwrap();
        assert_slots_and_positions_match(rules, root);
    }

    #[test]
    fn kazans_that_cannot_be_reached_have_no_slot() {
        let rules = Rules::new(2, 2).unwrap();
        let index = PositionIndex::new(rules, Layer::of(&Position::start(&rules)));
        let odd_kazan = Position::from_fen(&rules, "2S,2S/2S,1S 1 0 S 1").unwrap();
        assert_eq!(index.slot(&odd_kazan), None);
    }
}
