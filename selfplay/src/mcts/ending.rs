//! Endings whose exact value is proven before the walks begin.

use kumalak_env::solver::ExactValue;
use kumalak_env::{Game, Pit};

use super::bounds::{Solver, ValueBounds};
use super::node::{Node, open_moves};
use super::search::SearchError;
use super::settings::SearchSettings;
use super::tree::{ROOT, Reached, Tree};
use crate::ending_proof::{Proof, is_provable, prove};
use crate::meter::{Bounds, Halt, Meter};
use crate::monitor::Monitor;

/// Memory for each position that a proof may visit, in bytes. An entry takes half of it, and a table has a power of two.
const BYTES_PER_NODE: usize = 32;

impl Tree {
    /// Proves the root of a search that begins, if it is an ending that the settings have enough positions for.
    ///
    /// # Errors
    /// If the monitor asks to stop.
    pub(super) fn prove_ending(
        &mut self,
        game: &Game,
        settings: &SearchSettings,
        monitor: &dyn Monitor,
    ) -> Result<(), SearchError> {
        let (position, rules) = (game.position(), game.rules());
        let is_asked = settings.ending_nodes > 0 && settings.solver == Solver::On;
        let is_known = self.nodes[ROOT as usize].bounds.proven().is_some();
        let has_room = self.nodes.len() < settings.node_limit as usize;
        if !is_asked || is_known || !has_room || !is_provable(position, rules) {
            return Ok(());
        }
        let bounds = Bounds {
            nodes: Some(u64::from(settings.ending_nodes)),
            ..Bounds::none(monitor)
        };
        let mut meter = Meter::new(monitor);
        let bytes = settings.ending_nodes as usize * BYTES_PER_NODE;
        let proof = meter
            .enforce(bounds)
            .and_then(|()| prove(position, rules, bytes, &mut meter));
        let (value, best) = match proof {
            Ok(Proof::Win(pit, _)) => (ExactValue::Win, Some(pit)),
            Ok(Proof::Draw(pit)) => (ExactValue::Draw, Some(pit)),
            Ok(Proof::Loss) => (ExactValue::Loss, None),
            Err(Halt::Exhausted) => return Ok(()),
            Err(Halt::Stopped) => return Err(SearchError::Stopped),
        };
        self.know(value, best, game, settings);
        Ok(())
    }

    /// Notes the value of the root for its side to move, and the move that reaches it.
    fn know(&mut self, value: ExactValue, best: Option<Pit>, game: &Game, settings: &SearchSettings) {
        if let Some(pit) = best {
            let child = match self.nodes[ROOT as usize].child(pit) {
                Some(child) => child,
                None => match self.add_child(ROOT, pit, 0, game, settings) {
                    Reached::Known(child) | Reached::New(child, _) | Reached::Waiting(child) => child,
                },
            };
            self.nodes[child as usize].become_exactly(value.reversed(), settings);
        }
        let root = &mut self.nodes[ROOT as usize];
        root.become_exactly(value, settings);
        if let Some(pit) = best.filter(|pit| root.edge_visits[pit.index()] > 0) {
            let edge_value = &mut root.edge_values[pit.index()];
            *edge_value = settings.leaf_value.clamp(*edge_value, root.bounds);
        }
        self.nodes[ROOT as usize].open = open_moves(&self.nodes, ROOT);
    }
}

impl Node {
    fn become_exactly(&mut self, value: ExactValue, settings: &SearchSettings) {
        self.bounds = ValueBounds::exactly(value);
        self.value = settings.leaf_value.clamp(self.value, self.bounds);
    }
}
