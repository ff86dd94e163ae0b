use kumalak_env::Pit;

/// What it took a player to choose a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchSummary {
    /// Plies that the search looked ahead, if it has a depth.
    pub depth: Option<u32>,
    /// Positions that were visited or evaluated.
    pub nodes: u64,
    /// The line that the player expects; it begins with the move that was chosen.
    pub line: Vec<Pit>,
    /// Probabilities of win, draw and loss for the side to move, `[3]`, if the player reckons with them.
    pub outcome: Option<[f32; 3]>,
    /// Expected final stones of the side to move less those of the opponent, if the player says so.
    pub margin: Option<f32>,
}
