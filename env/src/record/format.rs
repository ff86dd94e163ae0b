use std::fmt;
use std::io::BufRead;

use super::compact::HEADER;
use super::error::{RecordError, RecordProblem};
use super::lines::Lines;
use super::pgn::parse_tag;
use super::result::parse_result;
use crate::rules::Rules;
use crate::square::SquareMove;

/// Lines within which a source must show its format.
const DETECTION_LINES: usize = 256;

/// The ways in which records are written; `docs/formats.md` has the grammars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordFormat {
    /// The files of the PlayOK server: tags, wrapped moves with kazans, result.
    PlayOk,
    /// Tags and one numbered pair of moves a line, as tournament databases have them.
    Tgk,
    /// The format of this library, which can hold everything the others say.
    Kumalak,
    /// One game a line in PlayStrategy's squares.
    PlayStrategy,
}

impl RecordFormat {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::PlayOk, Self::Tgk, Self::Kumalak, Self::PlayStrategy];

    /// Name, as in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlayOk => "PlayOK",
            Self::Tgk => "TGK",
            Self::Kumalak => "kumalak",
            Self::PlayStrategy => "PlayStrategy",
        }
    }
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What one line says about the format of its source.
enum Evidence {
    Decisive(RecordFormat),
    Tag,
    /// A tag that PlayOK's files begin with, and games from there keep in other formats.
    PlayOkTag,
    /// A pair of moves that TGK has on a line of its own, and PlayOK may.
    Pair,
    Nothing,
    Foreign,
}

/// Tells the format of a source by its first lines, which stay to be read.
pub(super) fn detect<R: BufRead>(lines: &mut Lines<R>) -> Result<RecordFormat, RecordError> {
    let mut seen = Vec::new();
    let mut tags = false;
    let mut from_playok = false;
    let mut pairs = false;
    let mut found = None;
    let mut first_filled = None;
    while seen.len() < DETECTION_LINES && found.is_none() {
        let Some(line) = lines.next().transpose() else {
            break;
        };
        if let Ok(line) = &line {
            let text = line.text.trim();
            if first_filled.is_none() && !text.is_empty() {
                first_filled = Some((line.number, text.to_owned()));
            }
            match evidence(text, tags) {
                Evidence::Decisive(format) => found = Some(format),
                // The first game has no result behind its moves.
                Evidence::Tag | Evidence::PlayOkTag if pairs => found = Some(RecordFormat::Tgk),
                Evidence::Tag => tags = true,
                Evidence::PlayOkTag => (tags, from_playok) = (true, true),
                Evidence::Pair if from_playok => pairs = true,
                Evidence::Pair => found = Some(RecordFormat::Tgk),
                Evidence::Nothing => {}
                Evidence::Foreign => break,
            }
        }
        seen.push(line);
    }
    let by_tags = match from_playok && !pairs {
        true => RecordFormat::PlayOk,
        false => RecordFormat::Tgk,
    };
    let Some(format) = found.or(tags.then_some(by_tags)) else {
        // What cannot even be read as text says more than the lines after it.
        let unreadable = seen.into_iter().find_map(Result::err);
        let (number, found) = first_filled.unwrap_or_default();
        let unknown = lines.error(number, None, RecordProblem::UnknownFormat { found });
        return Err(unreadable.unwrap_or(unknown));
    };
    for line in seen.into_iter().rev() {
        lines.put_back(line);
    }
    Ok(format)
}

fn evidence(line: &str, after_tags: bool) -> Evidence {
    let first = line.split_whitespace().next().unwrap_or_default();
    if line.starts_with('[') {
        return match parse_tag(line) {
            Some((name, value)) if name == "Site" && value == "PlayOK" => Evidence::PlayOkTag,
            _ => Evidence::Tag,
        };
    }
    if line.is_empty() || line.starts_with('#') {
        Evidence::Nothing
    } else if Some(first) == HEADER.split(' ').next() {
        Evidence::Decisive(RecordFormat::Kumalak)
    } else if !after_tags && SquareMove::parse(&Rules::STANDARD, first).is_ok() {
        Evidence::Decisive(RecordFormat::PlayStrategy)
    } else if after_tags || first.split_once('.').is_some_and(|(number, _)| number == "1") {
        evidence_of_moves(line)
    } else {
        Evidence::Foreign
    }
}

/// PlayOK's moves fill whole lines, with kazans and a result; a line of TGK holds one numbered pair.
fn evidence_of_moves(line: &str) -> Evidence {
    let numbers = line
        .split_whitespace()
        .filter(|token| token.contains('.'))
        .count();
    let has_marks = line.contains(['(', '{']);
    let has_result = line.split_whitespace().any(|token| parse_result(token).is_some());
    if numbers > 1 || has_marks || has_result {
        Evidence::Decisive(RecordFormat::PlayOk)
    } else {
        Evidence::Pair
    }
}
