//! What a person may type during a game.

use std::str::FromStr;

use crate::written_move::WrittenMove;

/// A line typed by a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Play a move.
    Move(WrittenMove),
    /// Take back the last own move and the answer to it.
    Undo,
    /// What the opponent would play.
    Hint,
    /// The legal moves and what each wins.
    Moves,
    /// Draw the board again.
    Board,
    /// The position as text.
    Fen,
    /// The moves played so far.
    Record,
    /// Give up.
    Resign,
    /// What may be typed.
    Help,
    /// Leave the game unfinished.
    Quit,
}

/// What `help` shows.
pub(super) const HELP: &str = "  \
    7        play pit 7; pits are numbered from your left\n  \
    76, 68X  play a move as score sheets write it: from pit 7, last stone in pit 6; X makes a tuzdik\n  \
    moves    the legal moves and what each wins\n  \
    hint     what your opponent would play in your place\n  \
    undo     take back your last move and the answer to it\n  \
    board    draw the board again\n  \
    fen      the position as text, for --fen\n  \
    record   the moves played so far, for analyze --moves\n  \
    resign   give up\n  \
    quit     leave the game unfinished (so does Ctrl-D)";

/// Reads a line; the error says what was expected.
impl FromStr for Input {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let word = line.trim().to_lowercase();
        Ok(match word.as_str() {
            "undo" | "u" => Self::Undo,
            "hint" | "h" => Self::Hint,
            "moves" | "m" => Self::Moves,
            "board" | "b" => Self::Board,
            "fen" | "f" => Self::Fen,
            "record" | "r" => Self::Record,
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            _ => Self::Move(
                word.parse()
                    .map_err(|reason| format!("{reason}; help lists the commands"))?,
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::Pit;

    use super::*;

    #[test]
    fn moves_and_commands_are_read() {
        let pit = WrittenMove::Pit(Pit::from_number(7).unwrap());
        assert_eq!("7".parse(), Ok(Input::Move(pit)));
        let tuzdik = WrittenMove::Notation("68X".parse().unwrap());
        assert_eq!(" 68x ".parse(), Ok(Input::Move(tuzdik)));
        assert_eq!("Undo".parse(), Ok(Input::Undo));
        assert_eq!("q".parse(), Ok(Input::Quit));
    }

    #[test]
    fn anything_else_is_explained() {
        for wrong in ["0", "10", "seven", "768", "-1"] {
            let error = wrong.parse::<Input>().unwrap_err();
            assert!(error.contains(wrong) && error.contains("help"), "{error}");
        }
    }
}
