use kumalak_env::{MAX_PITS, Pit};

use super::node::Node;
use super::settings::{Fpu, SearchSettings};

/// The move that a simulation follows from a position in which the game goes on: the one with the highest
/// `value + exploration × prior × √visits / (1 + edge visits)`; the leftmost among equals.
///
/// This is PUCT (C. Rosin, "Multi-armed bandits with episode context", 2011) with the exploration rate of `AlphaZero`
/// (2018), whose published pseudocode also counts the position's own evaluation among its visits: so the first
/// simulation follows the highest prior.
#[inline]
pub(super) fn select(node: &Node, settings: &SearchSettings) -> Pit {
    let visits = node.visits as f32;
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
    highest(&scores, node)
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

#[inline]
fn highest(scores: &[f32; MAX_PITS], node: &Node) -> Pit {
    let mut legal = node.legal.iter();
    let mut best = legal.next().expect("a game that goes on has a legal move");
    for pit in legal {
        if scores[pit.index()] > scores[best.index()] {
            best = pit;
        }
    }
    best
}
