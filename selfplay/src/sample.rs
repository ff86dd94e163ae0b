use bytemuck::{Pod, Zeroable};
use kumalak_env::{MAX_PITS, OBSERVATION_LEN};

/// One position of a self-play game with what a network should say about it, all from its side to move.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Sample {
    /// Share of the search's visits for each pit: `[9]`, sums to 1, 0 for illegal pits.
    pub policy: [f32; MAX_PITS],
    /// Value of the root after the search, from −1 to 1.
    pub root_value: f32,
    /// Final stones of the side to move less those of the opponent.
    pub margin: i16,
    /// Result for the side to move: 1 win, 0 draw, −1 loss.
    pub outcome: i8,
    /// The position, see [`kumalak_env::Observation`]: `[23]`.
    pub observation: [u8; OBSERVATION_LEN],
    /// Zero; keeps the record free of padding.
    pub reserved: [u8; 2],
}
