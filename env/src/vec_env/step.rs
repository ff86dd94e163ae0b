use crate::Pit;
use crate::game::{GameStatus, is_drawn_by_repetition};
use crate::observation::REPETITION;
use crate::outcome::{Ending, Outcome};
use crate::position::Position;
use crate::row::nonzero_bytes;
use crate::vec_env::block::{End, LANES, Lanes};
use crate::vec_env::output::check_length;
use crate::vec_env::{Autoreset, FinishedGame, StepOutput, VecEnv, VecEnvError};

impl VecEnv {
    /// Plays one move on every board: `actions` holds the index of the pit, 0 to 8, for each: `[N]`. The action of a
    /// finished board is ignored; see [`Autoreset`] for what happens there.
    ///
    /// # Errors
    /// If `actions` has the wrong length or holds an illegal move. Then nothing has changed on any board.
    pub fn step(&mut self, actions: &[u8]) -> Result<(), VecEnvError> {
        self.pick(actions)?;
        self.finished.clear();
        for block in 0..self.blocks.len() {
            self.step_block(block);
        }
        self.log.advance();
        Ok(())
    }

    /// [`step`](Self::step), with the results written into arrays of the caller.
    ///
    /// # Errors
    /// If an array has the wrong length, or as for `step`. Then nothing has changed on any board or in any array.
    pub fn step_into(&mut self, actions: &[u8], output: &mut StepOutput<'_>) -> Result<(), VecEnvError> {
        output.check(self.boards)?;
        self.step(actions)?;
        self.observations_into(output.observations)?;
        self.action_mask_into(output.action_mask)?;
        output.rewards.copy_from_slice(self.rewards());
        output.terminated.copy_from_slice(self.terminated());
        output.truncated.copy_from_slice(self.truncated());
        Ok(())
    }

    /// Draws a uniformly random legal move for every board, 0 for a finished one: `[N]`. Each call draws one number from
    /// each board's own stream.
    ///
    /// # Errors
    /// If `actions` has the wrong length.
    pub fn sample_actions(&mut self, actions: &mut [u8]) -> Result<(), VecEnvError> {
        check_length("actions", actions.len(), self.boards)?;
        for (block, actions) in actions.chunks_mut(LANES).enumerate() {
            let state = &self.blocks[block];
            let playable = self.compulsory.get(block).unwrap_or_else(|| state.own_pits());
            let drawn =
                self.dispatch
                    .sample(&self.switches, playable, &state.end, &mut self.generators[block]);
            actions.copy_from_slice(&drawn[..actions.len()]);
        }
        Ok(())
    }

    /// Logs the moves of the step if all are legal. A log that stays behind is overwritten by the next step.
    fn pick(&mut self, actions: &[u8]) -> Result<(), VecEnvError> {
        check_length("actions", actions.len(), self.boards)?;
        for (block, actions) in actions.chunks(LANES).enumerate() {
            let state = &self.blocks[block];
            let playable = self.compulsory.get(block).unwrap_or_else(|| state.own_pits());
            let moves = self.log.moves_mut(block);
            moves.origins[..actions.len()].copy_from_slice(actions);
            if !self.dispatch.pick(&self.switches, playable, &state.end, moves) {
                return Err(self.first_illegal(block * LANES, actions));
            }
        }
        Ok(())
    }

    /// The error of a block that has an illegal action.
    #[cold]
    fn first_illegal(&self, first_board: usize, actions: &[u8]) -> VecEnvError {
        let illegal = (first_board..).zip(actions).find_map(|(board, &action)| {
            if self.end(board) != End::None {
                return None;
            }
            let Some(pit) = Pit::from_index(action as usize) else {
                return Some(VecEnvError::NoSuchAction { board, action });
            };
            let reason = self.present(board).check_legal(&self.rules, pit).err()?;
            Some(VecEnvError::IllegalAction {
                board,
                action,
                reason,
            })
        });
        illegal.expect("the block has an illegal action")
    }

