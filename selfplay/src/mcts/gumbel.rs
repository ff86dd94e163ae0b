//! The rules by which Gumbel `AlphaZero` (I. Danihelka et al., 2022) chooses moves and improves a policy.

use kumalak_env::{MAX_PITS, Pit, PitSet};

use super::node::Node;
use super::puct::highest;
use super::selection::{GumbelSettings, QScale};

/// Noise for one root: `[9]`, draws from the standard Gumbel distribution, or zeros for playing without chance.
pub(super) type GumbelNoise = [f32; MAX_PITS];

/// The move that a simulation follows below the root: the one whose share of the visits lies furthest below its share of
/// the improved policy (equation 14 of the paper); the leftmost among equals.
#[inline]
pub(super) fn select(node: &Node, settings: &GumbelSettings) -> Pit {
    let improved = improved_policy(node, settings, node.open);
    let (total, visits) = visits_with_walks(node);
    let per_visit = 1.0 / (1.0 + total);
    let mut scores = [0.0; MAX_PITS];
    for (pit, score) in scores.iter_mut().enumerate() {
        *score = improved[pit] - visits[pit] * per_visit;
    }
    highest(&scores, node.open)
}

/// The move that a simulation follows at the root: among the moves with the visits that the schedule asks for, the one
/// with the highest `noise + logit + completed value`; the leftmost among equals.
pub(super) fn select_at_root(
    node: &Node,
    settings: &GumbelSettings,
    noise: &GumbelNoise,
    scheduled: u32,
) -> Pit {
    let (_, visits) = visits_with_walks(node);
    let is_due = |pit: &Pit| visits[pit.index()] == scheduled as f32;
    let due: PitSet = node.open.iter().filter(is_due).collect();
    // Moves that were proven bad leave the schedule; their share goes to whichever of the others is best.
    let candidates = if due.is_empty() { node.open } else { due };
    highest(&root_scores(node, settings, noise), candidates)
}

/// The move to play: among the moves of `pits` with the most visits the one with the highest `noise + logit + completed
/// value`; the leftmost among equals.
pub(super) fn final_move(node: &Node, settings: &GumbelSettings, noise: &GumbelNoise, pits: PitSet) -> Pit {
    let visits = |pit: Pit| node.edge_visits[pit.index()];
    let most = pits.iter().map(visits).max().unwrap_or_default();
    let leaders: PitSet = pits.iter().filter(|&pit| visits(pit) == most).collect();
    highest(&root_scores(node, settings, noise), leaders)
}

fn root_scores(node: &Node, settings: &GumbelSettings, noise: &GumbelNoise) -> [f32; MAX_PITS] {
    let mut scores = scaled_values(node, settings);
    for pit in node.legal {
        let pit = pit.index();
        scores[pit] += noise[pit] + node.priors[pit].max(f32::MIN_POSITIVE).ln();
    }
    scores
}

/// The policy that the values improve (equation 11 of the paper): `softmax(logits + scaled completed values)` over `pits`,
/// 0 elsewhere: `[9]`.
#[inline]
pub(super) fn improved_policy(node: &Node, settings: &GumbelSettings, pits: PitSet) -> [f32; MAX_PITS] {
    let values = scaled_values(node, settings);
    let mut policy = [0.0; MAX_PITS];
    let mut highest = f32::NEG_INFINITY;
    for pit in pits {
        highest = highest.max(values[pit.index()]);
    }
    let mut total = 0.0;
    for pit in pits {
        let pit = pit.index();
        // A prior may be too small for a probability but not for a logit.
        policy[pit] = node.priors[pit].max(f32::MIN_POSITIVE) * (values[pit] - highest).exp();
        total += policy[pit];
    }
    policy.map(|weight| weight / total)
}

/// What the values of the legal moves add to their logits: `[9]`.
#[inline]
fn scaled_values(node: &Node, settings: &GumbelSettings) -> [f32; MAX_PITS] {
    let mut values = completed_values(node);
    let visits = settings.c_visit + node.most_visits() as f32;
    let factor = match settings.q_scale {
        QScale::Fixed { scale } => visits * scale,
        QScale::MinMax { scale } => {
            let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
            for pit in node.legal {
                least = least.min(values[pit.index()]);
                most = most.max(values[pit.index()]);
            }
            for value in &mut values {
                *value -= least;
            }
            visits * scale / (most - least).max(1e-8)
        }
    };
    values.map(|value| factor * value)
}

