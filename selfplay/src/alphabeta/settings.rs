use std::time::Duration;

use super::depth::SearchDepth;
use super::evaluation::EvaluationWeights;
use super::table_size::TableSize;

/// How an alpha-beta search works, and where it ends. The first bound that is met ends it.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `depth` | 64 | plies of the last iteration |
/// | `nodes` | none | positions visited |
/// | `time` | none | time for one move |
/// | `table` | 16 MiB | memory of the transposition table |
/// | `leaves` | quiescence | what is judged at the horizon |
/// | `reductions` | late moves | which moves are searched less deeply |
/// | `reuse` | at least as deep | which stored results answer a search |
/// | `weights` | fitted | what the evaluation counts |
///
/// Without a bound on time the result depends on the game and these settings alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaSettings {
    /// Plies of the last iteration.
    pub depth: SearchDepth,
    /// The most positions that are visited, with those of the proof of an ending. The first iteration is always finished.
    pub nodes: Option<u64>,
    /// The most time for one move. The first iteration is always finished.
    pub time: Option<Duration>,
    /// Memory of the transposition table. The proof of an ending takes as much again while it lasts, and for a moment half
    /// more when its table grows.
    pub table: TableSize,
    /// What is judged at the horizon.
    pub leaves: Leaves,
    /// Which moves are searched less deeply.
    pub reductions: Reductions,
    /// Which stored results answer a search.
    pub reuse: TableReuse,
    /// What the evaluation counts.
    pub weights: EvaluationWeights,
}

/// What is judged where the depth of the search ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaves {
    /// The position as it stands.
    Static,
    /// The position after the captures and tuzdiks that the side to move likes to make
    /// (quiescence search: L. Harris, "The heuristic search and the game of chess", 1975).
    Quiescence,
}

impl Leaves {
    /// The choice with this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Static, Self::Quiescence]
            .into_iter()
            .find(|leaves| leaves.name() == name)
    }

    /// As users write it: `static` or `quiescence`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Quiescence => "quiescence",
        }
    }
}

/// Which moves are searched less deeply than the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reductions {
    /// None.
    None,
    /// Moves that win nothing and are tried late; again at full depth if they turn out well.
    LateMoves,
}

impl Reductions {
    /// The choice with this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::None, Self::LateMoves]
            .into_iter()
            .find(|reductions| reductions.name() == name)
    }

    /// As users write it: `none` or `late-moves`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LateMoves => "late-moves",
        }
    }
}

/// Which stored results of other lines answer a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableReuse {
    /// Those of the same depth, so that the score is that of plain minimax.
    SameDepth,
    /// Those of at least the same depth, which know more.
    AtLeastAsDeep,
}

impl Default for AlphaBetaSettings {
    fn default() -> Self {
        Self {
            depth: SearchDepth::MAX,
            nodes: None,
            time: None,
            table: TableSize::default(),
            leaves: Leaves::Quiescence,
            reductions: Reductions::LateMoves,
            reuse: TableReuse::AtLeastAsDeep,
            weights: EvaluationWeights::FITTED,
        }
    }
}

impl AlphaBetaSettings {
    /// The usual search to this depth.
    pub fn to_depth(depth: SearchDepth) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    /// A search to this depth that only saves work: its score is exactly that of plain minimax, with ends of the game
    /// and draws by repetition counted exactly and every other leaf judged by [`evaluate`](crate::evaluate).
    pub fn minimax(depth: SearchDepth) -> Self {
        Self {
            leaves: Leaves::Static,
            reductions: Reductions::None,
            reuse: TableReuse::SameDepth,
            ..Self::to_depth(depth)
        }
    }
}
