use kumalak_env::{Game, MoveNotation, Pit, Sowing, Square, SquareMove};
use serde::{Deserialize, Serialize};

/// How an engine writes a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveFormat {
    /// The number of the pit, counted from its owner's left; the first has the number `first_pit`.
    #[default]
    Pit,
    /// As on score sheets: pit of origin, pit of the last stone, `X` for a new tuzdik: `76`, `68X`.
    TwoDigit,
    /// As PlayStrategy writes it: the square of origin, and that of the last stone if it is given: `g1d2`, `g1`.
    Squares,
}

/// A move as an engine has written it.
enum WrittenMove {
    Pit(Pit),
    Notation(MoveNotation),
    Squares(SquareMove),
}

impl MoveFormat {
    /// The legal move of an unfinished game that `text` stands for. What the text says besides the pit is checked.
    ///
    /// # Errors
    /// Says in one line what is wrong.
    pub(super) fn read(self, game: &Game, text: &str, first_pit: u32) -> Result<Pit, String> {
        let written = self.parse(game, text, first_pit)?;
        let pit = match written {
            WrittenMove::Pit(pit) => pit,
            WrittenMove::Notation(notation) => notation.origin,
            WrittenMove::Squares(squares) => squares.origin.pit,
        };
        let sowing = game
            .clone()
            .try_play(pit)
            .map_err(|illegal| format!("illegal move: {illegal}"))?;
        match disagreement(game, &written, &sowing) {
            None => Ok(pit),
            Some(board) => Err(format!("it says {text}, but pit {pit} gives {board}")),
        }
    }

    fn parse(self, game: &Game, text: &str, first_pit: u32) -> Result<WrittenMove, String> {
        let rules = game.rules();
        match self {
            Self::Pit => {
                let index = text
                    .parse::<u32>()
                    .ok()
                    .and_then(|number| number.checked_sub(first_pit));
                let pit = index.and_then(|index| Pit::from_index(index as usize));
                let last = first_pit as usize + rules.pits() - 1;
                pit.filter(|pit| pit.index() < rules.pits())
                    .map(WrittenMove::Pit)
                    .ok_or_else(|| format!("expected a pit from {first_pit} to {last}, got {text:?}"))
            }
            Self::TwoDigit => text
                .parse()
                .map(WrittenMove::Notation)
                .map_err(|error: kumalak_env::NotationError| error.to_string()),
            Self::Squares => {
                let origin = text.get(..2).unwrap_or(text);
                let origin = Square::parse(rules, origin).map_err(|error| error.to_string())?;
                let turn = game.position().turn();
                if origin.side != turn {
                    return Err(format!(
                        "{text} begins on the side of {}, but {turn} is to move",
                        origin.side
                    ));
                }
                if text.len() == 2 {
                    return Ok(WrittenMove::Pit(origin.pit));
                }
                SquareMove::parse(rules, text)
                    .map(WrittenMove::Squares)
                    .map_err(|error| error.to_string())
            }
        }
    }
}

/// What the board makes of a move, if that is not what is written. The mark of a tuzdik may be left out.
fn disagreement(game: &Game, written: &WrittenMove, sowing: &Sowing) -> Option<String> {
    match written {
        WrittenMove::Pit(_) => None,
        WrittenMove::Notation(notation) => {
            let agrees = notation.last == sowing.last_pit && (sowing.makes_tuzdik || !notation.makes_tuzdik);
            (!agrees).then(|| sowing.notation().to_string())
        }
        WrittenMove::Squares(squares) => {
            (*squares != sowing.squares()).then(|| sowing.squares().to_text(game.rules()))
        }
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::Rules;

    use super::*;

    fn read(format: MoveFormat, text: &str, first_pit: u32) -> Result<usize, String> {
        let game = Game::new(Rules::STANDARD);
        format.read(&game, text, first_pit).map(Pit::number)
    }

    #[test]
    fn every_format_names_the_pit() {
        assert_eq!(read(MoveFormat::Pit, "7", 1), Ok(7));
        assert_eq!(read(MoveFormat::Pit, "6", 0), Ok(7));
        assert_eq!(read(MoveFormat::TwoDigit, "76", 0), Ok(7));
        assert_eq!(read(MoveFormat::Squares, "g1d2", 0), Ok(7));
        assert_eq!(read(MoveFormat::Squares, "g1", 0), Ok(7));
    }

    #[test]
    fn what_is_no_move_is_explained() {
        for (format, text, first_pit, words) in [
            (MoveFormat::Pit, "9", 0, "expected a pit from 0 to 8, got \"9\""),
            (MoveFormat::Pit, "0", 1, "expected a pit from 1 to 9"),
            (MoveFormat::Pit, "-1", 0, "expected a pit from 0 to 8"),
            (MoveFormat::Pit, "none", 0, "expected a pit from 0 to 8"),
            (MoveFormat::TwoDigit, "75", 0, "it says 75, but pit 7 gives 76"),
            (MoveFormat::TwoDigit, "76X", 0, "but pit 7 gives 76"),
            (MoveFormat::TwoDigit, "7", 0, "expected a move of two digits"),
            (MoveFormat::Squares, "g1e2", 0, "but pit 7 gives g1d2"),
            (
                MoveFormat::Squares,
                "g2d1",
                0,
                "begins on the side of Black, but White is to move",
            ),
            (MoveFormat::Squares, "j1", 0, "expected a square"),
            (MoveFormat::Squares, "g1d", 0, "expected a move of two squares"),
            (MoveFormat::Squares, "é", 0, "expected a square"),
        ] {
            let error = read(format, text, first_pit).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn an_empty_pit_is_illegal() {
        let rules = Rules::STANDARD;
        let position = kumalak_env::Position::from_fen(&rules, "10S,7,1S/8,1S 80 70 S 1").unwrap();
        let game = Game::from_position(rules, position);
        let error = MoveFormat::Pit.read(&game, "3", 1).unwrap_err();
        assert_eq!(error, "illegal move: pit 3 of White is empty");
    }
}
