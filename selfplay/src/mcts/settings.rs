use serde::{Deserialize, Serialize};

use super::bounds::Solver;
use super::leaf_value::LeafValue;
use super::selection::Selection;
use crate::invalid_setting::InvalidSetting;

/// How a search is done. Equal settings, evaluator and roots give equal results.
///
/// | setting | meaning | default | `AlphaZero` (2018) |
/// |---|---|---|---|
/// | `simulations` | walks from the root for each move, at least 1 | 64 | 800 |
/// | `selection` | which moves these follow | PUCT | PUCT |
/// | `solver` | whether results are proven | on | off |
/// | `leaf_value` | what the network's answer is worth | win less loss | win less loss |
/// | `leaves` | positions of one game in one batch | 1 | 8 |
/// | `node_limit` | positions that a tree may hold | 4,194,304 | |
/// | `tree_reuse` | whether the next search goes on with the tree | fresh | keep |
/// | `ending_nodes` | positions for the proof of an ending | 0 | |
/// | `cache_mebibytes` | memory for the evaluator's answers | 0 | |
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSettings {
    /// Walks from the root for each move, at least 1. The root's own evaluation comes on top. A proven root ends the search
    /// earlier.
    pub simulations: u32,
    /// Which moves the walks follow.
    pub selection: Selection,
    /// Whether results are proven.
    pub solver: Solver,
    /// What the network's answer about a leaf is worth.
    pub leaf_value: LeafValue,
    /// Positions of one game that the evaluator sees in one call, from 1 to 255. More than 1 is for a single game, whose
    /// batches would be small otherwise; each walk then knows less about the others.
    pub leaves: u32,
    /// Positions that a tree may hold, at least 2, at 200 bytes each. A full tree is searched on without growing.
    pub node_limit: u32,
    /// Positions that an exact proof of the root may visit before the walks begin, at 32 bytes each; 0 makes none. Only
    /// endings are proven: at most 20 stones in the pits, and a tuzdik. It needs `solver` on.
    pub ending_nodes: u32,
    /// Whether a search goes on with the tree of the search before.
    pub tree_reuse: TreeReuse,
    /// Memory for the evaluator's answers, 0 for none; see `EvaluationCache` in `docs/search.md`.
    pub cache_mebibytes: u32,
}

/// Whether a search goes on with the tree of the search before, where the game has gone on by moves of that tree.
///
/// A kept tree gives more visits for the same simulations. A result is still a function of the game and of the searches
/// that were made of it, but no more of the position alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TreeReuse {
    /// Every search starts with an empty tree.
    #[default]
    Fresh,
    /// The subtree of the moves played since stays. The simulations come on top of the visits that it has.
    Keep,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            simulations: 64,
            selection: Selection::default(),
            solver: Solver::default(),
            leaf_value: LeafValue::default(),
            leaves: 1,
            node_limit: 1 << 22,
            ending_nodes: 0,
            tree_reuse: TreeReuse::default(),
            cache_mebibytes: 0,
        }
    }
}

impl SearchSettings {
    /// The most simulations of a search: every whole number up to here is exact as an `f32`, in which the search reckons.
    pub const MAX_SIMULATIONS: u32 = 1 << 24;

    /// The most positions for the proof of an ending.
    pub const MAX_ENDING_NODES: u32 = 1 << 30;

    /// Checks every value.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), InvalidSetting> {
        InvalidSetting::unless(
            (1..=Self::MAX_SIMULATIONS).contains(&self.simulations),
            "simulations",
            "from 1 to 16777216",
            self.simulations,
        )?;
        self.selection
            .validate()
            .map_err(|error| error.within("selection"))?;
        self.leaf_value
            .validate()
            .map_err(|error| error.within("leaf_value"))?;
        InvalidSetting::unless(
            (1..=255).contains(&self.leaves),
            "leaves",
            "from 1 to 255",
            self.leaves,
        )?;
        InvalidSetting::unless(
            (2..=1 << 30).contains(&self.node_limit),
            "node_limit",
            "from 2 to 1073741824",
            self.node_limit,
        )?;
        InvalidSetting::unless(
            self.ending_nodes <= Self::MAX_ENDING_NODES,
            "ending_nodes",
            "at most 1073741824",
            self.ending_nodes,
        )?;
        let keeps_gumbel =
            self.tree_reuse == TreeReuse::Keep && matches!(self.selection, Selection::Gumbel(_));
        InvalidSetting::unless(
            !keeps_gumbel,
            "tree_reuse",
            "\"fresh\" with gumbel, whose schedule counts visits from 0",
            "\"keep\"",
        )?;
        InvalidSetting::unless(
            self.cache_mebibytes <= 1 << 16,
            "cache_mebibytes",
            "at most 65536",
            self.cache_mebibytes,
        )
    }
}
