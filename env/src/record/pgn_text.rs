use std::io::{self, Write};

use super::result::result_text;
use super::setup::plies_before;
use super::{GameRecord, RecordedMove};
use crate::outcome::Ending;

/// Columns that PlayOK fills before it begins a new line; `{zero}` may stand beyond them.
const PLAYOK_COLUMNS: usize = 59;

/// Writes a game as PlayOK's files have it: of the endings, atsyrau alone is marked.
pub(super) fn write_playok(out: &mut impl Write, record: &GameRecord) -> io::Result<()> {
    write_tags(out, record)?;
    let mut tokens = Vec::with_capacity(record.moves.len() * 3 / 2 + 1);
    for (number, moves) in numbered_moves(record) {
        tokens.push(number);
        tokens.extend(moves.iter().map(ToString::to_string));
    }
    tokens.push(result_text(record.result).to_owned());
    write_wrapped(out, &tokens)?;
    if record.ending == Some(Ending::Atsyrau) {
        write!(out, " {{zero}}")?;
    }
    writeln!(out)
}

fn write_wrapped(out: &mut impl Write, tokens: &[String]) -> io::Result<()> {
    let mut column = 0;
    for token in tokens {
        if column == 0 {
            write!(out, "{token}")?;
            column = token.len();
        } else if column + 1 + token.len() > PLAYOK_COLUMNS {
            write!(out, "\n{token}")?;
            column = token.len();
        } else {
            write!(out, " {token}")?;
            column += 1 + token.len();
        }
    }
    Ok(())
}

/// Writes a game as TGK has it: kazans and the ending are left out.
pub(super) fn write_tgk(out: &mut impl Write, record: &GameRecord) -> io::Result<()> {
    write_tags(out, record)?;
    for (number, moves) in numbered_moves(record) {
        write!(out, "{number}")?;
        for RecordedMove { notation, .. } in moves {
            let mark = if notation.makes_tuzdik { "x" } else { "" };
            write!(out, " {}{}{mark}", notation.origin, notation.last)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The moves by their numbers: `12.` before a pair, `12...` before Black's move if he begins.
fn numbered_moves(record: &GameRecord) -> impl Iterator<Item = (String, &[RecordedMove])> {
    let plies = plies_before(&record.tags);
    let (first, pairs) = record.moves.split_at((plies % 2).min(record.moves.len()));
    let first = (!first.is_empty()).then(|| (format!("{}...", plies / 2 + 1), first));
    let pairs = (plies.div_ceil(2) + 1..).zip(pairs.chunks(2));
    first
        .into_iter()
        .chain(pairs.map(|(number, pair)| (format!("{number}."), pair)))
}

/// Writes the tags, the result among them, and the empty line below them.
fn write_tags(out: &mut impl Write, record: &GameRecord) -> io::Result<()> {
    for (name, value) in record.tags.iter() {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(out, "[{name} \"{escaped}\"]")?;
    }
    if record.tags.get("Result").is_none() {
        writeln!(out, "[Result \"{}\"]", result_text(record.result))?;
    }
    writeln!(out)
}
