//! Repetitions without a history of every position.
//!
//! Stones go round the ring one way. To come back to a position without a stone being won, every pit must have received as
//! many stones as it gave. A sowing that passes a pit leaves a stone there, so every pit must have been played: a position
//! needs at least as many plies to come back as the ring has pits. Almost every run of plies that win nothing is shorter.
//! So only the last few moves are logged, and the positions of a run are worked out from them once it gets that long.

use crate::pit::MAX_PITS;
use crate::rules::{FirstStone, Rules};
use crate::vec_env::block::Block;
use crate::vec_env::kernel::Moves;

/// Own pits, then the opponent's, as the side to move sees them.
pub(super) type Ring = [u8; 2 * MAX_PITS];

/// The last moves of every block, and the positions of every run that has become long.
#[derive(Clone)]
pub(super) struct RepetitionLog {
    pits: usize,
    first_stone: FirstStone,
    /// Which of the logged moves belong to the step in progress.
    pub(super) slot: usize,
    pub(super) moves: Vec<[Moves; 2 * MAX_PITS]>,
    pub(super) runs: Vec<Vec<Ring>>,
}

impl RepetitionLog {
    pub(super) fn new(rules: &Rules, blocks: usize, boards: usize) -> Self {
        Self {
            pits: rules.pits(),
            first_stone: rules.first_stone(),
            slot: 0,
            moves: vec![[Moves::NONE; 2 * MAX_PITS]; blocks],
            runs: vec![Vec::new(); boards],
        }
    }

    /// Bytes that the log takes beside its own fields.
    pub(super) fn heap_bytes(&self) -> usize {
        let positions: usize = self.runs.iter().map(Vec::capacity).sum();
        size_of_val(&*self.moves) + size_of_val(&*self.runs) + positions * size_of::<Ring>()
    }

    /// The moves of a block in the step in progress.
    pub(super) fn moves_mut(&mut self, block: usize) -> &mut Moves {
        &mut self.moves[block][self.slot]
    }

    /// The moves of a block in the step in progress.
    pub(super) fn moves(&self, block: usize) -> &Moves {
        &self.moves[block][self.slot]
    }

    /// Ends the step in progress.
    pub(super) fn advance(&mut self) {
        self.slot = (self.slot + 1) % self.ring_len();
    }

    /// How often the present position of a board has occurred, this time included. To be called after every move of a
    /// run that is long enough to repeat.
    pub(super) fn occurrences(&mut self, board: usize, block: usize, lane: usize, state: &Block) -> u32 {
        let present = state.ring(lane);
        if state.reversible[lane] as usize == self.ring_len() {
            self.work_out_run(board, block, lane, present);
        }
        let run = &mut self.runs[board];
        run.push(present);
        // Every second position has the same side to move.
        let same_side = run.iter().rev().step_by(2);
        same_side.filter(|&&earlier| earlier == present).count() as u32
    }

    /// Puts the positions before the last `ring_len` moves in the place of the last run.
    fn work_out_run(&mut self, board: usize, block: usize, lane: usize, present: Ring) {
        let mut run = std::mem::take(&mut self.runs[board]);
        run.clear();
        let mut ring = present;
        let latest_first = (0..self.ring_len())
            .rev()
            .cycle()
            .skip(self.ring_len() - 1 - self.slot);
        for slot in latest_first.take(self.ring_len()) {
            let moves = &self.moves[block][slot];
            self.take_back(&mut ring, moves.origins[lane] as usize, moves.stones[lane]);
            run.push(ring);
        }
        run.reverse();
        self.runs[board] = run;
    }

    /// Takes back a move that won nothing.
    fn take_back(&self, ring: &mut Ring, origin: usize, stones: u8) {
        ring.rotate_left(MAX_PITS);
        let stays = stones > 1 && self.first_stone == FirstStone::PitOfOrigin;
        let mut index = origin;
        for step in 0..stones {
            if step > 0 || !stays {
                index = self.next_pit(index);
            }
            ring[index] -= 1;
        }
        ring[origin] = stones;
    }

    /// Index of the pit that follows in the order of sowing.
    fn next_pit(&self, index: usize) -> usize {
        match index + 1 {
            next if next == self.pits => MAX_PITS,
            next if next == MAX_PITS + self.pits => 0,
            next => next,
        }
    }

    pub(super) fn ring_len(&self) -> usize {
        2 * self.pits
    }
}
