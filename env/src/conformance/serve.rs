use std::io::{self, BufRead, Write};

use super::{Implementation, ImplementationError, Snapshot};
use crate::fen::Fen;
use crate::number;
use crate::pit::Pit;
use crate::rules::Rules;
use crate::side::Side;

/// Answers the commands of a check, one line each, until `quit` or the end of the input: an example of the program that a
/// check speaks with.
///
/// A command that makes no sense is answered with `error` and the reason.
///
/// # Errors
/// If the input or the output fails.
///
/// ```
/// use kumalak_env::Rules;
/// use kumalak_env::conformance::{LibraryImplementation, serve};
///
/// let rules = Rules::STANDARD;
/// let mut answers = Vec::new();
/// serve(&rules, &mut LibraryImplementation::new(rules), &b"start\nplay 7\n"[..], &mut answers)?;
/// assert_eq!(
///     String::from_utf8(answers)?,
///     "turn=white pits=9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 kazans=0,0 tuzdiks=-,- result=ongoing\n\
///      turn=black pits=9,9,9,9,9,9,1,10,10/10,10,10,10,10,0,9,9,9 kazans=10,0 tuzdiks=-,- result=ongoing\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    rules: &Rules,
    implementation: &mut dyn Implementation,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut last = None;
    for line in input.lines() {
        let line = line?;
        let mut words = line.trim().splitn(2, ' ');
        let answer = match (words.next().unwrap_or_default(), words.next()) {
            ("quit", None) => break,
            ("start", None) => implementation.start().map_err(|error| error.to_string()),
            ("position", Some(fen)) => set_position(rules, implementation, fen),
            ("play", Some(pit)) => play(implementation, last.as_ref(), pit),
            _ => Err("expected start, position FEN, play PIT or quit".to_owned()),
        };
        match answer {
            Ok(snapshot) => {
                writeln!(output, "{}", snapshot.to_text(rules))?;
                last = Some(snapshot);
            }
            Err(reason) => writeln!(output, "error {reason}")?,
        }
        output.flush()?;
    }
    Ok(())
}

fn set_position(
    rules: &Rules,
    implementation: &mut dyn Implementation,
    fen: &str,
) -> Result<Snapshot, String> {
    let fen = Fen::parse(rules, fen).map_err(|error| error.to_string())?;
    match implementation.set_position(&fen) {
        Ok(Some(snapshot)) => Ok(snapshot),
        Ok(None) => Err("positions cannot be set up".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn play(
    implementation: &mut dyn Implementation,
    last: Option<&Snapshot>,
    pit: &str,
) -> Result<Snapshot, String> {
    let last = last.ok_or("expected start or position first")?;
    let pit = number::parse(pit)
        .and_then(Pit::from_number)
        .ok_or("expected the number of a pit")?;
    let side: Side = last.board.turn;
    if last.outcome.is_some() {
        return Err("the game is over".to_owned());
    }
    if last.board.pits[side.index()][pit.index()] == 0 {
        return Err(format!("pit {pit} is empty"));
    }
    implementation
        .play(pit)
        .map_err(|error: ImplementationError| error.to_string())
}