    fn step_block(&mut self, block: usize) {
        let moves = self.log.moves(block);
        let played = self.dispatch.play(&self.switches, moves, &mut self.blocks[block]);
        self.dispatch
            .pass_turns(moves, &mut self.turns[block], &mut self.plies[block]);
        self.rewards[block] = played.rewards;
        self.find_repetitions(block, &played.long_runs);
        self.truncate(block);
        self.end_games(block);
        if !self.compulsory.is_empty() {
            for board in self.boards_of(block) {
                self.find_compulsory_moves(board);
            }
        }
    }

    fn find_repetitions(&mut self, block: usize, long_runs: &Lanes) {
        for lane in nonzero_lanes(long_runs) {
            let board = block * LANES + lane;
            let state = &mut self.blocks[block];
            let occurrences = self.log.occurrences(board, block, lane, state);
            state.columns[REPETITION][lane] = (occurrences - 1).min(2) as u8;
            if is_drawn_by_repetition(&self.rules, occurrences) {
                state.end[lane] = End::Repetition as u8;
            }
        }
    }

    fn truncate(&mut self, block: usize) {
        let Some(cap) = self.rules.ply_cap() else {
            return;
        };
        let state = &mut self.blocks[block];
        for (end, &plies) in state.end.iter_mut().zip(&self.plies[block]) {
            if *end == End::None as u8 && plies >= cap {
                *end = End::Truncated as u8;
            }
        }
    }

    /// Reports the games that ended in this step and starts new ones where the mode says so.
    fn end_games(&mut self, block: usize) {
        self.terminated[block] = [false; LANES];
        self.truncated[block] = [false; LANES];
        let ends = self.blocks[block].end;
        for lane in nonzero_lanes(&ends) {
            let end = End::from_code(ends[lane]);
            if end == End::NoBoard {
                break;
            }
            let board = block * LANES + lane;
            let moved = self.log.moves(block).stones[lane] != 0;
            let reward = self.rewards[block][lane];
            if moved {
                self.finished.push(self.finished_game(board));
            }
            match (self.autoreset, moved) {
                (Autoreset::NextStep, false) | (Autoreset::SameStep, _) => self.begin(board, self.start),
                (Autoreset::NextStep, true) | (Autoreset::Disabled, _) => {}
            }
            if moved || self.autoreset == Autoreset::Disabled {
                self.rewards[block][lane] = reward;
                self.terminated[block][lane] = end != End::Truncated;
                self.truncated[block][lane] = end == End::Truncated;
            }
        }
    }

    fn finished_game(&self, board: usize) -> FinishedGame {
        let (block, lane) = (board / LANES, board % LANES);
        let position = self.present(board);
        FinishedGame {
            board,
            position,
            status: self.status_of(self.end(board), &position),
            plies: self.plies[block][lane],
            observation: self.blocks[block].observation(lane),
        }
    }

    pub(super) fn game_status(&self, board: usize) -> GameStatus {
        self.status_of(self.end(board), &self.present(board))
    }

    pub(super) fn status_of(&self, end: End, position: &Position) -> GameStatus {
        let decided = |ending: Ending| GameStatus::Over {
            outcome: position.outcome(&self.rules).unwrap_or(Outcome::Draw),
            ending,
        };
        match end {
            End::None | End::NoBoard => GameStatus::Ongoing,
            End::Majority => decided(Ending::Majority),
            End::Atsyrau => decided(Ending::Atsyrau),
            End::Repetition => decided(Ending::Repetition),
            End::Truncated => GameStatus::Truncated,
        }
    }

    fn boards_of(&self, block: usize) -> std::ops::Range<usize> {
        let first = block * LANES;
        first..self.boards.min(first + LANES)
    }

    pub(super) fn end(&self, board: usize) -> End {
        self.blocks[board / LANES].end(board % LANES)
    }
}

/// The lanes that do not hold 0, in order. Eight are looked at together, since most hold 0.
fn nonzero_lanes(lanes: &Lanes) -> impl Iterator<Item = usize> {
    let (groups, _) = lanes.as_chunks::<8>();
    let mut left = 0_u64;
    for (index, group) in groups.iter().enumerate() {
        let bytes = u64::from_le_bytes(*group);
        if bytes != 0 {
            left |= nonzero_bytes(bytes) << (8 * index);
        }
    }
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}
