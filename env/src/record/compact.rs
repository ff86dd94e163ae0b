use std::io::{self, BufRead, Write};

use super::error::{RecordError, RecordProblem};
use super::lines::{Line, Lines};
use super::pgn::parse_move;
use super::result::{EXPECTED_RESULT, check_result_tags, parse_result, result_text};
use super::{GameRecord, MAX_PLIES, MAX_TAGS, Marks, RecordedMove, Tags};
use crate::outcome::Ending;

/// First line of a source: name and version of the format.
pub(super) const HEADER: &str = "kumalak-records 1";

/// Plies that the writer puts on a line.
const PLIES_PER_LINE: usize = 20;

/// Reads the next game, or returns `None` at the end. After an error the rest of the bad game has been skipped.
pub(super) fn next_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<GameRecord>, RecordError> {
    let game = read_game(lines);
    if game.is_err() {
        lines.skip_until(|line| keyword(line).0 == "game");
    }
    game
}

fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<GameRecord>, RecordError> {
    let mut record = loop {
        let Some(line) = next_line(lines)? else {
            return Ok(None);
        };
        match keyword(&line.text) {
            ("game", marks) => {
                let marks = parse_marks(marks).map_err(|problem| lines.error(line.number, None, problem))?;
                break GameRecord {
                    place: lines.place(line.number),
                    tags: Tags::new(),
                    moves: Vec::new(),
                    result: None,
                    ending: None,
                    marks,
                };
            }
            _ if line.text.trim_end() == HEADER => {}
            _ => {
                let problem = RecordProblem::unexpected("a line that begins with `game`", &line.text);
                return Err(lines.error(line.number, None, problem));
            }
        }
    };
    loop {
        let ply = Some(record.moves.len() + 1);
        let line = next_line(lines).map_err(|error| RecordError { ply, ..error })?;
        let Some(line) = line else {
            let problem = RecordProblem::unexpected("a line that begins with `end`", "");
            return Err(lines.error(lines.end().line, ply, problem));
        };
        match read_line(&mut record, &line) {
            Ok(Progress::Inside) => {}
            Ok(Progress::Complete) => return Ok(Some(record)),
            Err(problem) => {
                let ply = Some(record.moves.len() + 1);
                if keyword(&line.text).0 == "game" {
                    lines.put_back(Ok(line.clone()));
                }
                return Err(lines.error(line.number, ply, problem));
            }
        }
    }
}

enum Progress {
    Inside,
    Complete,
}

fn read_line(record: &mut GameRecord, line: &Line) -> Result<Progress, RecordProblem> {
    const EXPECTED: &str = "`tag` before the moves, moves, or `end` after them";
    match keyword(&line.text) {
        ("tag", tag) if record.moves.is_empty() => {
            let (name, value) = tag.split_once(' ').unwrap_or((tag, ""));
            if name.is_empty() {
                return Err(RecordProblem::unexpected("a name after `tag`", &line.text));
            }
            if record.tags.len() == MAX_TAGS {
                return Err(RecordProblem::TooMany {
                    what: "tags",
                    limit: MAX_TAGS,
                });
            }
            record.tags.push(name, value);
            Ok(Progress::Inside)
        }
        ("end", end) => {
            let (result, ending) = end.split_once(' ').unwrap_or((end, ""));
            record.result =
                parse_result(result).ok_or_else(|| RecordProblem::unexpected(EXPECTED_RESULT, result))?;
            record.ending = parse_ending(ending.trim())?;
            check_result_tags(&record.tags, record.result)?;
            Ok(Progress::Complete)
        }
        (first, _) if first.starts_with(|letter: char| letter.is_ascii_digit()) => {
            for token in line.text.split_whitespace() {
                record
                    .moves
                    .push(read_move(record.moves.len(), token, line.number)?);
            }
            Ok(Progress::Inside)
        }
        _ => Err(RecordProblem::unexpected(EXPECTED, &line.text)),
    }
}

fn read_move(plies: usize, token: &str, line: u64) -> Result<RecordedMove, RecordProblem> {
    if plies == MAX_PLIES {
        return Err(RecordProblem::TooMany {
            what: "plies",
            limit: MAX_PLIES,
        });
    }
    parse_move(token, line)
        .ok_or_else(|| RecordProblem::unexpected("a move such as 76, 68X or 76(10)", token))
}

/// The next line that is neither empty nor a comment.
fn next_line<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Line>, RecordError> {
    loop {
        match lines.next_filled()? {
            Some(line) if line.text.starts_with('#') => {}
            other => return Ok(other),
        }
    }
}

/// The first word of a line and what follows the space after it.
fn keyword(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

fn parse_marks(text: &str) -> Result<Marks, RecordProblem> {
    let mut marks = Marks::NONE;
    for name in text.split_whitespace() {
        match name {
            "tuzdiks" => marks.tuzdiks = true,
            "kazans" => marks.kazans = true,
            "atsyrau" => marks.atsyrau = true,
            _ => {
                return Err(RecordProblem::unexpected(
                    "tuzdiks, kazans or atsyrau after `game`",
                    name,
                ));
            }
        }
    }
    Ok(marks)
}

fn parse_ending(text: &str) -> Result<Option<Ending>, RecordProblem> {
    if text.is_empty() {
        return Ok(None);
    }
    match Ending::ALL.iter().find(|ending| ending.name() == text) {
        Some(&ending) => Ok(Some(ending)),
        None => Err(RecordProblem::unexpected(
            "majority, atsyrau, repetition, resignation, agreement or time forfeit",
            text,
        )),
    }
}

/// Writes a game.
pub(super) fn write_game(out: &mut impl Write, record: &GameRecord) -> io::Result<()> {
    let marks = record.marks;
    let written = [
        ("tuzdiks", marks.tuzdiks),
        ("kazans", marks.kazans),
        ("atsyrau", marks.atsyrau),
    ];
    write!(out, "game")?;
    for (name, _) in written.iter().filter(|&&(_, is_written)| is_written) {
        write!(out, " {name}")?;
    }
    writeln!(out)?;
    for (name, value) in record.tags.iter() {
        let space = if value.is_empty() { "" } else { " " };
        writeln!(out, "tag {name}{space}{value}")?;
    }
    for line in record.moves.chunks(PLIES_PER_LINE) {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", line.join(" "))?;
    }
    write!(out, "end {}", result_text(record.result))?;
    if let Some(ending) = record.ending {
        write!(out, " {ending}")?;
    }
    writeln!(out)
}
