use std::io::BufRead;

use super::error::{Place, RecordError, RecordProblem};
use super::lines::{Line, Lines};
use super::result::{EXPECTED_RESULT, parse_result, result_text};
use super::setup::plies_before;
use super::{GameRecord, MAX_PLIES, MAX_TAGS, Marks, RecordedMove, Tags};
use crate::notation::MoveNotation;
use crate::number;
use crate::outcome::{Ending, Outcome};

/// What tells PlayOK's files and TGK apart once both are split into tags and tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Kazans and `{zero}` are written, and the moves end with the result.
    PlayOk,
    /// The `Result` tag stands alone, and the moves end with the next game.
    Tgk,
}

/// The part of a game that the text has reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Part {
    Tags,
    /// After the empty line below the tags.
    AfterTags,
    Moves,
    AfterResult,
}

/// A game of which some lines have been read.
struct Draft {
    record: GameRecord,
    part: Part,
    result: Option<Option<Outcome>>,
    /// A move number stood last, so that a move must follow.
    numbered: bool,
    /// Plies before the first move of the record, as the move numbers count them.
    plies_before: usize,
}

/// Reads the next game, or returns `None` at the end. After an error the rest of the bad game has been skipped.
pub(super) fn next_game<R: BufRead>(
    lines: &mut Lines<R>,
    dialect: Dialect,
) -> Result<Option<GameRecord>, RecordError> {
    let mut part = Part::Tags;
    let game = read_game(lines, dialect, &mut part);
    if game.is_err() {
        let mut between_games = part >= Part::Moves;
        lines.skip_until(|line| {
            let is_tag = is_tag(line);
            between_games |= !is_tag;
            is_tag && between_games
        });
    }
    game
}

fn read_game<R: BufRead>(
    lines: &mut Lines<R>,
    dialect: Dialect,
    part: &mut Part,
) -> Result<Option<GameRecord>, RecordError> {
    let Some(first) = lines.next_filled()? else {
        return Ok(None);
    };
    let mut draft = Draft::new(lines.place(first.number), dialect);
    let mut next = Some(first);
    while let Some(line) = next {
        if draft.part > Part::Tags && is_tag(&line.text) {
            lines.put_back(Ok(line));
            break;
        }
        let read = draft.read_line(&line);
        *part = draft.part;
        read.map_err(|problem| lines.error(line.number, draft.ply(), problem))?;
        next = match lines.next() {
            Err(error) if draft.part == Part::AfterResult => {
                lines.put_back(Err(error));
                break;
            }
            Err(error) => {
                return Err(RecordError {
                    ply: draft.ply(),
                    ..error
                });
            }
            Ok(line) => line,
        };
    }
    *part = Part::AfterResult;
    let end = lines.end().line;
    let ply = draft.ply();
    draft
        .finish(dialect)
        .map(Some)
        .map_err(|problem| lines.error(end, ply, problem))
}