/// The values of all moves: of those that were tried, the mean; of the others, an estimate from the position's own value
/// and the tried ones (appendix D of the paper, "mixed value approximation").
#[inline]
fn completed_values(node: &Node) -> [f32; MAX_PITS] {
    let mut visits = 0.0;
    let mut tried_prior = 0.0;
    let mut weighted = 0.0;
    for pit in 0..MAX_PITS {
        let tries = node.edge_visits[pit];
        let prior = if tries > 0 {
            node.priors[pit].max(f32::MIN_POSITIVE)
        } else {
            0.0
        };
        visits += tries as f32;
        tried_prior += prior;
        weighted += prior * node.edge_values[pit].0;
    }
    let own = node.own_value.0;
    let untried = if visits > 0.0 {
        (own + visits * weighted / tried_prior) / (1.0 + visits)
    } else {
        own
    };
    let mut values = [untried; MAX_PITS];
    for (pit, value) in values.iter_mut().enumerate() {
        if node.edge_visits[pit] > 0 {
            *value = node.edge_values[pit].0;
        }
    }
    values
}

/// Visits of each edge with the walks that are on their way, and their sum.
#[inline]
fn visits_with_walks(node: &Node) -> (f32, [f32; MAX_PITS]) {
    let mut visits = [0.0; MAX_PITS];
    let mut total = 0.0;
    for (pit, count) in visits.iter_mut().enumerate() {
        *count = node.edge_visits[pit] as f32 + f32::from(node.edge_walks[pit]);
        total += *count;
    }
    (total, visits)
}

#[cfg(test)]
mod tests {
    use kumalak_env::{Position, Rules};

    use super::*;
    use crate::mcts::bounds::ValueBounds;
    use crate::value::MoverValue;

    /// Four legal moves with priors 0.4, 0.3, 0.2, 0.1, of which two were tried.
    fn node() -> Node {
        let position = Position::start(&Rules::STANDARD);
        let mut node = Node::ongoing(position, PitSet::from_bits(0b1111), ValueBounds::OPEN);
        node.priors[..4].copy_from_slice(&[0.4, 0.3, 0.2, 0.1]);
        node.own_value = MoverValue(0.2);
        node.edge_visits[..2].copy_from_slice(&[3, 1]);
        node.edge_values[..2].copy_from_slice(&[0.5, -0.3].map(MoverValue));
        node.visits = 5;
        node
    }

    fn assert_near(found: &[f32], expected: &[f32]) {
        let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
        assert!(found.iter().zip(expected).all(is_near), "{found:?} {expected:?}");
    }

    /// (0.2 + 4 × (0.4 × 0.5 − 0.3 × 0.3) / 0.7) / 5 = 0.165714.
    #[test]
    fn untried_moves_get_the_mixed_value() {
        assert_near(
            &completed_values(&node())[..4],
            &[0.5, -0.3, 0.165_714, 0.165_714],
        );
        let mut untried = node();
        untried.edge_visits = [0; MAX_PITS];
        assert_near(&completed_values(&untried)[..4], &[0.2; 4]);
    }

    #[test]
    fn values_are_scaled_as_either_publication_does() {
        let fixed = GumbelSettings {
            q_scale: QScale::Fixed { scale: 1.0 },
            ..GumbelSettings::default()
        };
        assert_near(
            &scaled_values(&node(), &fixed)[..4],
            &[26.5, -15.9, 8.782_857, 8.782_857],
        );
        let min_max = GumbelSettings::default();
        assert_near(
            &scaled_values(&node(), &min_max)[..4],
            &[5.3, 0.0, 3.085_357, 3.085_357],
        );
    }

    #[test]
    fn the_improved_policy_adds_scaled_values_to_the_logits() {
        let settings = GumbelSettings::default();
        let weights = [
            0.4 * 5.3_f32.exp(),
            0.3,
            0.2 * 3.085_357_f32.exp(),
            0.1 * 3.085_357_f32.exp(),
        ];
        let total: f32 = weights.iter().sum();
        let found = improved_policy(&node(), &settings, node().legal);
        assert_near(&found[..4], &weights.map(|weight| weight / total));
        assert_eq!(found[4..], [0.0; 5]);
    }

    #[test]
    fn at_the_root_the_schedule_decides_who_is_considered() {
        let settings = GumbelSettings::default();
        let mut noise = [0.0; MAX_PITS];
        noise[3] = 2.0;
        let number = |scheduled, noise| select_at_root(&node(), &settings, noise, scheduled).number();
        assert_eq!(number(0, &[0.0; MAX_PITS]), 3);
        assert_eq!(number(0, &noise), 4);
        assert_eq!(number(3, &noise), 1);
        assert_eq!(final_move(&node(), &settings, &noise, node().legal).number(), 1);
    }
}
