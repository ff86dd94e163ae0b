use std::mem::size_of_val;

use crate::vec_env::VecEnv;

impl VecEnv {
    /// Bytes that all boards take now, room for growth included. Positions of long runs without a capture are kept as long as
    /// they may repeat, so that the number grows with use and then stays.
    pub fn memory_bytes(&self) -> usize {
        let per_block = size_of_val(&*self.blocks)
            + size_of_val(&*self.turns)
            + size_of_val(&*self.plies)
            + size_of_val(&*self.generators)
            + size_of_val(&*self.compulsory)
            + size_of_val(&*self.rewards)
            + size_of_val(&*self.terminated)
            + size_of_val(&*self.truncated);
        let finished = self.finished.capacity() * size_of::<crate::FinishedGame>();
        size_of::<Self>() + per_block + finished + self.log.heap_bytes()
    }
}
