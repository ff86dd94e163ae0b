/// Watches a long computation and may stop it. Libraries report through it; what is shown is up to the program.
pub trait Monitor: Sync {
    /// `amount` more units of something are done.
    fn advance(&self, counter: Counter, amount: u64) {
        let _ = (counter, amount);
    }

    /// Whether the computation should end at the next good place.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// What a [`Monitor`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counter {
    /// Finished games.
    Games,
    /// Moves played.
    Moves,
    /// Positions evaluated by a network.
    Evaluations,
    /// Positions whose evaluation a search already had.
    CacheHits,
    /// Walks through search trees.
    Simulations,
}

/// Watches nothing and never stops.
impl Monitor for () {}