fn is_tag(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

impl Draft {
    fn new(place: Place, dialect: Dialect) -> Self {
        Self {
            record: GameRecord {
                place,
                tags: Tags::new(),
                moves: Vec::new(),
                result: None,
                ending: None,
                marks: match dialect {
                    Dialect::PlayOk => Marks::ALL,
                    Dialect::Tgk => Marks::TUZDIKS,
                },
            },
            part: Part::Tags,
            result: None,
            numbered: false,
            plies_before: 0,
        }
    }

    /// The ply that is due, once the moves have begun.
    fn ply(&self) -> Option<usize> {
        (self.part >= Part::Moves).then_some(self.record.moves.len() + 1)
    }

    fn read_line(&mut self, line: &Line) -> Result<(), RecordProblem> {
        if is_tag(&line.text) {
            return self.read_tag(line.text.trim());
        }
        if self.part == Part::Tags {
            self.part = Part::AfterTags;
        }
        line.text
            .split_whitespace()
            .try_for_each(|token| self.read_token(token, line.number))
    }

    fn read_tag(&mut self, text: &str) -> Result<(), RecordProblem> {
        const EXPECTED: &str = "a tag such as [White \"?\"]";
        let (name, value) = parse_tag(text).ok_or_else(|| RecordProblem::unexpected(EXPECTED, text))?;
        if self.record.tags.len() == MAX_TAGS {
            return Err(RecordProblem::TooMany {
                what: "tags",
                limit: MAX_TAGS,
            });
        }
        if name == "Result" {
            let result =
                parse_result(&value).ok_or_else(|| RecordProblem::unexpected(EXPECTED_RESULT, &value))?;
            self.set_result(result)?;
        }
        self.record.tags.push(name, value);
        Ok(())
    }

    fn set_result(&mut self, result: Option<Outcome>) -> Result<(), RecordProblem> {
        match self.result {
            Some(first) if first != result => Err(RecordProblem::TwoResults {
                first: result_text(first),
                second: result_text(result),
            }),
            _ => {
                self.result = Some(result);
                Ok(())
            }
        }
    }

    fn read_token(&mut self, token: &str, line: u64) -> Result<(), RecordProblem> {
        if self.part == Part::AfterResult {
            return self.read_ending(token);
        }
        if self.part < Part::Moves {
            self.part = Part::Moves;
            self.plies_before = plies_before(&self.record.tags);
        }
        if let Some(result) = parse_result(token).filter(|_| !self.numbered) {
            self.part = Part::AfterResult;
            return self.set_result(result);
        }
        match token.split_once('.') {
            Some((number, rest)) => {
                let rest = self.read_number(number, rest, token)?;
                if rest.is_empty() {
                    Ok(())
                } else {
                    self.read_move(rest, line)
                }
            }
            None => self.read_move(token, line),
        }
    }

    fn read_ending(&mut self, token: &str) -> Result<(), RecordProblem> {
        if token == "{zero}" && self.record.ending.is_none() {
            self.record.ending = Some(Ending::Atsyrau);
            return Ok(());
        }
        Err(RecordProblem::unexpected(
            "{zero} or the next game after the result",
            token,
        ))
    }

    /// Reads a move number, with the two further dots of one at which Black begins. Returns what follows them.
    fn read_number<'t>(
        &mut self,
        number: &str,
        rest: &'t str,
        token: &str,
    ) -> Result<&'t str, RecordProblem> {
        let found = number::parse(number)
            .filter(|_| !self.numbered)
            .ok_or_else(|| RecordProblem::unexpected(self.expected(), token))?;
        let ply = self.ply_to_come();
        let expected = ply / 2 + 1;
        if found != expected || !self.needs_number() {
            return Err(RecordProblem::MoveNumber { expected, found });
        }
        let dots = if ply.is_multiple_of(2) { "" } else { ".." };
        let rest = rest
            .strip_prefix(dots)
            .ok_or_else(|| RecordProblem::unexpected(self.expected(), token))?;
        self.numbered = true;
        Ok(rest)
    }

    fn read_move(&mut self, token: &str, line: u64) -> Result<(), RecordProblem> {
        let recorded = parse_move(token, line)
            .filter(|_| self.numbered == self.needs_number())
            .ok_or_else(|| RecordProblem::unexpected(self.expected(), token))?;
        if self.record.moves.len() == MAX_PLIES {
            return Err(RecordProblem::TooMany {
                what: "plies",
                limit: MAX_PLIES,
            });
        }
        self.numbered = false;
        self.record.moves.push(recorded);
        Ok(())
    }

    /// The ply of the move to come, as move numbers count it: even for White.
    fn ply_to_come(&self) -> usize {
        self.plies_before + self.record.moves.len()
    }

    /// Whether a number stands before the move to come.
    fn needs_number(&self) -> bool {
        self.ply_to_come().is_multiple_of(2) || self.record.moves.is_empty()
    }

    /// What may stand next among the moves.
    fn expected(&self) -> &'static str {
        match (self.ply_to_come() % 2, self.numbered) {
            (0, true) => "White's move, such as 76, 68X or 76(10)",
            (0, false) => "a move number such as 12., or a result",
            (_, true) => "Black's move, such as 76, 68X or 76(10)",
            _ if self.record.moves.is_empty() => "a move number such as 12..., or a result",
            _ => "Black's move, such as 76, 68X or 76(10), or a result",
        }
    }

    fn finish(mut self, dialect: Dialect) -> Result<GameRecord, RecordProblem> {
        if self.numbered {
            return Err(RecordProblem::unexpected(self.expected(), ""));
        }
        if dialect == Dialect::PlayOk && self.part != Part::AfterResult {
            return Err(RecordProblem::unexpected("the result after the moves", ""));
        }
        self.record.result = self.result.flatten();
        Ok(self.record)
    }
}

/// Name and value of `[Name "value"]`, where `\` stands before a quote or a backslash that belongs to the value.
pub(super) fn parse_tag(text: &str) -> Option<(String, String)> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, quoted) = inner.split_once(char::is_whitespace)?;
    let quoted = quoted.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(quoted.len());
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?),
            '"' => return None,
            _ => value.push(letter),
        }
    }
    Some((name.to_owned(), value))
}

/// A move with its marks: `76`, `68X`, `76(10)`.
pub(super) fn parse_move(token: &str, line: u64) -> Option<RecordedMove> {
    let (notation, kazan) = match token.split_once('(') {
        Some((notation, kazan)) => (notation, Some(number::parse(kazan.strip_suffix(')')?)?)),
        None => (token, None),
    };
    Some(RecordedMove {
        notation: notation.parse::<MoveNotation>().ok()?,
        last_side: None,
        kazan,
        line,
    })
}
