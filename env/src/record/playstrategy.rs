use std::io::{self, BufRead, Write};

use super::error::{RecordError, RecordProblem};
use super::lines::{Line, Lines};
use super::{GameRecord, MAX_PLIES, Marks, RecordedMove};
use crate::notation::MoveNotation;
use crate::rules::Rules;
use crate::side::Side;
use crate::square::{Square, SquareMove};

/// Reads the game of the next line, or returns `None` at the end.
pub(super) fn next_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<GameRecord>, RecordError> {
    loop {
        match lines.next_filled()? {
            None => return Ok(None),
            Some(line) if line.text.starts_with('#') => {}
            Some(line) => return read_line(lines, &line).map(Some),
        }
    }
}

fn read_line<R: BufRead>(lines: &Lines<R>, line: &Line) -> Result<GameRecord, RecordError> {
    let (moves, kazans) = match line.text.split_once(';') {
        Some((moves, kazans)) => (moves, Some(kazans.trim())),
        None => (&line.text[..], None),
    };
    let mut record = GameRecord {
        place: lines.place(line.number),
        tags: kazans.map(|kazans| ("Count", kazans)).into_iter().collect(),
        moves: Vec::new(),
        result: None,
        ending: None,
        marks: Marks::NONE,
    };
    for token in moves.split_whitespace() {
        let plies = record.moves.len();
        let played = read_move(plies, token, line.number)
            .map_err(|problem| lines.error(line.number, Some(plies + 1), problem))?;
        record.moves.push(played);
    }
    Ok(record)
}

fn read_move(plies: usize, token: &str, line: u64) -> Result<RecordedMove, RecordProblem> {
    if plies == MAX_PLIES {
        return Err(RecordProblem::TooMany {
            what: "plies",
            limit: MAX_PLIES,
        });
    }
    let (mover, expected) = if plies.is_multiple_of(2) {
        (Side::White, "White's move in squares, such as g1d2")
    } else {
        (Side::Black, "Black's move in squares, such as c2f1")
    };
    match SquareMove::parse(&Rules::STANDARD, token) {
        Ok(SquareMove { origin, last }) if origin.side == mover => Ok(RecordedMove {
            notation: MoveNotation {
                origin: origin.pit,
                last: last.pit,
                makes_tuzdik: false,
            },
            last_side: Some(last.side),
            kazan: None,
            line,
        }),
        _ => Err(RecordProblem::unexpected(expected, token)),
    }
}

/// Writes the moves of a game, and the final kazans if the tag `Count` gives them.
pub(super) fn write_game(out: &mut impl Write, record: &GameRecord) -> io::Result<()> {
    let squares = record.moves.iter().enumerate().map(|(index, played)| {
        let mover = Side::ALL[index % 2];
        let squares = SquareMove {
            origin: Square {
                side: mover,
                pit: played.notation.origin,
            },
            last: Square {
                side: played.last_side.unwrap_or(mover),
                pit: played.notation.last,
            },
        };
        squares.to_text(&Rules::STANDARD)
    });
    write!(out, "{}", squares.collect::<Vec<_>>().join(" "))?;
    match record.tags.get("Count") {
        Some(count) => writeln!(out, " ; {count}"),
        None => writeln!(out),
    }
}
