use kumalak_env::derive_seed;

/// What randomness is for. Each purpose has a seed of its own, which depends on the seed of the run alone, so that no
/// generator has a state to save: an iteration draws from streams that its number gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub(crate) enum Purpose {
    /// Parameters of the untrained network.
    Network = 1,
    /// Games of self-play; each game number is a stream.
    SelfPlay = 2,
    /// Samples of the training steps; each iteration is a stream.
    Batches = 3,
    /// Matches during training; each iteration is a seed.
    Evaluation = 4,
    /// Matches of the tables, the same ones for every network.
    Table = 5,
}

impl Purpose {
    /// The seed for this purpose in a run with seed `run_seed`.
    pub(crate) const fn seed(self, run_seed: u64) -> u64 {
        derive_seed(run_seed, self as u64)
    }
}
