use kumalak_env::{Position, Side};

/// Where a position stands in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Plies that are still to be searched.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: u32,
    /// Plies of the tree since a stone was won, or since the root: positions further back cannot come again.
    pub(super) quiet_plies: u32,
}

impl Node {
    pub(super) const fn root(depth: u32) -> Self {
        Self {
            depth,
            ply: 0,
            quiet_plies: 0,
        }
    }

    /// One ply further down.
    #[inline]
    pub(super) fn child(self, position: &Position, after: &Position) -> Self {
        let is_quiet = Side::ALL
            .iter()
            .all(|&side| position.kazan(side) == after.kazan(side));
        Self {
            depth: self.depth - 1,
            ply: self.ply + 1,
            quiet_plies: if is_quiet { self.quiet_plies + 1 } else { 0 },
        }
    }

    /// One ply less deep.
    pub(super) const fn reduced(self) -> Self {
        Self {
            depth: self.depth - 1,
            ..self
        }
    }

    /// One ply further down, beyond the horizon, by a move that wins stones.
    pub(super) const fn settling(self) -> Self {
        Self {
            depth: 0,
            ply: self.ply + 1,
            quiet_plies: 0,
        }
    }
}
