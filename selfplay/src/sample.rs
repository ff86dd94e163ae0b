use bytemuck::{Pod, Zeroable};
use kumalak_env::{MAX_PITS, OBSERVATION_LEN};

/// One position of a self-play game with what a network should say about it, all from its side to move: a record of
/// 88 bytes, little-endian in files.
///
/// What a game says about its end is known if it was played to its end on the board. If it was given up or adjudicated,
/// `played_out` is 0, the result stands, and `margin`, `plies_left` and both tuzdiks are 0 and say nothing.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Sample {
    /// Number of the game.
    pub game: u64,
    /// The policy that the search arrived at: `[9]`, sums to 1, 0 for illegal pits. With PUCT the share of the visits, with
    /// Gumbel the improved policy.
    pub policy: [f32; MAX_PITS],
    /// Value of the root after the search, from −1 to 1.
    pub root_value: f32,
    /// How much the sample counts in a loss; 1 in the mean of each game.
    pub weight: f32,
    /// Final stones of the side to move less those of the opponent.
    pub margin: i16,
    /// Plies played before the position, at most 65,535.
    pub ply: u16,
    /// Plies from the position to the end of the game, at most 65,535.
    pub plies_left: u16,
    /// Result for the side to move: 1 win, 0 draw, −1 loss.
    pub outcome: i8,
    /// Tuzdik of the side to move at the end: 0 none, else the number 1..9 of a pit of the opponent.
    pub own_tuzdik: u8,
    /// Tuzdik of the opponent at the end: 0 none, else the number 1..9 of an own pit.
    pub opponent_tuzdik: u8,
    /// 1 if the game was played to its end on the board, else 0.
    pub played_out: u8,
    /// The position, see [`kumalak_env::Observation`]: `[23]`.
    pub observation: [u8; OBSERVATION_LEN],
    /// Zero; keeps the record free of padding.
    pub reserved: [u8; 3],
}

// The number stands in `docs/formats.md`.
const _: () = assert!(size_of::<Sample>() == 88);
