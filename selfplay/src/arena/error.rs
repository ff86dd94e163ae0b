use kumalak_env::{IllegalMove, Side};
use thiserror::Error;

use crate::player::PlayerError;

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A match of no games.
    #[error("a match needs at least one pair of games")]
    NoPairs,
    /// Lanes of no games.
    #[error("a lane needs at least one pair of games")]
    EmptyLane,
    /// The openings are longer than the games.
    #[error("openings of {plies} plies leave nothing to play under a ply cap of {cap}")]
    OpeningBeyondCap {
        /// Plies of an opening.
        plies: usize,
        /// The ply cap.
        cap: u32,
    },
    /// There is not one of each player for every thread.
    #[error(
        "a match needs one of each player for every thread, got {first} of the first and {second} of the second"
    )]
    PlayerCount {
        /// How many of the first player there are.
        first: usize,
        /// How many of the second player there are.
        second: usize,
    },
    /// No opening was found.
    #[error("pair {pair}: in {attempts} attempts no opening ({openings}) left a game to play")]
    NoOpening {
        /// Number of the pair, from 0.
        pair: usize,
        /// Where the openings come from.
        openings: String,
        /// How many openings were tried.
        attempts: usize,
    },
    /// Adjudication by the word of one player.
    #[error("adjudication by agreement needs at least two moves in a row, so that both players agree")]
    OneSidedAdjudication,
    /// Exact values of another game.
    #[error("the exact values are of other rules than the match")]
    ForeignValues,
    /// A finished pair that is to be kept does not belong to the match.
    #[error("pair {pair} does not belong to a match of {pairs} pairs, or is there twice")]
    ForeignPair {
        /// Number of the pair, from 0.
        pair: usize,
        /// Pairs of the match.
        pairs: usize,
    },
    /// Whoever keeps the results could not.
    #[error("cannot keep the results: {0}")]
    Keep(#[from] std::io::Error),
    /// A player made an illegal move.
    #[error("pair {pair}, ply {ply}: {player}, playing {side}, made an illegal move: {illegal}")]
    IllegalMove {
        /// Number of the pair, from 0.
        pair: usize,
        /// Moves played before, those of the opening included.
        ply: usize,
        /// Name of the player.
        player: String,
        /// The side that it plays, which tells the two games of the pair apart.
        side: Side,
        /// What was wrong.
        illegal: IllegalMove,
    },
    /// A player did not answer with one move for each game.
    #[error("{player} was asked for moves in {expected} games and gave {found}")]
    MoveCount {
        /// Name of the player.
        player: String,
        /// Number of games.
        expected: usize,
        /// Number of moves.
        found: usize,
    },
    /// A player could not choose.
    #[error("{player} could not choose a move: {error}")]
    Player {
        /// Name of the player.
        player: String,
        /// Why.
        error: PlayerError,
    },
    /// The match was stopped before its first pair was finished.
    #[error("stopped before the first pair of games was finished")]
    Stopped,
}
