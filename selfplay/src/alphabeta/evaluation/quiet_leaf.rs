use kumalak_env::{Position, Rules};

use super::{EvaluationWeights, evaluate_with};
use crate::alphabeta::ordering::Children;
use crate::alphabeta::score::Score;
use crate::alphabeta::window::Window;

/// The position that quiescence search judges in place of an unfinished one: after the captures and tuzdiks that the sides
/// like to make. `None` if they end the game.
pub(super) fn quiet_leaf(
    position: &Position,
    rules: &Rules,
    weights: &EvaluationWeights,
) -> Option<Position> {
    let leaf = settle(position, rules, weights, Window::FULL).1;
    (!leaf.is_over()).then_some(leaf)
}

/// Score of a position within a window, and where it is judged.
fn settle(
    position: &Position,
    rules: &Rules,
    weights: &EvaluationWeights,
    mut window: Window,
) -> (Score, Position) {
    if let Some(outcome) = position.outcome(rules) {
        return (Score::of_outcome(outcome, position.turn(), 0), *position);
    }
    let mut best = (evaluate_with(weights, position, rules), *position);
    let mut children = Children::winning_stones(position, rules);
    window.alpha = window.alpha.max(best.0);
    while window.alpha < window.beta
        && let Some(child) = children.take_best(position, rules)
    {
        let (score, leaf) = settle(&child.position, rules, weights, window.turned());
        if -score > best.0 {
            best = (-score, leaf);
        }
        window.alpha = window.alpha.max(best.0);
    }
    best
}
