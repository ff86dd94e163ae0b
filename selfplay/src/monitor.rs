use crate::search_finding::SearchFinding;

/// Watches a long computation and may stop it. Libraries report through it; what is shown is up to the program.
pub trait Monitor: Sync {
    /// `amount` more units of something are done.
    fn advance(&self, counter: Counter, amount: u64) {
        let _ = (counter, amount);
    }

    /// A search has an answer, and goes on for a better one. Said by players that search, after every finished depth or when the
    /// simulations have grown by a sixteenth, if one game was asked about; what [`Player::choose`](crate::Player::choose)
    /// returns is not said again.
    fn found(&self, finding: &SearchFinding) {
        let _ = finding;
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
    /// Calls of a network by self-play, each with a batch of positions.
    Batches,
    /// Positions whose evaluation a search already had.
    CacheHits,
    /// Walks through search trees.
    Simulations,
    /// Positions visited by alpha-beta search and by proofs of endings.
    Nodes,
    /// Self-play games that a side gave up.
    Resignations,
}

/// Watches nothing and never stops.
impl Monitor for () {}
