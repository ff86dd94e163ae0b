use kumalak_env::Pit;

/// What it took a player to choose a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchSummary {
    /// Plies that the search looked ahead, if it has a depth.
    pub depth: Option<u32>,
    /// Positions that were visited or evaluated.
    pub nodes: u64,
    /// The line that the player expects; it begins with the move that was chosen.
    pub line: Vec<Pit>,
}
