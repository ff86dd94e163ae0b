use kumalak_env::{RepetitionRule, Rules};

/// The rules without those that are the arbiter's business, repetition and ply cap: two games with equal ones are played alike
/// as long as both go on.
///
/// # Panics
/// Never: to have no repetition rule suits every rule set.
pub fn board_rules(rules: &Rules) -> Rules {
    rules
        .with_repetition(RepetitionRule::None)
        .expect("no repetition rule suits every rule set")
        .with_ply_cap(None)
}
