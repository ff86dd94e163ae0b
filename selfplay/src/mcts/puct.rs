use kumalak_env::{MAX_PITS, Pit, PitSet};

use super::node::Node;
use super::selection::{Fpu, PuctSettings};

/// The move that a simulation follows from a position in which the game goes on: the one with the highest
/// `value + exploration × prior × √visits / (1 + edge visits)`; the leftmost among equals.
///
/// This is PUCT with the exploration rate of `AlphaZero` (2018), whose published pseudocode also counts the position's own
/// evaluation among its visits: so the first simulation follows the highest prior.
#[inline]
pub(super) fn select(node: &Node, settings: &PuctSettings) -> Pit {
    let visits = (node.visits + u32::from(node.walks)) as f32;
    let exploration = ((1.0 + visits + settings.c_base) / settings.c_base).ln() + settings.c_init;
    let weight = exploration * visits.sqrt();
    let untried = untried_value(node, settings.fpu);
    let mut scores = [0.0; MAX_PITS];
    for (pit, score) in scores.iter_mut().enumerate() {
        let tries = node.edge_visits[pit];
        let value = if tries == 0 {
            untried
        } else {
            node.edge_values[pit].0
        };
        *score = value + weight * node.priors[pit] / (1.0 + tries as f32);
    }
    if node.walks > 0 {
        count_walks_as_losses(node, untried, weight, &mut scores);
    }
    highest(&scores, node.open)
}

/// Scores edges as if the walks on their way had come back with a loss, so that the next walk of the step goes elsewhere:
/// the virtual loss of G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search" (2008).
#[cold]
fn count_walks_as_losses(node: &Node, untried: f32, weight: f32, scores: &mut [f32; MAX_PITS]) {
    for (pit, score) in scores.iter_mut().enumerate() {
        let walks = f32::from(node.edge_walks[pit]);
        if walks > 0.0 {
            let visits = node.edge_visits[pit] as f32;
            let value = if visits == 0.0 {
                untried
            } else {
                node.edge_values[pit].0
            };
            let tries = visits + walks;
            *score = (value * visits - walks) / tries + weight * node.priors[pit] / (1.0 + tries);
        }
    }
}

/// The value of a move that was not tried yet.
#[inline]
fn untried_value(node: &Node, fpu: Fpu) -> f32 {
    match fpu {
        Fpu::Absolute { value } => value,
        Fpu::ParentMinus { reduction } => {
            let mut tried_prior = 0.0;
            for (prior, &tries) in node.priors.iter().zip(&node.edge_visits) {
                tried_prior += if tries > 0 { *prior } else { 0.0 };
            }
            node.value.0 - reduction * tried_prior.sqrt()
        }
    }
}

/// The pit among `pits`, of which there is at least one, with the highest score; the leftmost among equals.
#[inline]
pub(super) fn highest(scores: &[f32; MAX_PITS], pits: PitSet) -> Pit {
    let mut pits = pits.iter();
    let mut best = pits.next().expect("there is a pit to choose");
    for pit in pits {
        if scores[pit.index()] > scores[best.index()] {
            best = pit;
        }
    }
    best
}
