//! What templates can use: the position, the moves and the time.

use kumalak_env::{Game, Side, Sowing};
use minijinja::Value;
use serde::Serialize;

use crate::move_limits::MoveTime;

/// The fields of a template; `docs/protocol.md` describes each of them.
#[derive(Serialize)]
pub(super) struct TemplateFields {
    white: SideFields,
    black: SideFields,
    mover: SideFields,
    opponent: SideFields,
    side: &'static str,
    side_index: usize,
    fen: String,
    start_fen: String,
    from_start: bool,
    ply: usize,
    moves: Vec<MoveFields>,
    time: TimeFields,
}

/// What belongs to one side.
#[derive(Clone, Serialize)]
struct SideFields {
    pits: Vec<u8>,
    kazan: u8,
    tuzdik: usize,
}

/// A move of the game so far.
#[derive(Serialize)]
struct MoveFields {
    pit: usize,
    last: usize,
    side: &'static str,
    notation: String,
    squares: String,
}

/// The time of the side to move, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct TimeFields {
    pub(super) move_ms: u64,
    pub(super) remaining_ms: Option<u64>,
    pub(super) increment_ms: Option<u64>,
}

impl TimeFields {
    /// What a match grants: `move_ms` for this move, and the clock if there is one.
    pub(super) fn new(move_ms: u64, time: MoveTime) -> Self {
        let clock = match time {
            MoveTime::Clock { remaining, increment } => Some([remaining, increment]),
            MoveTime::Unlimited | MoveTime::PerMove(_) => None,
        };
        let clock = clock.map(|times| times.map(|time| time.as_millis() as u64));
        Self {
            move_ms,
            remaining_ms: clock.map(|[remaining, _]| remaining),
            increment_ms: clock.map(|[_, increment]| increment),
        }
    }
}

/// The names that a template may use.
pub(super) const NAMES: [&str; 23] = [
    "white.pits",
    "white.kazan",
    "white.tuzdik",
    "black.pits",
    "black.kazan",
    "black.tuzdik",
    "mover.pits",
    "mover.kazan",
    "mover.tuzdik",
    "opponent.pits",
    "opponent.kazan",
    "opponent.tuzdik",
    "side",
    "side_index",
    "fen",
    "start_fen",
    "from_start",
    "ply",
    "moves",
    "time",
    "time.move_ms",
    "time.remaining_ms",
    "time.increment_ms",
];

/// The fields for a game and the time of its side to move.
pub(super) fn template_fields(game: &Game, time: TimeFields) -> Value {
    let rules = game.rules();
    let position = game.position();
    let turn = position.turn();
    let of_side = |side: Side| SideFields {
        pits: position.pits(side)[..rules.pits()].to_vec(),
        kazan: position.kazan(side),
        tuzdik: position.tuzdik(side).map_or(0, |pit| pit.number()),
    };
    let plies_before = |ply: usize| ply as u32 / 2 + 1;
    Value::from_serialize(TemplateFields {
        white: of_side(Side::White),
        black: of_side(Side::Black),
        mover: of_side(turn),
        opponent: of_side(!turn),
        side: side_name(turn),
        side_index: turn.index(),
        fen: position.to_fen(rules, plies_before(game.moves().len())),
        start_fen: game.start().to_fen(rules, 1),
        from_start: *game.start() == kumalak_env::Position::start(rules),
        ply: game.moves().len(),
        moves: played(game)
            .iter()
            .map(|sowing| move_fields(game, sowing))
            .collect(),
        time,
    })
}

fn played(game: &Game) -> Vec<Sowing> {
    let mut position = *game.start();
    let sowings = game
        .moves()
        .iter()
        .map(|&pit| position.play_unchecked(game.rules(), pit));
    sowings.collect()
}

fn move_fields(game: &Game, sowing: &Sowing) -> MoveFields {
    MoveFields {
        pit: sowing.origin.number(),
        last: sowing.last_pit.number(),
        side: side_name(sowing.mover),
        notation: sowing.notation().to_string(),
        squares: sowing.squares().to_text(game.rules()),
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
